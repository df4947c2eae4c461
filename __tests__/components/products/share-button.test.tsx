import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ToastRegion } from '@/components/layout/app-parts';
import { ShareButton } from '@/components/products/product-head';
import { renderScreen } from '../../setup/render-screen';

type Shared = { title: string; url: string };

/** A device with a share sheet and a touch screen, or a mouse. */
function fakeDevice(isTouch: boolean, share: (shared: Shared) => Promise<void>) {
  Object.assign(window, { matchMedia: (media: string) => ({ matches: isTouch, media }) });
  Object.defineProperty(navigator, 'share', { value: share, configurable: true });
}
function renderButton() {
  const person = userEvent.setup();
  window.history.replaceState(null, '', '/tool/zed?from=list#about');
  renderScreen(
    <>
      <ShareButton title="Zed" />
      <ToastRegion />
    </>,
  );
  return () => person.click(screen.getByRole('button', { name: 'Share Zed' }));
}
const url = 'http://localhost/tool/zed';
const failure = `The link couldn't be copied: ${url}`;

afterEach(() => {
  jest.restoreAllMocks();
  Reflect.deleteProperty(navigator, 'share');
  Reflect.deleteProperty(window, 'matchMedia');
  window.history.replaceState(null, '', '/');
});

it('opens the share sheet on a touch screen, copies nothing, and says nothing when it is closed', async () => {
  const shared: Shared[] = [];
  const outcomes = [
    () => Promise.resolve(),
    () => Promise.reject(new DOMException('Closed.', 'AbortError')),
    () => Promise.reject(new DOMException('Not allowed.', 'NotAllowedError')),
  ];
  fakeDevice(true, (given) => {
    shared.push(given);
    return outcomes[shared.length - 1]?.() ?? Promise.resolve();
  });
  const press = renderButton();
  const copied = jest.spyOn(navigator.clipboard, 'writeText');
  await press();
  await press();
  await press();
  expect(await screen.findAllByRole('alert')).toHaveLength(1);
  expect(screen.getByRole('alert')).toHaveTextContent(failure);
  expect(shared).toEqual(Array.from({ length: 3 }, () => ({ title: 'Zed', url })));
  expect(copied).not.toHaveBeenCalled();
});

it('copies the link of the page with a mouse', async () => {
  fakeDevice(false, () => Promise.reject(new Error('A mouse opens no share sheet.')));
  await renderButton()();
  expect(await screen.findByText('Link copied.')).toBeInTheDocument();
  expect(await navigator.clipboard.readText()).toBe(url);
});

it('copies the link on a touch screen without a share sheet, and shows it where it cannot be copied', async () => {
  Object.assign(window, { matchMedia: () => ({ matches: true }) });
  const press = renderButton();
  await press();
  expect(await screen.findByText('Link copied.')).toBeInTheDocument();
  jest.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('Denied'));
  await press();
  await waitFor(() => expect(screen.getByText(failure)).toBeInTheDocument());
});

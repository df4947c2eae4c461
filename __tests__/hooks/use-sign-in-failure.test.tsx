import { screen } from '@testing-library/react';
import { ToastRegion } from '@/components/layout/app-parts';
import { useSignInFailure } from '@/hooks/use-app';
import { toastRegion } from '@/lib/browser/toasts';
import { rememberIntendedDeletion, takeIntendedDeletion } from '@/lib/browser/intended-action';
import { renderScreen } from '../setup/render-screen';

function Page() {
  useSignInFailure();
  return <ToastRegion />;
}

function renderAt(path: string) {
  window.history.replaceState(null, '', path);
  return renderScreen(<Page />, { path });
}

afterEach(() => window.history.replaceState(null, '', '/'));

it('leaves every other URL, and what was intended, alone', () => {
  rememberIntendedDeletion('1');
  const { replaced } = renderAt('/new?tag=icons');
  expect(replaced).toEqual([]);
  expect(takeIntendedDeletion('1')).toBe(true);
});

it('removes a reason that it does not know, and shows nothing', () => {
  const { replaced } = renderAt('/?loginFailure=toString');
  expect(replaced).toEqual(['/']);
  expect(toastRegion.requestCount()).toBe(0);
});

it('says why a redirect sign-in failed, forgets what it was for, and removes the reason from the URL', async () => {
  rememberIntendedDeletion('1');
  const { replaced } = renderAt('/new?tag=icons&loginFailure=cancelled#main');

  expect(await screen.findByText('The sign-in was cancelled.')).toBeInTheDocument();
  expect(replaced).toEqual(['/new?tag=icons#main']);
  expect(takeIntendedDeletion('1')).toBe(false);
});

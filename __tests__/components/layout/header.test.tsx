import { fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Header } from '@/components/layout/header';
import { takeIntendedRedirect } from '@/lib/browser/intended-action';
import { renderScreen } from '../../setup/render-screen';

function scrollTo(y: number) {
  Object.assign(window, { scrollY: y });
  fireEvent.scroll(window);
}

const isSolid = () => document.querySelector('[data-solid="true"]') !== null;

afterEach(() => scrollTo(0));

it('links the logo to the home page', () => {
  renderScreen(<Header email={null} />);
  expect(screen.getByRole('link', { name: 'Listgrove' })).toHaveAttribute('href', '/');
});

it('becomes solid after 80 pixels of scrolling, and transparent again above', () => {
  renderScreen(<Header email={null} />);
  scrollTo(79);
  expect(isSolid()).toBe(false);
  scrollTo(80);
  expect(isSolid()).toBe(true);
  scrollTo(79);
  expect(isSolid()).toBe(false);
});

it.each([
  ['Submit', '/account/submit'],
  ['Account', '/account/profile?status=approved'],
])('opens the sign-in modal for a visitor who clicks %s, and remembers %s', async (name, destination) => {
  const { pushed } = renderScreen(<Header email={null} />);

  await userEvent.click(screen.getByRole('button', { name }));

  expect(screen.getByText('Sign-in is open')).toBeInTheDocument();
  expect(takeIntendedRedirect()).toBe(destination);
  expect(pushed).toEqual([]);
});

it.each([
  ['Submit', '/account/submit'],
  ['Dashboard', '/account/profile?status=approved'],
])('takes a member who clicks %s directly to %s', async (name, destination) => {
  const { pushed } = renderScreen(<Header email="ada@example.com" />);

  await userEvent.click(screen.getByRole('button', { name }));

  expect(pushed).toEqual([destination]);
  expect(screen.queryByText('Sign-in is open')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Account' })).toBeNull();
});

it.each([
  ['/', 'Hot'],
  ['/new', 'New'],
  ['/top/week', 'Top'],
  ['/tags', 'Tags'],
  ['/tag/javascript', 'Tags'],
  ['/terms', undefined],
])('marks the current list on %s: %s', (path, name) => {
  renderScreen(<Header email={null} />, { path });
  const lists = within(screen.getByRole('navigation', { name: 'Lists' }));
  const current = lists.queryAllByRole('link', { current: 'page' });
  expect(current.map(({ textContent }) => textContent)).toEqual(name ? [name] : []);
});

it('links to the account pages without JavaScript', () => {
  renderScreen(<Header email={null} />);
  expect(screen.getByRole('button', { name: 'Submit' }).closest('form')).toHaveAttribute(
    'action',
    '/account/submit',
  );
  expect(screen.getByRole('button', { name: 'Account' }).closest('form')).toHaveFormValues({
    status: 'approved',
  });
});

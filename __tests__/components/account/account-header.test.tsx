import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { AccountHeader } from '@/components/account/account-header';
import { MemberPage } from '@/components/layout/member-page';
import { readSessionToken } from '@/lib/session-token';
import { fakeApi, held, ok, refuse } from '../../setup/fake-api';
import { renderScreen } from '../../setup/render-screen';
import { signInOnScreen } from '../../setup/screen-member';

const page = (
  <MemberPage title="Bookmarks" purpose="see your bookmarks" top={<AccountHeader />}>
    {() => <p>All of them</p>}
  </MemberPage>
);
const render = () => renderScreen(page, { path: '/account/bookmarks?after=5' });
const navigation = () => within(screen.getByRole('navigation', { name: 'Account' }));
const signOut = () => navigation().getByRole('button', { name: 'Sign out' });

it('shows the navigation from the start, so that nothing moves, and marks the current page', async () => {
  const check = held();
  fakeApi({ ...signInOnScreen(), 'GET /user/checkAuthenticate': () => check.answer });
  render();
  expect(
    navigation()
      .getAllByRole('link')
      .map((link) => [link.textContent, link.getAttribute('href'), link.getAttribute('aria-current')]),
  ).toEqual([
    ['Dashboard', '/account/profile?status=approved', null],
    ['Bookmarks', '/account/bookmarks', 'page'],
    ['Settings', '/account/settings', null],
    ['Submit', '/account/submit', null],
  ]);
  expect(screen.queryByText('All of them')).not.toBeInTheDocument();
  check.send(ok({ authenticated: true }));
  expect(await screen.findByText('All of them')).toBeInTheDocument();
});

it('shows visitors no navigation', () => {
  fakeApi({});
  render();
  expect(screen.getByText('Sign in to see your bookmarks')).toBeInTheDocument();
  expect(screen.queryByRole('navigation')).not.toBeInTheDocument();
});

it('signs out with one call for two clicks, and moves the focus to the page', async () => {
  const answer = held();
  const api = fakeApi({ ...signInOnScreen(), 'POST /user/private/logout': () => answer.answer });
  render();
  await screen.findByText('All of them');
  await userEvent.click(signOut());
  await userEvent.click(signOut());
  answer.send(ok({ message: "You're signed out." }));
  expect(await screen.findByText("You're signed out")).toBeInTheDocument();
  expect(readSessionToken()).toBeUndefined();
  await waitFor(() => expect(screen.getByRole('main')).toHaveFocus());
  expect(api.calls().filter((call) => call === 'POST /user/private/logout')).toHaveLength(1);
});

it('changes nothing when signing out fails', async () => {
  fakeApi({
    ...signInOnScreen(),
    'POST /user/private/logout': () => refuse(503, 'unavailable', 'The server is resting.'),
  });
  render();
  await screen.findByText('All of them');
  await userEvent.click(signOut());
  await waitFor(() => expect(signOut()).toHaveAttribute('aria-disabled', 'false'));
  expect(screen.getByText('All of them')).toBeInTheDocument();
  expect(signOut()).toHaveFocus();
  expect(readSessionToken()).toBe('token-of-ada');
});

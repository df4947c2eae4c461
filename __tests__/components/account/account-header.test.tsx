import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { AccountHeader } from '@/components/account/account-header';
import { MemberPage } from '@/components/layout/member-page';
import { ToastRegion } from '@/components/layout/app-parts';
import { readSessionToken } from '@/lib/session-token';
import { fakeApi, held, ok, refuse } from '../../setup/fake-api';
import { renderScreen } from '../../setup/render-screen';
import { signInOnScreen } from '../../setup/screen-member';

const page = (
  <>
    <MemberPage title="Bookmarks" invitation="Sign in to see your bookmarks" top={<AccountHeader />}>
      {() => <p>All of them</p>}
    </MemberPage>
    <ToastRegion />
  </>
);
const render = () => renderScreen(page, { path: '/account/bookmarks?after=5' });
const navigation = () => within(screen.getByRole('navigation', { name: 'Account' }));
const sent = (api: ReturnType<typeof fakeApi>) =>
  api.calls().filter((call) => call === 'POST /user/private/logout').length;
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
  expect(sent(api)).toBe(1);
});

describe('when the server cannot store the sign-out', () => {
  const unavailable = () => refuse(503, 'unavailable', 'The server is resting.');
  const waiting = "We couldn't sign you out yet. Trying again …";

  async function leaveAndWait(ms: number) {
    render();
    await screen.findByText('All of them');
    jest.useFakeTimers();
    try {
      act(() => signOut().click());
      await act(() => jest.advanceTimersByTimeAsync(ms));
    } finally {
      jest.useRealTimers();
    }
  }

  it('says so and tries again until it is stored', async () => {
    const answers = [unavailable(), unavailable()];
    const api = fakeApi({
      ...signInOnScreen(),
      'POST /user/private/logout': () => answers.shift() ?? ok({ message: "You're signed out." }),
    });
    await leaveAndWait(2_900);
    expect(await screen.findByText(waiting)).toBeInTheDocument();
    expect(signOut()).toHaveAttribute('aria-disabled', 'true');
    expect(sent(api)).toBe(2);
    expect(readSessionToken()).toBe('token-of-ada');
  });

  it('signs out once an attempt is stored', async () => {
    const answers = [unavailable(), unavailable()];
    const api = fakeApi({
      ...signInOnScreen(),
      'POST /user/private/logout': () => answers.shift() ?? ok({ message: "You're signed out." }),
    });
    await leaveAndWait(3_100);
    expect(await screen.findByText("You're signed out.")).toBeInTheDocument();
    expect(sent(api)).toBe(3);
    expect(readSessionToken()).toBeUndefined();
  });

  it('gives up after five attempts, and the member stays signed in', async () => {
    const api = fakeApi({ ...signInOnScreen(), 'POST /user/private/logout': unavailable });
    await leaveAndWait(60_000);
    expect(await screen.findByText("You're still signed in. The server is resting.")).toBeInTheDocument();
    expect(sent(api)).toBe(5);
    expect(readSessionToken()).toBe('token-of-ada');
  });
});

it('changes nothing when the server refuses the sign-out', async () => {
  fakeApi({
    ...signInOnScreen(),
    'POST /user/private/logout': () => refuse(429, 'rate_limited', 'Too many attempts.'),
  });
  render();
  await screen.findByText('All of them');
  await userEvent.click(signOut());
  expect(await screen.findByText("You're still signed in. Too many attempts.")).toBeInTheDocument();
  expect(screen.getByText('All of them')).toBeInTheDocument();
  expect(signOut()).toHaveFocus();
  expect(readSessionToken()).toBe('token-of-ada');
});

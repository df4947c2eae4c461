import { act, fireEvent, screen } from '@testing-library/react';
import { MemberPage } from '@/components/layout/member-page';
import { useUser } from '@/hooks/use-user';
import { readSessionToken } from '@/lib/session-token';
import { fakeApi, ok, refuse } from '../setup/fake-api';
import { renderScreen, RETRY_PAUSE_MS } from '../setup/render-screen';
import { ada, screenToken, signInOnScreen } from '../setup/screen-member';

const check = 'GET /user/checkAuthenticate';
const userInfo = 'GET /user/private/getProtectedUserInfo';
const page = (
  <MemberPage title="Secrets" invitation="Sign in to see your secrets">
    {({ name }) => <p>{`The secrets of ${name}`}</p>}
  </MemberPage>
);
const failed = () => screen.findByText("We couldn't check whether you're signed in");

it.each<{ answer: string; body: object }>([
  {
    answer: 'an error beside authenticated: true',
    body: { isError: true, authenticated: true, message: '' },
  },
  { answer: 'an answer without authenticated', body: {} },
])('does not open a member page on $answer with status 200', async ({ body }) => {
  fakeApi({ ...signInOnScreen(), [check]: () => ok(body) });
  renderScreen(page);

  expect(await failed()).toBeInTheDocument();
  expect(screen.queryByText('The secrets of Ada Lovelace')).not.toBeInTheDocument();
  expect(readSessionToken()).toBe(screenToken);
});

it('knows no user from an error with status 200', async () => {
  signInOnScreen();
  const api = fakeApi({ [userInfo]: () => ok({ user: ada, isError: true, message: 'Not now.' }) });
  renderScreen(<UserState />);

  expect(await screen.findByText('Failed: Not now.')).toBeInTheDocument();
  expect(api.calls()).toEqual([userInfo]);
});

function UserState() {
  const { user, error } = useUser();
  if (error) return <p>{`Failed: ${error.message}`}</p>;
  return <p>{user ? `Signed in as ${user.name}` : 'Unknown'}</p>;
}

it('repeats a failed check by itself, and opens the page once it succeeds', async () => {
  jest.useFakeTimers();
  try {
    let isReachable = false;
    fakeApi({
      ...signInOnScreen(),
      [check]: () => (isReachable ? ok({ authenticated: true }) : refuse(503, 'unavailable', 'Not now.')),
    });
    renderScreen(page);
    expect(await failed()).toBeInTheDocument();

    isReachable = true;
    // SWR waits one or two pauses before the first repetition.
    await act(() => jest.advanceTimersByTimeAsync(2 * RETRY_PAUSE_MS + 500));
    expect(await screen.findByText('The secrets of Ada Lovelace')).toBeInTheDocument();
  } finally {
    jest.useRealTimers();
  }
});

it('notices the end of a session when the browser is online again, however recent the last check is', async () => {
  let isSignedIn = true;
  fakeApi({ ...signInOnScreen(), [check]: () => ok({ authenticated: isSignedIn }) });
  renderScreen(page);
  expect(await screen.findByText('The secrets of Ada Lovelace')).toBeInTheDocument();

  isSignedIn = false;
  fireEvent(window, new Event('offline'));
  fireEvent(window, new Event('online'));
  expect(await screen.findByText("You're signed out")).toBeInTheDocument();
});

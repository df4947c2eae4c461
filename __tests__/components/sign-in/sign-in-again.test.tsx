import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useUser } from '@/hooks/use-user';
import { endSession, readSessionToken, storeSessionToken } from '@/lib/session-token';
import { refuse } from '../../setup/fake-api';
import { fakePopups } from '../../setup/fake-popups';
import { screenToken, signInOnScreen } from '../../setup/screen-member';
import { button, exchangePath, github, google, modal, openModal } from '../../setup/sign-in-screen';

function Email() {
  return <p>{useUser().user?.email ?? 'Signed out'}</p>;
}

/** Opens the modal on a page that knows the member. */
async function openAgain(answers: Parameters<typeof openModal>[0] = {}) {
  await openModal({ ...signInOnScreen({ email: 'ada@example.com' }), ...answers }, <Email />);
  expect(await screen.findByText('ada@example.com')).toBeInTheDocument();
}

it('keeps the open session when the server refuses', async () => {
  const popups = fakePopups();
  await openAgain({ [exchangePath]: () => refuse(401, 'unauthenticated', 'Not you.') });
  await userEvent.click(google());
  popups[0]?.post();

  expect(await screen.findByText('Not you.')).toBeInTheDocument();
  expect(readSessionToken()).toBe(screenToken);
});

it('keeps the open session when the popup is closed', async () => {
  const popups = fakePopups();
  await openAgain();
  jest.useFakeTimers();
  try {
    act(() => google().click());
    await act(() => jest.advanceTimersByTimeAsync(100));
    popups[0]?.close();
    await act(() => jest.advanceTimersByTimeAsync(8_500));
  } finally {
    jest.useRealTimers();
  }
  expect(
    await screen.findByText('The popup has been closed by the user before finalizing the operation.'),
  ).toBeInTheDocument();
  expect(readSessionToken()).toBe(screenToken);
});

it("keeps the open session when the provider's page can't be opened", async () => {
  await openAgain({ 'GET /user/login/google': () => refuse(429, 'rate_limited', 'Too often.') });
  await userEvent.click(button('Popup not opening?'));
  await userEvent.click(button('Continue to Google'));

  expect(await screen.findByText('There is a problem to login with google')).toBeInTheDocument();
  expect(readSessionToken()).toBe(screenToken);
});

it('keeps the open session when the email belongs to another account', async () => {
  const popups = fakePopups();
  await openAgain({
    [exchangePath]: () => refuse(409, 'conflict', 'Sign in with Google.', { linkTo: 'google.com' }),
  });
  await userEvent.click(github());
  popups[0]?.post();

  expect(await screen.findByText('Sign in with Google.')).toBeInTheDocument();
  expect(readSessionToken()).toBe(screenToken);
});

it('says that the session has ended elsewhere, so that a member knows why it is there', async () => {
  const message = "You've been signed out. Sign in again to go on.";
  const { unmount } = await openModal();
  expect(modal()).not.toHaveTextContent(message);
  unmount();

  storeSessionToken('session-1');
  endSession();
  await openModal();
  expect(screen.getByText(message)).toHaveAttribute('role', 'alert');
  act(() => storeSessionToken('session-2'));
  expect(screen.queryByText(message)).toBeNull();
});

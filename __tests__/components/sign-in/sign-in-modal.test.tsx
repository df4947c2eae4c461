import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { SignInModal } from '@/components/sign-in/sign-in-modal';
import { useSignIn } from '@/hooks/use-sign-in';
import { readSessionToken, storeSessionToken } from '@/lib/session-token';
import { fakeApi, held, ok, refuse } from '../../setup/fake-api';
import { renderScreen } from '../../setup/render-screen';
import { fakePopups } from '../../setup/fake-popups';
import {
  button,
  exchangePath,
  github,
  google,
  iconCount,
  localPopup,
  modal,
  openModal,
  popupConfigPath,
  signedIn,
} from '../../setup/sign-in-screen';

it('says what signing in is for, and that nothing is posted', async () => {
  await openModal();
  expect(modal()).toHaveTextContent(
    'Sign in with your social media account to submit, upvote and bookmark tools.',
  );
  expect(modal()).toHaveTextContent(
    "We won't share any post or activity on your profile, social login is here to fight spam.",
  );
});

it('says in its title which click it was opened for', async () => {
  function Upvote() {
    const { open } = useSignIn();
    return (
      <button onClick={() => open('/', { kind: 'upvote', productId: '1', name: 'GSAP' })}>Upvote</button>
    );
  }
  fakeApi({ [popupConfigPath]: localPopup });
  renderScreen(
    <>
      <Upvote />
      <SignInModal />
    </>,
  );
  await userEvent.click(button('Upvote'));
  expect(screen.getByRole('dialog', { name: 'Sign in to upvote GSAP' })).toBeInTheDocument();
});

it('closes with its close button and returns the focus', async () => {
  await openModal();
  await userEvent.click(button('Close'));
  expect(modal()).toBeNull();
  expect(button('Submit')).toHaveFocus();
});

it('closes with a click on the backdrop, not with a click inside', async () => {
  await openModal();
  await userEvent.click(screen.getByRole('heading', { name: 'Sign in to submit a tool' }));
  expect(modal()).toBeInTheDocument();

  const backdrop = modal()?.parentElement;
  if (backdrop) await userEvent.click(backdrop);
  expect(modal()).toBeNull();
});

it('exchanges the tokens of the popup, stores the session token, closes and opens the intended page', async () => {
  const popups = fakePopups();
  const { pushed } = await openModal({ [exchangePath]: () => signedIn('session-7') });
  await userEvent.click(github());
  popups[0]?.post();

  await waitFor(() => expect(pushed).toEqual(['/account/submit']));
  expect(readSessionToken()).toBe('session-7');
  expect(document.cookie).toContain('encrypted_token=session-7');
  expect(modal()).toBeNull();
});

it('signs in with a server that answers with the fields of the spec alone', async () => {
  const popups = fakePopups();
  await openModal({ [exchangePath]: () => ok({ encrypted_token: 'session-8' }) });
  await userEvent.click(google());
  popups[0]?.post();

  await waitFor(() => expect(readSessionToken()).toBe('session-8'));
});

describe('while a sign-in is in progress', () => {
  it('enables both buttons again when Back returns to the page', async () => {
    fakePopups();
    await openModal();
    await userEvent.click(google());
    expect(github()).toBeDisabled();

    act(() => void window.dispatchEvent(new Event('pageshow')));
    expect(google()).toBeEnabled();
    expect(github()).toBeEnabled();
  });

  it('disables both buttons from the click until the server rejects it', async () => {
    const popups = fakePopups();
    const exchange = held();
    await openModal({ [exchangePath]: () => exchange.answer });
    expect([iconCount(google()), iconCount(github())]).toEqual([1, 1]);

    await userEvent.click(github());
    expect(google()).toBeDisabled();
    expect(github()).toBeDisabled();
    expect([iconCount(google()), iconCount(github())]).toEqual([1, 2]);
    expect(screen.getByText('Signing in…')).toBeInTheDocument();
    expect(button('Try again')).toHaveFocus();

    popups[0]?.post();
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull());
    expect(google()).toBeDisabled();
    expect(github()).toBeDisabled();
    expect([iconCount(google()), iconCount(github())]).toEqual([1, 2]);

    exchange.send(refuse(503, 'unavailable', 'Not now.'));
    expect(await screen.findByText('Not now.')).toBeInTheDocument();
    expect(google()).toBeEnabled();
    expect(github()).toBeEnabled();
    expect([iconCount(google()), iconCount(github())]).toEqual([1, 1]);
    expect(github()).toHaveFocus();
  });

  it.each([undefined, 'session-before'])(
    'drops the session that arrives after the modal was closed, and goes back to %s',
    async (before) => {
      if (before) storeSessionToken(before);
      const popups = fakePopups();
      const exchange = held();
      const ended: (string | null)[] = [];
      const { pushed } = await openModal({
        [exchangePath]: () => exchange.answer,
        'POST /user/private/logout': (_path, _body, headers) => {
          ended.push(headers.get('accessToken'));
          return ok({ message: "You're signed out." });
        },
      });
      await userEvent.click(google());
      popups[0]?.post();
      await waitFor(() => expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull());
      await userEvent.click(button('Close'));
      // The browser stores the cookie of the response.
      document.cookie = 'encrypted_token=session-9; Path=/';
      exchange.send(signedIn('session-9'));

      await waitFor(() => expect(ended).toEqual(['Bearer session-9']));
      expect(readSessionToken()).toBe(before);
      expect(pushed).toEqual([]);
    },
  );

  it('opens a new popup on “Try again”, which cancels the previous one silently', async () => {
    const popups = fakePopups();
    await openModal({ [exchangePath]: () => signedIn() });
    await userEvent.click(google());
    await userEvent.click(button('Try again'));

    expect(popups.map(({ url }) => url.searchParams.get('provider'))).toEqual(['google.com', 'google.com']);
    expect(popups.map((popup) => popup.isClosed())).toEqual([true, false]);
    expect(google()).toBeDisabled();
    expect(screen.queryByRole('alert')).toBeNull();

    popups[1]?.post();
    await waitFor(() => expect(readSessionToken()).toBe('session-1'));
  });

  it('enables the buttons eight seconds after the popup was closed, with the message of the library', async () => {
    const popups = fakePopups();
    await openModal();
    jest.useFakeTimers();
    try {
      act(() => google().click());
      await act(() => jest.advanceTimersByTimeAsync(100));
      popups[0]?.close();
      await act(() => jest.advanceTimersByTimeAsync(7_900));
      expect(google()).toBeDisabled();
      await act(() => jest.advanceTimersByTimeAsync(500));
    } finally {
      jest.useRealTimers();
    }
    expect(google()).toBeEnabled();
    expect(github()).toBeEnabled();
    expect(
      await screen.findByText('The popup has been closed by the user before finalizing the operation.'),
    ).toBeInTheDocument();
  });
});

it('closes the popup silently with the modal', async () => {
  const popups = fakePopups();
  await openModal();
  await userEvent.click(google());
  await userEvent.click(button('Close'));

  await waitFor(() => expect(popups[0]?.isClosed()).toBe(true));
  expect(screen.queryByRole('alert')).toBeNull();
});

it('closes with its popup when another tab has signed in', async () => {
  const popups = fakePopups();
  await openModal();
  await userEvent.click(google());
  act(() => storeSessionToken('of-another-tab'));

  await waitFor(() => expect(modal()).toBeNull());
  await waitFor(() => expect(popups[0]?.isClosed()).toBe(true));
});

it('says that sign-in is not set up on a site without an identity provider', async () => {
  await openModal({ [popupConfigPath]: () => ok({ identity: { kind: 'none' } }) });

  expect(await screen.findByText(/^Sign-in isn't set up on this site yet\./)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /^Sign in with/ })).toBeNull();
});

it('asks again at the click when the server did not say which popup to open', async () => {
  const popups = fakePopups();
  let askedCount = 0;
  await openModal({
    [popupConfigPath]: () => (++askedCount === 1 ? refuse(503, 'unavailable', 'Not now.') : localPopup()),
  });
  await userEvent.click(google());

  await waitFor(() => expect(popups).toHaveLength(1));
});

it('offers the providers that are set up on this site, by the names that people know', async () => {
  const url = 'http://localhost/api/user/login/popup';
  const identity = { kind: 'oauth', url, providers: ['github', 'oidc'], oidcName: 'Example login' };
  await openModal({ [popupConfigPath]: () => ok({ identity }) });
  expect(await screen.findByRole('button', { name: 'Sign in with Example login' })).toBeEnabled();
  expect(github()).toBeEnabled();
  expect(screen.queryByRole('button', { name: 'Sign in with Google' })).not.toBeInTheDocument();

  const popups = fakePopups();
  await userEvent.click(button('Sign in with Example login'));
  await waitFor(() => expect(popups[0]?.url.searchParams.get('provider')).toBe('oidc'));
});

import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ToastRegion } from '@/components/layout/toast-region';
import { SignInModal } from '@/components/sign-in/sign-in-modal';
import { PAGE_ID } from '@/components/ui/dialog';
import { useSignIn } from '@/hooks/use-sign-in';
import { storeSessionToken, readSessionToken } from '@/lib/session-token';
import { fakeApi, held, ok, refuse } from '../../setup/fake-api';
import { fakePopups } from '../../setup/fake-popups';
import { renderScreen } from '../../setup/render-screen';

const modal = () => screen.queryByRole('dialog', { name: 'Sign in' });
const button = (name: string) => screen.getByRole('button', { name });
const google = () => button('Sign in with Google');
const github = () => button('Sign in with Github');
const marks = (of: HTMLElement) => of.querySelectorAll('svg').length;

const identity = 'GET /user/login/identity';
const exchange = 'POST /user/login/from-firebase';
const local = () => ok({ identity: { kind: 'local', url: 'http://localhost/api/identity/local' } });
const signedIn = (token = 'session-1') =>
  ok({ encrypted_token: token, message: 'You are signed in.', redirectUrl: '/account/bookmarks' });

type Answers = Parameters<typeof fakeApi>[0];

function Opener() {
  const { open } = useSignIn();
  return <button onClick={() => open('/account/submit')}>Submit</button>;
}

/** As Submit opens it; the popup is ready once the server has told how one signs in. */
async function openModal(answers: Answers = {}) {
  const api = fakeApi({ [identity]: local, ...answers });
  const view = renderScreen(
    <>
      <div id={PAGE_ID}>
        <Opener />
      </div>
      <SignInModal />
      <ToastRegion />
    </>,
  );
  await userEvent.click(button('Submit'));
  await waitFor(() => expect(api.calls()).toContain(identity));
  return { ...view, api };
}

beforeEach(() => storeSessionToken('', 0));

it('says what signing in is for, and that nothing is posted', async () => {
  await openModal();
  expect(modal()).toHaveTextContent(
    'Sign in with your social media account to submit, upvote and bookmark tools.',
  );
  expect(modal()).toHaveTextContent(
    "We won't share any post or activity on your profile, social login is here to fight spam.",
  );
});

it('closes with its close button and gives the focus back', async () => {
  await openModal();
  await userEvent.click(button('Close'));
  expect(modal()).toBeNull();
  expect(button('Submit')).toHaveFocus();
});

it('closes with a click on the backdrop, not with one inside', async () => {
  await openModal();
  await userEvent.click(screen.getByRole('heading', { name: 'Sign in' }));
  expect(modal()).toBeInTheDocument();

  const backdrop = modal()?.parentElement;
  if (backdrop) await userEvent.click(backdrop);
  expect(modal()).toBeNull();
});

it('exchanges what the popup ends with, keeps the token, closes and goes to the intended page', async () => {
  const popups = fakePopups();
  const { pushed } = await openModal({ [exchange]: () => signedIn('session-7') });
  await userEvent.click(github());
  popups[0]?.post();

  await waitFor(() => expect(pushed).toEqual(['/account/submit']));
  expect(readSessionToken()).toBe('session-7');
  expect(document.cookie).toContain('encrypted_token=session-7');
  expect(modal()).toBeNull();
});

it('leaves the buttons usable while the popup is open, and disables them while the server is asked', async () => {
  const popups = fakePopups();
  const login = held();
  await openModal({ [exchange]: () => login.answer });
  expect([marks(google()), marks(github())]).toEqual([1, 1]);

  await userEvent.click(github());
  expect(google()).toBeEnabled();
  expect(github()).toBeEnabled();
  expect([marks(google()), marks(github())]).toEqual([1, 2]);
  expect(screen.getByText('Signing in…')).toBeInTheDocument();

  popups[0]?.post();
  await waitFor(() => expect(github()).toBeDisabled());
  expect(google()).toBeDisabled();
  expect([marks(google()), marks(github())]).toEqual([1, 2]);

  login.send(refuse(503, 'unavailable', 'Not now.'));
  expect(await screen.findByText('Not now.')).toBeInTheDocument();
  expect(google()).toBeEnabled();
  expect([marks(google()), marks(github())]).toEqual([1, 1]);
});

it('takes the newer of two popups, and is silent about the one before', async () => {
  const popups = fakePopups();
  await openModal({ [exchange]: () => signedIn() });
  await userEvent.click(google());
  await userEvent.click(github());

  expect(popups.map((popup) => popup.isClosed())).toEqual([true, false]);
  expect([marks(google()), marks(github())]).toEqual([1, 2]);
  expect(screen.queryByRole('alert')).toBeNull();

  popups[1]?.post();
  await waitFor(() => expect(readSessionToken()).toBe('session-1'));
});

it('closes the popup with the modal, without a word', async () => {
  const popups = fakePopups();
  await openModal();
  await userEvent.click(google());
  await userEvent.click(button('Close'));

  await waitFor(() => expect(popups[0]?.isClosed()).toBe(true));
  expect(screen.queryByRole('alert')).toBeNull();
});

it.each([
  ['the server’s sentence', refuse(401, 'unauthenticated', 'The proof is not one.'), 'The proof is not one.'],
  [
    'a sentence of our own for an empty token',
    ok({ encrypted_token: '', message: '', redirectUrl: '' }),
    'There is some problem please try again',
  ],
])('shows %s and clears the cookie when the exchange fails', async (_, answered, sentence) => {
  const popups = fakePopups();
  storeSessionToken('stale');
  await openModal({ [exchange]: () => answered });
  await userEvent.click(google());
  popups[0]?.post();

  expect(await screen.findByText(sentence)).toBeInTheDocument();
  expect(document.cookie).not.toContain('encrypted_token');
  expect(modal()).toBeInTheDocument();
});

it('asks the server nothing when the provider gave no access token', async () => {
  const popups = fakePopups();
  const { api } = await openModal();
  await userEvent.click(google());
  popups[0]?.post({ code: '' });

  expect(await screen.findByText('There is some problem please try again')).toBeInTheDocument();
  expect(api.calls()).toEqual([identity]);
});

it('leaves alone the session that another tab has begun meanwhile', async () => {
  const popups = fakePopups();
  const login = held();
  await openModal({ [exchange]: () => login.answer });
  await userEvent.click(google());
  popups[0]?.post();
  await waitFor(() => expect(google()).toBeDisabled());
  act(() => storeSessionToken('of-another-tab'));
  login.send(refuse(401, 'unauthenticated', 'Too late.'));

  expect(await screen.findByText('Too late.')).toBeInTheDocument();
  expect(readSessionToken()).toBe('of-another-tab');
});

it('closes, and its popup with it, once another tab has signed in', async () => {
  const popups = fakePopups();
  await openModal();
  await userEvent.click(google());
  act(() => storeSessionToken('of-another-tab'));

  await waitFor(() => expect(modal()).toBeNull());
  await waitFor(() => expect(popups[0]?.isClosed()).toBe(true));
});

describe('when the popup is blocked', () => {
  it('says so, and offers the page of the provider, for the intended destination', async () => {
    fakePopups({ areBlocked: true });
    const start = 'GET /user/login/google';
    const { api } = await openModal({ [start]: () => refuse(500, 'internal', 'Broken.') });
    await userEvent.click(google());

    expect(
      await screen.findByText('Your browser blocked the popup. Continue on the page of Google instead.'),
    ).toHaveAttribute('role', 'alert');
    await userEvent.click(button('Continue on the page of Google'));

    expect(await screen.findByText('There is a problem to login with google')).toBeInTheDocument();
    expect(api.calls()).toContain(`${start}?destination=%2Faccount%2Fsubmit`);
    expect(google()).toBeEnabled();
  });

  it('takes the offer back once a popup opens', async () => {
    fakePopups({ areBlocked: true });
    await openModal();
    await userEvent.click(google());
    await screen.findByText(/^Your browser blocked the popup/);

    fakePopups();
    await userEvent.click(google());
    expect(screen.queryByText(/^Your browser blocked the popup/)).toBeNull();
  });
});

it('offers both providers’ pages to whoever says that no popup opens', async () => {
  const start = held();
  await openModal({ 'GET /user/login/github': () => start.answer });
  await userEvent.click(button('The popup does not open?'));
  expect(button('Continue on the page of Google')).toBeEnabled();
  expect(document.activeElement).toHaveTextContent(/^Sign in without a popup: you leave this page/);
  await userEvent.click(button('Continue on the page of Github'));

  expect(google()).toBeDisabled();
  expect([marks(google()), marks(github())]).toEqual([1, 2]);
  start.send(refuse(429, 'rate_limited', 'Too often.'));
  expect(await screen.findByText('There is a problem to login with github')).toBeInTheDocument();
});

describe('when the address has an account with the other provider', () => {
  const sentence = 'You have an account with this address already. Sign in with Google to link Github.';
  const link = 'POST /user/private/identities';

  async function meetConflict(answers: Answers) {
    const popups = fakePopups();
    const sent: unknown[] = [];
    const view = await openModal({
      [exchange]: (_, body) => {
        sent.push(body);
        return sent.length === 1
          ? refuse(409, 'conflict', sentence, { linkTo: 'google.com' })
          : signedIn('of-google');
      },
      ...answers,
    });
    await userEvent.click(github());
    popups[0]?.post({ code: 'github-code' });
    expect(await screen.findByText(sentence)).toHaveAttribute('role', 'alert');
    expect(readSessionToken()).toBeUndefined();
    return { ...view, popups };
  }

  it('signs in with that one and links the first, with the tokens that were refused', async () => {
    const linked: unknown[] = [];
    const { popups, pushed } = await meetConflict({
      [link]: (_, body) => {
        linked.push(body);
        return ok({ identities: [], message: 'You can sign in with Github from now on.' });
      },
    });
    await userEvent.click(button('Sign in with Google and link Github'));
    expect(popups[1]?.url.searchParams.get('provider')).toBe('google.com');
    popups[1]?.post({ code: 'google-code' });

    expect(await screen.findByText('You can sign in with Github from now on.')).toBeInTheDocument();
    expect(linked).toEqual([
      { provider: 'github.com', providerToken: 'github-code', idToken: expect.any(String) },
    ]);
    expect(readSessionToken()).toBe('of-google');
    expect(pushed).toEqual(['/account/submit']);
  });

  it('stays signed in when the link is refused, and says why', async () => {
    const { popups } = await meetConflict({
      [link]: () => refuse(401, 'unauthenticated', 'The sign-in is too old.', { idToken: 'too old' }),
    });
    await userEvent.click(button('Sign in with Google and link Github'));
    popups[1]?.post();

    expect(await screen.findByText('The sign-in is too old.')).toBeInTheDocument();
    expect(readSessionToken()).toBe('of-google');
    expect(modal()).toBeNull();
  });

  it('links nothing for whoever chooses another way', async () => {
    const { popups, api } = await meetConflict({});
    await userEvent.click(button('Choose another way'));
    await userEvent.click(google());
    popups[1]?.post();

    await waitFor(() => expect(readSessionToken()).toBe('of-google'));
    expect(api.calls()).not.toContain(link);
  });
});

it('says calmly that signing in is not set up where it is not', async () => {
  await openModal({ [identity]: () => ok({ identity: { kind: 'none' } }) });

  expect(await screen.findByText(/^Signing in is not set up on this site yet\./)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /^Sign in with/ })).toBeNull();
});

it('asks again at the press when the server could not tell how one signs in', async () => {
  const popups = fakePopups();
  let asked = 0;
  await openModal({
    [identity]: () => (++asked === 1 ? refuse(503, 'unavailable', 'Not now.') : local()),
  });
  await userEvent.click(google());

  await waitFor(() => expect(popups).toHaveLength(1));
});

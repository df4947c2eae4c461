import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { IdentityList } from '@/components/account/identity-list';
import { ToastRegion } from '@/components/layout/app-parts';
import type { Identity } from '@/lib/contract/account';
import type { ProviderId } from '@/lib/contract/sign-in';
import { fakeApi, held, ok, refuse } from '../../setup/fake-api';
import { fakePopups } from '../../setup/fake-popups';
import { renderScreen } from '../../setup/render-screen';
import { signInOnScreen } from '../../setup/screen-member';

const buildIdentity = (provider: ProviderId): Identity => ({
  provider,
  subject: '1',
  email: 'ada@example.com',
  createdAt: '2026-11-01T00:00:00.000Z',
  lastUsedAt: new Date(Date.now() - 49 * 60 * 60 * 1000).toISOString(),
});
const github = buildIdentity('github.com');
const google = buildIdentity('google.com');

type Answers = Parameters<typeof fakeApi>[0];

function renderList({ canLink = true, answers = {} }: { canLink?: boolean; answers?: Answers } = {}) {
  const api = fakeApi({
    ...signInOnScreen(),
    'GET /user/private/identities': () => ok({ identities: [github] }),
    'GET /user/login/identity': () =>
      ok({ identity: { kind: 'local', url: 'http://localhost/api/identity/local' } }),
    ...answers,
  });
  renderScreen(
    <>
      <IdentityList canLink={canLink} />
      <ToastRegion />
    </>,
  );
  return api;
}
const linkGoogle = () => screen.findByRole('button', { name: 'Link Google' });

it('lists the linked providers with their emails, and offers the others', async () => {
  renderList();
  expect(await screen.findByText('Github')).toBeInTheDocument();
  expect(await linkGoogle()).toBeEnabled();
  const texts = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(texts()).toEqual(['Githubada@example.com · last used 2 days ago', 'GoogleNot linkedLink Google']);
  expect(document.querySelector('time')).toHaveAttribute('datetime', github.lastUsedAt);
  expect(screen.queryByRole('button', { name: 'Link Github' })).not.toBeInTheDocument();
});

it('lists an identity without an email', async () => {
  const nameless = { ...google, email: '' };
  renderList({ answers: { 'GET /user/private/identities': () => ok({ identities: [nameless, github] }) } });
  await screen.findByRole('button', { name: 'Remove Google' });
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Googlelast used 2 days agoRemove Google',
    'Githubada@example.com · last used 2 days agoRemove Github',
  ]);
});

it('offers no provider to an account that is about to be deleted', async () => {
  renderList({ canLink: false });
  expect(await screen.findByText('Github')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /^Link/ })).not.toBeInTheDocument();
});

it('asks once how the popup opens, before the pointer comes near, so that it opens in the click', async () => {
  const api = renderList();
  const popupCalls = () => api.calls().filter((call) => call === 'GET /user/login/identity');
  await userEvent.hover(await linkGoogle());
  await waitFor(() => expect(popupCalls()).toHaveLength(1));
});

it('offers only providers that are set up on this site', async () => {
  const url = 'http://localhost/api/user/login/popup';
  const identity = { kind: 'oauth', url, providers: ['github', 'oidc'] };
  renderList({ answers: { 'GET /user/login/identity': () => ok({ identity }) } });
  expect(await screen.findByRole('button', { name: 'Link single sign-on' })).toBeEnabled();
  expect(screen.queryByRole('button', { name: 'Link Google' })).not.toBeInTheDocument();
});

it('shows which provider is being linked, and takes no other click while the server checks it', async () => {
  const popups = fakePopups();
  const answer = held();
  renderList({ answers: { 'POST /user/private/identities': () => answer.answer } });
  const button = await linkGoogle();
  const isSpinning = () => button.querySelector('.animate-spin') !== null;
  expect(isSpinning()).toBe(false);

  await userEvent.click(button);
  await waitFor(() => expect(popups).toHaveLength(1));
  expect(isSpinning()).toBe(true);
  expect(button).toBeEnabled();

  popups[0]?.post();
  await waitFor(() => expect(button).toBeDisabled());
  answer.send(refuse(503, 'unavailable', 'The server is resting.'));
  await waitFor(() => expect(button).toBeEnabled());
  expect(isSpinning()).toBe(false);
});

it('links a provider in its popup', async () => {
  const popups = fakePopups();
  const bodies: unknown[] = [];
  renderList({
    answers: {
      'POST /user/private/identities': (_path, body) => {
        bodies.push(body);
        return ok({ identities: [github, google], message: 'You can now sign in with Google.' });
      },
    },
  });
  await userEvent.click(await linkGoogle());
  await waitFor(() => expect(popups).toHaveLength(1));
  expect(popups[0]?.url.searchParams.get('provider')).toBe('google.com');
  popups[0]?.post({ code: 'code-of-google' });

  expect(await screen.findByText('You can now sign in with Google.')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Link Google' })).not.toBeInTheDocument();
  expect(screen.getAllByText(/^last used/)).toHaveLength(2);
  expect(bodies).toEqual([
    {
      provider: 'google.com',
      idToken: expect.stringMatching(/^[\w-]{43}$/),
      providerToken: 'code-of-google',
    },
  ]);
});

it('shows that the provider account belongs to another member, and allows another attempt', async () => {
  const popups = fakePopups();
  const taken = 'This Google account already belongs to another member.';
  renderList({ answers: { 'POST /user/private/identities': () => refuse(409, 'conflict', taken) } });
  await userEvent.click(await linkGoogle());
  await waitFor(() => expect(popups).toHaveLength(1));
  popups[0]?.post();
  expect(await screen.findByText(taken)).toBeInTheDocument();
  await waitFor(async () => expect(await linkGoogle()).toBeEnabled());
});

it('asks for another sign-in when the last one is too old, and for none any more with the next attempt', async () => {
  const popups = fakePopups();
  const old = "Sign in again to do this, so that we know it's you.";
  const answers = [
    () => refuse(401, 'unauthenticated', old, { accessToken: 'The sign-in is older than 5 minutes.' }),
    () => ok({ identities: [github, google], message: 'You can now sign in with Google.' }),
  ];
  renderList({ answers: { 'POST /user/private/identities': () => answers.shift()?.() ?? ok({}) } });
  await userEvent.click(await linkGoogle());
  await waitFor(() => expect(popups).toHaveLength(1));
  popups[0]?.post();
  expect(await screen.findByRole('button', { name: 'Sign in again' })).toBeInTheDocument();
  expect(screen.getByText(old)).toBeInTheDocument();

  await userEvent.click(await linkGoogle());
  await waitFor(() => expect(popups).toHaveLength(2));
  expect(screen.queryByText(old)).toBeNull();
  popups[1]?.post();
  expect(await screen.findByText('You can now sign in with Google.')).toBeInTheDocument();
});

it('shows that the list failed to load, and loads it on “Try again”', async () => {
  let isReachable = false;
  renderList({
    answers: {
      'GET /user/private/identities': () =>
        isReachable ? ok({ identities: [github] }) : refuse(503, 'unavailable', 'The server is resting.'),
    },
  });
  expect(await screen.findByText('The server is resting.')).toBeInTheDocument();
  isReachable = true;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Github')).toBeInTheDocument();
});

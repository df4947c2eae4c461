import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { readSessionToken, storeSessionToken } from '@/lib/session-token';
import { held, ok, refuse } from '../../setup/fake-api';
import { fakePopups } from '../../setup/fake-popups';
import {
  button,
  exchangePath,
  github,
  google,
  iconCount,
  modal,
  openModal,
  popupConfigPath,
} from '../../setup/sign-in-screen';

const unknownProblem = 'There is some problem please try again';

const json = (status: number, body: unknown) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
const html = (status: number) =>
  new Response('<h1>Bad gateway</h1>', { status, headers: { 'content-type': 'text/html' } });

function expectFailedSignIn() {
  expect(document.cookie).not.toContain('encrypted_token');
  expect(modal()).toBeInTheDocument();
  expect(google()).toBeEnabled();
  expect(github()).toBeEnabled();
}

it.each<{ failure: string; respond: () => Response; toast: string }>([
  {
    failure: 'an error of the server',
    respond: () => refuse(401, 'unauthenticated', 'That sign-in is not valid.'),
    toast: 'That sign-in is not valid.',
  },
  {
    failure: 'status 200 with isError and a message',
    respond: () => json(200, { isError: true, encrypted_token: '', message: 'Your account is closed.' }),
    toast: 'Your account is closed.',
  },
  {
    failure: 'status 200 with isError, a token and no message',
    respond: () => json(200, { isError: true, encrypted_token: 'session-9' }),
    toast: unknownProblem,
  },
  {
    failure: 'an error without a message',
    respond: () => json(400, { isError: true, code: 'bad_request', requestId: '1' }),
    toast: unknownProblem,
  },
  {
    failure: 'an empty token',
    respond: () => ok({ encrypted_token: '', message: '', redirectUrl: '' }),
    toast: unknownProblem,
  },
  {
    failure: 'an empty token with a message',
    respond: () => ok({ encrypted_token: '', message: 'No account yet.', redirectUrl: '' }),
    toast: 'No account yet.',
  },
  {
    failure: 'a null token',
    respond: () => ok({ encrypted_token: null, message: null, redirectUrl: null }),
    toast: unknownProblem,
  },
  {
    failure: 'a null token with a message',
    respond: () => ok({ encrypted_token: null, message: 'No account yet.' }),
    toast: 'No account yet.',
  },
  { failure: 'no token', respond: () => ok({}), toast: unknownProblem },
  { failure: 'status 500 with HTML', respond: () => html(500), toast: unknownProblem },
  { failure: 'status 200 with HTML', respond: () => html(200), toast: unknownProblem },
  { failure: 'an empty body', respond: () => new Response(null, { status: 200 }), toast: unknownProblem },
  {
    failure: 'no connection',
    respond: () => {
      throw new TypeError('Failed to fetch');
    },
    toast: unknownProblem,
  },
])(
  'shows “$toast” and clears the cookie for a login that fails with $failure',
  async ({ respond, toast }) => {
    const popups = fakePopups();
    storeSessionToken('stale');
    await openModal({ [exchangePath]: respond });
    await userEvent.click(google());
    popups[0]?.post();

    expect(await screen.findByText(toast)).toBeInTheDocument();
    expectFailedSignIn();
  },
);

it('gives up a login after 15 seconds without a response, and clears the cookie', async () => {
  const popups = fakePopups();
  storeSessionToken('stale');
  await openModal({ [exchangePath]: () => held().answer });
  jest.useFakeTimers();
  try {
    act(() => google().click());
    await act(() => jest.advanceTimersByTimeAsync(100));
    popups[0]?.post();
    await act(() => jest.advanceTimersByTimeAsync(14_500));
    expect(google()).toBeDisabled();
    await act(() => jest.advanceTimersByTimeAsync(500));
  } finally {
    jest.useRealTimers();
  }
  expect(await screen.findByText(unknownProblem)).toBeInTheDocument();
  expectFailedSignIn();
});

it('sends nothing to the server when the provider gave no access token', async () => {
  const popups = fakePopups();
  storeSessionToken('stale');
  const { api } = await openModal();
  await userEvent.click(google());
  popups[0]?.post({ code: '' });

  expect(await screen.findByText(unknownProblem)).toBeInTheDocument();
  expect(api.calls()).toEqual([popupConfigPath]);
  expectFailedSignIn();
});

it('shows the same for a server that does not say which popup to open', async () => {
  storeSessionToken('stale');
  await openModal({ [popupConfigPath]: () => html(502) });
  await userEvent.click(google());

  expect(await screen.findByText(unknownProblem)).toBeInTheDocument();
  expectFailedSignIn();
});

it('keeps the session that another tab has begun since', async () => {
  const popups = fakePopups();
  const exchange = held();
  const { api } = await openModal({ [exchangePath]: () => exchange.answer });
  await userEvent.click(google());
  popups[0]?.post();
  await waitFor(() => expect(api.calls()).toContain(exchangePath));
  act(() => storeSessionToken('of-another-tab'));
  exchange.send(refuse(401, 'unauthenticated', 'Too late.'));

  expect(await screen.findByText('Too late.')).toBeInTheDocument();
  expect(readSessionToken()).toBe('of-another-tab');
});

describe('when the popup is blocked', () => {
  const blocked = 'Your browser blocked the popup. Continue to Google instead.';

  it("shows the library's message, clears the cookie, and offers the provider's page", async () => {
    fakePopups({ areBlocked: true });
    storeSessionToken('stale');
    await openModal();
    await userEvent.click(google());

    expect(await screen.findByText(blocked)).toHaveAttribute('role', 'alert');
    expect(
      await screen.findByText(
        'Unable to establish a connection with the popup. It may have been blocked by the browser.',
      ),
    ).toBeInTheDocument();
    expectFailedSignIn();
  });

  it("leaves for the provider's page, and comes back to where the member was going", async () => {
    fakePopups({ areBlocked: true });
    const sent: string[] = [];
    await openModal({
      'GET /user/login/google': (path) => {
        sent.push(path);
        // jsdom goes to other places of its page only.
        return ok({ redirectUrl: 'http://localhost/#provider' });
      },
    });
    await userEvent.click(google());
    await userEvent.click(await screen.findByRole('button', { name: 'Continue to Google' }));
    await waitFor(() => expect(window.location.hash).toBe('#provider'));
    expect(sent).toEqual(['/user/login/google?destination=%2Faccount%2Fsubmit']);
    expect(screen.queryByText(unknownProblem)).toBeNull();
    window.history.replaceState(null, '', '/');
  });

  it('withdraws the offer when a popup opens', async () => {
    fakePopups({ areBlocked: true });
    await openModal();
    await userEvent.click(google());
    await screen.findByText(blocked);

    fakePopups();
    await userEvent.click(google());
    expect(screen.queryByText(blocked)).toBeNull();
  });
});

it.each([
  { provider: 'Google', path: 'google' },
  { provider: 'Github', path: 'github' },
])('says so when the $provider login call fails, and clears the cookie', async ({ provider, path }) => {
  const start = held();
  storeSessionToken('stale');
  const { api } = await openModal({ [`GET /user/login/${path}`]: () => start.answer });
  await userEvent.click(button('Popup not opening?'));
  expect(document.activeElement).toHaveTextContent(/^Sign in without a popup\./);
  await userEvent.click(button(`Continue to ${provider}`));

  expect(google()).toBeDisabled();
  expect(github()).toBeDisabled();
  expect(iconCount(button(`Sign in with ${provider}`))).toBe(2);
  start.send(refuse(429, 'rate_limited', 'Too often.'));
  expect(await screen.findByText(`There is a problem to login with ${path}`)).toBeInTheDocument();
  expect(api.calls()).toContain(`GET /user/login/${path}?destination=%2Faccount%2Fsubmit`);
  expectFailedSignIn();
});

it("closes an open popup when the visitor continues on the provider's page", async () => {
  const popups = fakePopups();
  await openModal({ 'GET /user/login/google': () => refuse(500, 'internal', 'Broken.') });
  await userEvent.click(google());
  await userEvent.click(button('Popup not opening?'));
  await userEvent.click(button('Continue to Google'));

  expect(await screen.findByText('There is a problem to login with google')).toBeInTheDocument();
  expect(popups[0]?.isClosed()).toBe(true);
});

it('goes nowhere when the provider is known after the modal was closed', async () => {
  fakePopups({ areBlocked: true });
  const start = held();
  const { api } = await openModal({ 'GET /user/login/google': () => start.answer });
  await userEvent.click(google());
  await userEvent.click(await screen.findByRole('button', { name: 'Continue to Google' }));
  await userEvent.click(button('Close'));
  start.send(ok({ redirectUrl: `${window.location.origin}/#elsewhere` }));
  await waitFor(() =>
    expect(api.calls()).toContain('GET /user/login/google?destination=%2Faccount%2Fsubmit'),
  );
  await act(() => start.answer.then(() => undefined));
  expect(window.location.hash).toBe('');
});

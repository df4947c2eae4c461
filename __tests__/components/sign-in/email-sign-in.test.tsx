import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { readSessionToken } from '@/lib/session-token';
import { held, ok, refuse } from '../../setup/fake-api';
import { fakePopups } from '../../setup/fake-popups';
import {
  button,
  exchangePath,
  github,
  google,
  localPopup,
  modal,
  openModal,
  popupConfigPath,
  signedIn,
} from '../../setup/sign-in-screen';

const sendPath = 'POST /user/login/email';
const enterPath = 'POST /user/login/from-email';
const local = { kind: 'local', url: 'http://localhost/api/identity/local' } as const;
const offered = { [popupConfigPath]: () => ok({ identity: local, offersEmail: true }) };
const alone = { [popupConfigPath]: () => ok({ identity: { kind: 'none' }, offersEmail: true }) };
const sent = () => ok({ message: 'We sent a code to ada@example.com.' });

const address = () => screen.findByLabelText(/^Or with your email address/);
const code = () => screen.findByLabelText(/^Code/);

async function sendCode() {
  await userEvent.type(await address(), 'ada@example.com');
  await userEvent.click(button('Send me a code'));
}

it('is not offered on a site without it', async () => {
  await openModal({ [popupConfigPath]: localPopup });
  await waitFor(() => expect(google()).toBeEnabled());
  expect(screen.queryByLabelText(/email address/)).toBeNull();
});

it('signs in with the code of an email and opens the intended page', async () => {
  const bodies: unknown[] = [];
  const { pushed } = await openModal({
    ...offered,
    [sendPath]: (_, body) => (bodies.push(body), sent()),
    [enterPath]: (_, body) => (bodies.push(body), signedIn('session-9')),
  });
  await sendCode();
  expect(await screen.findByText('We sent a code to ada@example.com.')).toBeInTheDocument();
  const field = await code();
  await waitFor(() => expect(field).toHaveFocus());
  expect(field).toHaveAttribute('autocomplete', 'one-time-code');
  expect(field).toHaveAttribute('inputmode', 'numeric');
  await userEvent.keyboard('123456{Enter}');

  await waitFor(() => expect(pushed).toEqual(['/account/submit']));
  expect(readSessionToken()).toBe('session-9');
  expect(modal()).toBeNull();
  expect(bodies).toEqual([{ email: 'ada@example.com' }, { code: '123456' }]);
});

it('shows what the server says of a wrong code beside the field, and keeps the code', async () => {
  const wrong = "This isn't the code of the last email. Please check it.";
  await openModal({
    ...offered,
    [sendPath]: sent,
    [enterPath]: () => refuse(401, 'unauthenticated', wrong, { code: wrong }),
  });
  await sendCode();
  await userEvent.type(await code(), '111111{Enter}');
  expect(await screen.findByText(wrong)).toBeInTheDocument();
  expect(await code()).toHaveValue('111111');
  expect(await code()).toBeInvalid();
  expect(button('Sign in')).toHaveAttribute('aria-disabled', 'false');
});

it('says when no email could be sent, and keeps the address', async () => {
  const sentence = "We couldn't send the email. Please check the address, or try again in a minute.";
  await openModal({ ...offered, [sendPath]: () => refuse(503, 'unavailable', sentence) });
  await sendCode();
  expect(await screen.findByText(sentence)).toBeInTheDocument();
  expect(await address()).toHaveValue('ada@example.com');
});

it('sends another code, and goes back to the address', async () => {
  const { api } = await openModal({ ...offered, [sendPath]: sent });
  await sendCode();
  await code();
  await userEvent.click(button('Send another code'));
  await waitFor(() => expect(api.calls().filter((each) => each === sendPath)).toHaveLength(2));
  await waitFor(() => expect(button('Use another address')).toHaveAttribute('aria-disabled', 'false'));
  await userEvent.click(button('Use another address'));
  expect(await address()).toHaveFocus();
});

it('disables the providers while the code is checked', async () => {
  const late = held();
  await openModal({ ...offered, [sendPath]: sent, [enterPath]: () => late.answer });
  await sendCode();
  await userEvent.type(await code(), '123456{Enter}');
  await waitFor(() => expect(google()).toBeDisabled());
  expect(github()).toBeDisabled();
  late.send(signedIn());
  await waitFor(() => expect(modal()).toBeNull());
});

it('speaks of no provider on a site that has none', async () => {
  await openModal(alone);
  expect(await address()).toBeInTheDocument();
  await waitFor(() => expect(screen.queryByText(/social/)).toBeNull());
  expect(screen.queryByRole('button', { name: /Google|Github|Popup/ })).toBeNull();
  expect(modal()).toHaveTextContent('Sign in to submit, upvote and bookmark tools.');
});

it('links a provider to the account that signs in by email', async () => {
  const popups = fakePopups();
  const linkPath = 'POST /user/private/identities';
  const { api } = await openModal({
    ...offered,
    [sendPath]: sent,
    [enterPath]: () => signedIn('session-9'),
    [exchangePath]: () =>
      refuse(409, 'conflict', 'Sign in with a code by email to link Github.', { linkTo: 'email' }),
    [linkPath]: () => ok({ identities: [], message: 'You can now sign in with Github.' }),
  });
  await waitFor(() => expect(github()).toBeEnabled());
  await userEvent.click(github());
  popups[0]?.post();
  expect(await screen.findByText('Sign in with a code by email to link Github.')).toBeInTheDocument();
  await sendCode();
  await userEvent.type(await code(), '123456{Enter}');
  await waitFor(() => expect(api.calls()).toContain(linkPath));
  await waitFor(() => expect(readSessionToken()).toBe('session-9'));
});

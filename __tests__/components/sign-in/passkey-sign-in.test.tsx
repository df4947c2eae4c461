import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { readSessionToken } from '@/lib/session-token';
import { held, ok, refuse } from '../../setup/fake-api';
import { fakePasskeys } from '../../setup/fake-passkeys';
import { google, modal, openModal, popupConfigPath, signedIn } from '../../setup/sign-in-screen';

const startPath = 'POST /user/login/passkey';
const showPath = 'POST /user/login/from-passkey';
const local = { kind: 'local', url: 'http://localhost/api/identity/local' } as const;
const offered = { [popupConfigPath]: () => ok({ identity: local, offersPasskeys: true }) };
const options = { rpId: 'localhost', challenge: 'AAAA', timeout: 300_000, userVerification: 'required' };
const started = () => ok({ options });
const passkeyButton = () => screen.findByRole('button', { name: 'Sign in with a passkey' });

it('is not offered on a site without passkeys', async () => {
  fakePasskeys();
  await openModal();
  await waitFor(() => expect(google()).toBeEnabled());
  expect(screen.queryByRole('button', { name: /passkey/ })).toBeNull();
});

it('is not offered in a browser without passkeys', async () => {
  await openModal(offered);
  await waitFor(() => expect(google()).toBeEnabled());
  expect(screen.queryByRole('button', { name: /passkey/ })).toBeNull();
});

it('signs in with the passkey that the browser shows, and opens the intended page', async () => {
  const asked = fakePasskeys();
  const bodies: unknown[] = [];
  const { pushed } = await openModal({
    ...offered,
    [startPath]: started,
    [showPath]: (_, body) => (bodies.push(body), signedIn('session-9')),
  });
  await userEvent.click(await passkeyButton());

  await waitFor(() => expect(pushed).toEqual(['/account/submit']));
  expect(readSessionToken()).toBe('session-9');
  expect(modal()).toBeNull();
  expect(asked).toMatchObject([{ rpId: 'localhost', userVerification: 'required' }]);
  expect(bodies).toEqual([
    {
      credential: {
        id: 'aWQ',
        response: {
          ...{ clientDataJSON: 'Y2xpZW50', authenticatorData: 'ZGF0YQ', signature: 'c2lnbmF0dXJl' },
          userHandle: 'aGFuZGxl',
        },
      },
    },
  ]);
});

it('says when the person has cancelled, and keeps the other ways', async () => {
  fakePasskeys(() => 'cancelled');
  await openModal({ ...offered, [startPath]: started });
  await userEvent.click(await passkeyButton());
  expect(
    await screen.findByText('No passkey was used. Try again, or sign in in another way.'),
  ).toHaveAttribute('role', 'alert');
  expect(await passkeyButton()).toHaveAttribute('aria-disabled', 'false');
  expect(await passkeyButton()).toHaveFocus();
  expect(google()).toBeEnabled();
  expect(readSessionToken()).toBeUndefined();
});

it('shows what the server says of a passkey that it does not know', async () => {
  fakePasskeys();
  const sentence = 'This passkey signs in to no account here. Perhaps it was removed from yours.';
  await openModal({
    ...offered,
    [startPath]: started,
    [showPath]: () => refuse(401, 'unauthenticated', sentence, { credential: '' }),
  });
  await userEvent.click(await passkeyButton());
  expect(await screen.findByText(sentence)).toBeInTheDocument();
});

it('disables the providers until the server has answered, and asks once', async () => {
  const asked = fakePasskeys();
  const late = held();
  await openModal({ ...offered, [startPath]: started, [showPath]: () => late.answer });
  await userEvent.click(await passkeyButton());
  await waitFor(() => expect(google()).toBeDisabled());
  await userEvent.click(await passkeyButton());
  late.send(signedIn());
  await waitFor(() => expect(modal()).toBeNull());
  expect(asked).toHaveLength(1);
});

import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { PasskeyList } from '@/components/account/passkey-list';
import { ToastRegion } from '@/components/layout/app-parts';
import { SignInModal } from '@/components/sign-in/sign-in-modal';
import type { Passkey } from '@/lib/contract/passkey';
import { fakeApi, held, ok, refuse } from '../../setup/fake-api';
import { fakePasskeys } from '../../setup/fake-passkeys';
import { renderScreen } from '../../setup/render-screen';
import { signInOnScreen } from '../../setup/screen-member';

const laptop: Passkey = {
  id: '7',
  name: 'Laptop',
  createdAt: '2026-11-01T00:00:00.000Z',
  lastUsedAt: new Date(Date.now() - 49 * 60 * 60 * 1000).toISOString(),
};
const unused: Passkey = { ...laptop, id: '8', name: 'Blue key', lastUsedAt: null };
const options = {
  rp: { id: 'localhost', name: 'Listgrove' },
  user: { id: 'AAAA', name: 'ada', displayName: 'Ada' },
  challenge: 'AAAA',
  pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
  timeout: 300_000,
  excludeCredentials: [],
  authenticatorSelection: {
    ...{ residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
  },
  attestation: 'none',
};
const local = { kind: 'local', url: 'http://localhost/api/identity/local' } as const;
const listPath = 'GET /user/private/passkeys';
const startPath = 'POST /user/private/passkeys/options';
const addPath = 'POST /user/private/passkeys';

type Answers = Parameters<typeof fakeApi>[0];

function renderList(passkeys: Passkey[], answers: Answers = {}, { canAdd = true, isOffered = true } = {}) {
  const api = fakeApi({
    ...signInOnScreen(),
    [listPath]: () => ok({ passkeys }),
    'GET /user/login/identity': () => ok({ identity: local, ...(isOffered && { offersPasskeys: true }) }),
    [startPath]: () => ok({ options }),
    ...answers,
  });
  renderScreen(
    <>
      <PasskeyList canAdd={canAdd} />
      <SignInModal />
      <ToastRegion />
    </>,
  );
  return api;
}

const addButton = () => screen.findByRole('button', { name: 'Add a passkey' });
const rowOf = async (name: string) => {
  const rows = await screen.findAllByRole('listitem');
  const row = rows.find(({ textContent }) => textContent.includes(name));
  if (!row) throw new Error(`No row of ${name}`);
  return within(row);
};
const stale = () =>
  refuse(401, 'unauthenticated', "Sign in again to do this, so that we know it's you.", {
    accessToken: 'The sign-in is older than 5 minutes.',
  });

it('lists passkeys with when they were added and used', async () => {
  fakePasskeys();
  renderList([laptop, unused]);
  expect((await screen.findAllByRole('listitem')).map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(
      /^LaptopAdded on .*2026 · last used 2 days agoRename the passkey LaptopRemove Laptop$/,
    ),
    expect.stringMatching(
      /^Blue keyAdded on .*2026 · not used yetRename the passkey Blue keyRemove Blue key$/,
    ),
  ]);
  expect(screen.getByRole('region', { name: 'Passkeys' })).toBeInTheDocument();
});

it('is not there on a site without passkeys, unless the account has some from before', async () => {
  fakePasskeys();
  const api = renderList([], {}, { isOffered: false });
  await waitFor(() => expect(api.calls()).toContain(listPath));
  expect(screen.queryByRole('region')).toBeNull();
});

it('lets members remove passkeys that the site no longer offers, and add none', async () => {
  fakePasskeys();
  renderList([laptop], {}, { isOffered: false });
  expect(await screen.findByRole('button', { name: 'Remove Laptop' })).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Add a passkey' })).toBeNull();
});

it('says when there is none, and when this browser makes none', async () => {
  renderList([]);
  expect(await screen.findByText("You haven't added a passkey yet.")).toBeInTheDocument();
  expect(screen.getByText(/^This browser can't make passkeys/)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Add a passkey' })).toBeNull();
});

it('loads the list again after a failure', async () => {
  fakePasskeys();
  let isAway = true;
  renderList([laptop], {
    [listPath]: () =>
      isAway ? refuse(503, 'unavailable', 'The server is resting.') : ok({ passkeys: [laptop] }),
  });
  expect(await screen.findByText('The server is resting.')).toBeInTheDocument();
  isAway = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect((await rowOf('Laptop')).getByRole('button', { name: 'Remove Laptop' })).toBeInTheDocument();
});

it('adds a passkey under a name that begins as that of the browser', async () => {
  const asked = fakePasskeys();
  const bodies: unknown[] = [];
  renderList([], {
    [addPath]: (_, body) => (
      bodies.push(body),
      ok({ passkeys: [laptop], message: 'You can now sign in with this passkey.' })
    ),
  });
  const name = await screen.findByLabelText(/^Name of the passkey/);
  expect(name).not.toHaveValue('');
  await userEvent.clear(name);
  await userEvent.type(name, 'Laptop{Enter}');

  expect(await screen.findByText('You can now sign in with this passkey.')).toBeInTheDocument();
  expect((await rowOf('Laptop')).getByRole('button', { name: 'Remove Laptop' })).toBeInTheDocument();
  expect(asked).toMatchObject([{ rp: { id: 'localhost' }, attestation: 'none' }]);
  expect(bodies).toEqual([
    {
      name: 'Laptop',
      credential: {
        id: 'aWQ',
        response: {
          ...{ clientDataJSON: 'Y2xpZW50', attestationObject: 'YXR0ZXN0YXRpb24', transports: ['internal'] },
        },
      },
    },
  ]);
});

it.each([
  ['cancelled', 'No passkey was added. Try again when you are ready.'],
  ['already there', 'This device already has a passkey of your account.'],
] as const)('says when the browser has made none: %s', async (outcome, sentence) => {
  fakePasskeys(() => outcome);
  renderList([]);
  await userEvent.click(await addButton());
  expect(await screen.findByText(sentence)).toBeInTheDocument();
  expect(await addButton()).toHaveAttribute('aria-disabled', 'false');
});

it('asks for another sign-in when the last one is too old', async () => {
  const asked = fakePasskeys();
  renderList([], { [startPath]: stale });
  await userEvent.click(await addButton());
  await userEvent.click(await screen.findByRole('button', { name: 'Sign in again' }));
  expect(await screen.findByRole('dialog', { name: /^Sign in/ })).toBeInTheDocument();
  expect(asked).toEqual([]);
});

it('adds no more than an account may have', async () => {
  fakePasskeys();
  renderList(Array.from({ length: 20 }, (_, index) => ({ ...laptop, id: String(index + 1) })));
  expect(await screen.findByText(/^You have 20 passkeys/)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Add a passkey' })).toBeNull();
});

it('adds none to an account that is about to be deleted', async () => {
  fakePasskeys();
  renderList([laptop], {}, { canAdd: false });
  await rowOf('Laptop');
  expect(screen.queryByRole('button', { name: 'Add a passkey' })).toBeNull();
});

it('renames a passkey, and gives the focus back', async () => {
  fakePasskeys();
  const bodies: unknown[] = [];
  renderList([laptop], {
    'PATCH /user/private/passkeys/7': (_, body) => (
      bodies.push(body),
      ok({ passkeys: [{ ...laptop, name: 'Work' }] })
    ),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Rename the passkey Laptop' }));
  expect((await rowOf('Name of the passkey')).getByRole('textbox')).toHaveFocus();
  await userEvent.keyboard('Work{Enter}');
  expect(await screen.findByRole('button', { name: 'Rename the passkey Work' })).toHaveFocus();
  expect(bodies).toEqual([{ name: 'Work' }]);
});

it('removes a passkey once that is confirmed, and says why another one stays', async () => {
  fakePasskeys();
  const answer = held();
  let answers = 0;
  renderList([laptop, unused], {
    'DELETE /user/private/passkeys/7': () =>
      answers++ === 0
        ? refuse(409, 'conflict', 'This is your last way to sign in. Add another one before you remove it.')
        : answer.answer,
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Remove Laptop' }));
  expect(screen.getByRole('button', { name: 'Keep it' })).toHaveFocus();
  await userEvent.click(screen.getByRole('button', { name: 'Remove it' }));
  expect(await screen.findByText(/^This is your last way to sign in/)).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Remove it' }));
  answer.send(ok({ passkeys: [unused], message: 'This passkey no longer signs in to your account.' }));
  await waitFor(() => expect(screen.queryByText('Laptop')).toBeNull());
  expect(screen.getByRole('list', { name: 'Passkeys' })).toHaveFocus();
});

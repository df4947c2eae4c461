import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { IdentityList } from '@/components/account/identity-list';
import { ToastRegion } from '@/components/layout/app-parts';
import type { Identity } from '@/lib/contract/account';
import { fakeApi, ok, refuse } from '../../setup/fake-api';
import { renderScreen } from '../../setup/render-screen';
import { signInOnScreen } from '../../setup/screen-member';

const [createdAt, lastUsedAt] = ['2026-11-01T00:00:00.000Z', '2026-11-02T00:00:00.000Z'];
const github: Identity = {
  provider: 'github.com',
  ...{ subject: '1', email: 'ada@example.com', createdAt, lastUsedAt },
};
const byEmail: Identity = {
  provider: 'email',
  ...{ subject: 'ada@club.example', email: 'ada@club.example', createdAt, lastUsedAt },
};
const sendPath = 'POST /user/private/identities/email';
const linkPath = `${sendPath}/link`;
const unlinkPath = 'POST /user/private/identities/unlink';

type Answers = Parameters<typeof fakeApi>[0];

function renderList(
  identities: Identity[],
  answers: Answers = {},
  { canLink = true, offersEmail = true } = {},
) {
  const identity = { kind: 'local', url: 'http://localhost/api/identity/local' };
  fakeApi({
    ...signInOnScreen(),
    'GET /user/private/identities': () => ok({ identities }),
    'GET /user/login/identity': () => ok({ identity, ...(offersEmail && { offersEmail }) }),
    ...answers,
  });
  renderScreen(
    <>
      <IdentityList canLink={canLink} />
      <ToastRegion />
    </>,
  );
}

const address = () => screen.findByLabelText(/^Add an email address/);

it('adds an address with the code that was sent there', async () => {
  const bodies: unknown[] = [];
  renderList([github], {
    [sendPath]: (_, body) => (bodies.push(body), ok({ message: 'We sent a code to ada@club.example.' })),
    [linkPath]: (_, body) => (
      bodies.push(body),
      ok({ identities: [github, byEmail], message: 'You can now sign in.' })
    ),
  });
  await userEvent.type(await address(), 'ada@club.example{Enter}');
  const code = await screen.findByLabelText(/^Code/);
  await waitFor(() => expect(code).toHaveFocus());
  await userEvent.keyboard('123456{Enter}');

  expect(await screen.findByText('You can now sign in.')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Remove ada@club.example' })).toBeInTheDocument();
  expect(await address()).toHaveValue('');
  expect(bodies).toEqual([{ email: 'ada@club.example' }, { code: '123456' }]);
});

it('shows what is wrong beside the field', async () => {
  const wrong = "This isn't the code of the last email. Please check it.";
  renderList([github], {
    [sendPath]: () => ok({ message: 'We sent a code.' }),
    [linkPath]: () => refuse(401, 'unauthenticated', wrong, { code: wrong }),
  });
  await userEvent.type(await address(), 'ada@club.example{Enter}');
  await userEvent.type(await screen.findByLabelText(/^Code/), '111111{Enter}');
  expect(await screen.findByText(wrong)).toBeInTheDocument();
  expect(screen.getByLabelText(/^Code/)).toBeInvalid();
  await userEvent.click(screen.getByRole('button', { name: 'Use another address' }));
  await waitFor(async () => expect(await address()).toHaveFocus());
});

it('asks for another sign-in when the last one is too old', async () => {
  renderList([github], {
    [sendPath]: () =>
      refuse(401, 'unauthenticated', "Sign in again to do this, so that we know it's you.", {
        accessToken: 'The sign-in is older than 5 minutes.',
      }),
  });
  await userEvent.type(await address(), 'ada@club.example{Enter}');
  expect(await screen.findByRole('button', { name: 'Sign in again' })).toBeInTheDocument();
});

it('removes an address once that is confirmed', async () => {
  renderList([github, byEmail], {
    [unlinkPath]: (_, body) => ok({ identities: [github], message: `Removed ${JSON.stringify(body)}` }),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Remove ada@club.example' }));
  await userEvent.click(screen.getByRole('button', { name: 'Remove it' }));
  const body = '{"provider":"email","subject":"ada@club.example"}';
  expect(await screen.findByText(`Removed ${body}`)).toBeInTheDocument();
  expect(screen.queryByText('Code by email')).toBeNull();
  expect(screen.getByRole('list')).toHaveFocus();
});

it('removes a provider as well, but offers it for no identity that is the only one', async () => {
  renderList([github, byEmail], {
    [unlinkPath]: (_, body) => ok({ identities: [byEmail], message: `Removed ${JSON.stringify(body)}` }),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Remove Github' }));
  expect(screen.getByText('Github will no longer sign in to your account.')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Remove it' }));
  expect(await screen.findByText('Removed {"provider":"github.com","subject":"1"}')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /^Remove/ })).toBeNull();
});

it('offers no address where no codes are sent, nor for an account that is about to be deleted', async () => {
  renderList([github, byEmail], {}, { canLink: false });
  await screen.findByText('Code by email');
  expect(screen.queryByLabelText(/^Add an email address/)).toBeNull();
  expect(screen.queryByRole('button', { name: /^Remove/ })).toBeNull();
});

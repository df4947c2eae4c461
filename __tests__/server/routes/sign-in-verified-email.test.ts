import { emailTasks } from '@/server/commands/send-mail';
import { auditEntries } from '@/server/db/schema';
import { buildUser } from '../../setup/build';
import { ada, eve, setUpFirebaseSignIn } from '../../setup/firebase-sign-in';
import type { Person } from '../../setup/identity-person';
import { runNext } from '../../setup/tasks';
import { testNow } from '../../setup/test-app';

const firebase = setUpFirebaseSignIn();
const { api, signIn, storedRows } = firebase;
const minutes = (count: number) => count * 60 * 1000;

const verifiedEve: Person = { ...eve, isVerifiedAtGithub: true };

describe('the same verified email at the other provider', () => {
  it('is not spoken of to somebody whose provider has not verified it', async () => {
    await signIn(await firebase.double.popup('google.com', eve));

    expect(await signIn(await firebase.double.popup('github.com', eve))).toMatchObject({ status: 200 });
    expect((await storedRows()).users).toHaveLength(2);
  });

  it('gets 409 with the provider to link from, and changes no account', async () => {
    await signIn(await firebase.double.popup('google.com', eve));
    const before = await storedRows();

    const rejected = await signIn(await firebase.double.popup('github.com', verifiedEve));

    expect(rejected).toMatchObject({
      status: 409,
      body: {
        code: 'conflict',
        message: 'You already have an account with this email. Sign in with Google to link Github.',
        fields: { linkTo: 'google.com' },
      },
    });
    expect(await storedRows()).toEqual(before);
  });

  it('can be linked by a signed-in user with the tokens of the rejected sign-in', async () => {
    const first = await signIn(await firebase.double.popup('google.com', eve));
    const token = /"encrypted_token":"([^"]+)"/.exec(first.text)?.[1] ?? '';
    const github = await firebase.double.popup('github.com', verifiedEve);
    await signIn(github);
    api.clock.now = new Date(testNow.getTime() + minutes(1));

    const link = () =>
      api.request('POST', '/api/user/private/identities', {
        headers: { accessToken: `Bearer ${token}` },
        body: github,
      });
    expect(await link()).toMatchObject({
      status: 200,
      body: {
        identities: [{ provider: 'google.com' }, { provider: 'github.com', email: 'eve@example.com' }],
      },
    });
    // The error names the ID token, because the session is valid.
    expect(await link()).toMatchObject({ status: 401, body: { fields: { idToken: 'it was used already' } } });

    expect(await signIn(await firebase.double.popup('github.com', verifiedEve))).toMatchObject({
      status: 200,
    });
    expect((await storedRows()).users).toHaveLength(1);
  });

  it('is linked soon after a sign-in only, so that a stolen session cannot stay', async () => {
    const first = await signIn(await firebase.double.popup('google.com', ada));
    const token = /"encrypted_token":"([^"]+)"/.exec(first.text)?.[1] ?? '';
    const { id } = (await storedRows()).users[0] ?? { id: '' };
    const link = async (headers: { accessToken: string }) =>
      api.request('POST', '/api/user/private/identities', {
        headers,
        body: await firebase.double.popup('github.com', eve),
      });
    api.clock.now = new Date(testNow.getTime() + minutes(5) + 1);

    expect(await link({ accessToken: `Bearer ${token}` })).toMatchObject({
      status: 401,
      body: { fields: { accessToken: 'The sign-in is older than 5 minutes.' } },
    });
    expect((await storedRows()).identities).toHaveLength(1);
    expect(await link(await api.signIn({ id }))).toMatchObject({ status: 200 });
    while (await runNext(emailTasks, api.deps()));
    expect(api.sent).toMatchObject([
      {
        to: 'ada@example.com',
        text: expect.stringMatching(/^You can now sign in to your account on Listgrove with Github\.\n/),
      },
    ]);
  });

  it('cannot be linked to a second user', async () => {
    await signIn(await firebase.double.popup('github.com', ada));
    const bob = await buildUser(api.db);
    api.clock.now = new Date(testNow.getTime() + minutes(1));

    const response = await api.request('POST', '/api/user/private/identities', {
      headers: await api.signIn(bob),
      body: await firebase.double.popup('github.com', ada),
    });

    expect(response).toMatchObject({
      status: 409,
      body: { message: 'This Github account already belongs to another member.' },
    });
    expect(await storedRows()).toMatchObject({ identities: [{ userId: '1' }] });
  });

  it('does not matter if the first provider has not verified it', async () => {
    // An unverified claim of an email must not block its owner.
    await signIn(await firebase.double.popup('github.com', eve));

    expect(await signIn(await firebase.double.popup('google.com', eve))).toMatchObject({ status: 200 });
    expect((await storedRows()).users).toHaveLength(2);
  });

  it('gets 409 if Github has verified it', async () => {
    await signIn(await firebase.double.popup('github.com', verifiedEve));

    expect(await signIn(await firebase.double.popup('google.com', eve))).toMatchObject({
      status: 409,
      body: { fields: { linkTo: 'github.com' } },
    });
  });
});

describe('ADMIN_EMAILS', () => {
  const bob: Person = {
    ...ada,
    name: 'Bob',
    email: 'Bob@Example.com',
    ids: { 'google.com': '7', 'github.com': '8' },
  };
  const roles = async () => (await storedRows()).users.map(({ name, role }) => [name, role]);

  it('makes the first listed email that signs in an admin, and no other', async () => {
    await signIn(await firebase.double.popup('google.com', eve));
    await signIn(await firebase.double.popup('google.com', bob));
    await signIn(await firebase.double.popup('google.com', ada));

    expect(await roles()).toEqual([
      ['Eve', 'member'],
      ['Bob', 'admin'],
      ['Ada Lovelace', 'member'],
    ]);
    expect(await api.db.select().from(auditEntries)).toMatchObject([
      { actorHandle: 'ADMIN_EMAILS', action: 'user.role', subjectId: '2', details: { to: 'admin' } },
    ]);
  });

  it('applies only to emails that the provider has verified', async () => {
    await signIn(await firebase.double.popup('github.com', ada));

    expect(await roles()).toEqual([['Ada Lovelace', 'member']]);
  });

  it.each(['google.com', 'github.com'] as const)(
    "takes the word of %s, and not Firebase's claim that the email is verified",
    async (provider) => {
      const unverified = { ...ada, isVerifiedAtGoogle: false };
      const claims = { ...firebase.double.claimsOf(provider, unverified), email_verified: true };
      const idToken = await firebase.double.signIdToken(claims);

      await signIn({ provider, idToken, providerToken: firebase.double.grant(provider, unverified) });

      expect(await roles()).toEqual([['Ada Lovelace', 'member']]);
      expect((await storedRows()).identities).toMatchObject([{ isEmailVerified: false }]);
    },
  );

  it('does not take another letter for the one that it becomes in lower case', async () => {
    // The Kelvin sign becomes "k".
    const kelvin = { ...ada, email: 'mi\u212Ae@example.com' };
    await signIn(await firebase.double.popup('google.com', kelvin));

    expect(await roles()).toEqual([['Ada Lovelace', 'member']]);
  });
});

import type { ServerEnv } from '@/server/config/env';
import { identities, sessions } from '@/server/db/schema/sign-in-schema';
import { buildIdentity } from '../../setup/build';
import { emailIdentityCalls, type MemberHeaders } from '../../setup/email-identities';
import { passkeyCalls } from '../../setup/passkeys';
import { buildSignedInUser } from '../../setup/signed-in-user';
import { setUpTestApp } from '../../setup/test-app';

const settings: { env: Partial<ServerEnv> } = { env: {} };
const api = setUpTestApp(() => ({ signsInByPasskey: true, signsInByEmail: true, ...settings.env }));
const { add, idOf, remove } = passkeyCalls(api);
beforeEach(() => {
  settings.env = {};
});

const { ask, buildMember, enter, sentCode, unlink } = emailIdentityCalls(api);

async function link(headers: MemberHeaders, email: string) {
  expect(await ask(headers, email)).toMatchObject({ status: 200 });
  return enter(headers);
}

describe('email addresses of an account', () => {
  it('are added with a code, and sign in then', async () => {
    const { headers, id } = await buildMember();
    expect(await link(headers, 'Ada@example.com')).toMatchObject({
      status: 200,
      body: {
        identities: [{ provider: 'email', email: 'Ada@example.com' }, { provider: 'github.com' }],
        message: 'You can now sign in with a code that we send to Ada@example.com.',
      },
    });
    expect(api.sent.at(-1)?.text).toMatch(
      /^Your code to add this address to your account on Listgrove: \d{6}/,
    );
    expect(await api.db.select().from(identities)).toMatchObject([
      { userId: id },
      { userId: id, subject: 'ada@example.com', isEmailVerified: true },
    ]);
    const { headers: asked } = await api.request('POST', '/api/user/login/email', {
      body: { email: 'ada@example.com' },
    });
    const cookie = asked.getSetCookie()[0]?.split(';', 1).join('') ?? '';
    const signedIn = await api.request('POST', '/api/user/login/from-email', {
      body: { code: sentCode() },
      headers: { cookie },
    });
    expect(signedIn).toMatchObject({ status: 200 });
    expect((await api.db.select().from(sessions)).map(({ userId }) => userId)).toEqual([id, id]);
    expect(await enter(headers)).toMatchObject({
      status: 401,
      body: { fields: { code: expect.any(String) } },
    });
  });

  it('need the code of the same session', async () => {
    const member = await buildMember();
    const other = await api.signIn(member);
    await ask(member.headers, 'ada@example.com');
    expect(await enter(other)).toMatchObject({ status: 401 });
    expect(await enter(member.headers)).toMatchObject({ status: 200 });
  });

  it('of another member cannot be added, nor those of services for some minutes', async () => {
    const [ada, eve] = [await buildMember(), await buildMember()];
    await link(ada.headers, 'ada@example.com');
    expect(await link(eve.headers, 'ADA@example.com')).toMatchObject({ status: 409 });
    expect(await link(eve.headers, 'eve@mailinator.com')).toMatchObject({ status: 403 });
  });

  it('are at most ten', async () => {
    const { headers, id } = await buildMember();
    for (let index = 0; index < 10; index += 1)
      await buildIdentity(api.db, { id }, { issuer: 'email', provider: 'email' });
    expect(await ask(headers, 'ada@example.com')).toMatchObject({ status: 409 });
    expect(api.sent).toEqual([]);
  });

  it('are removed, but the last identity stays, also beside passkeys', async () => {
    const { headers } = await buildMember();
    await link(headers, 'ada@example.com');
    expect(await unlink(headers, 'eve@example.com')).toMatchObject({ status: 404 });
    expect(await unlink(headers, 'ada@example.com')).toMatchObject({
      status: 200,
      body: { identities: [{ provider: 'github.com' }] },
    });

    const alone = await buildSignedInUser(api);
    await link(alone.headers, 'bob@example.com');
    await add(alone.headers);
    expect(await unlink(alone.headers, 'bob@example.com')).toMatchObject({ status: 409 });
    await buildIdentity(api.db, alone);
    settings.env = { identity: { kind: 'none' } };
    // Github no longer signs in on this site.
    expect(await unlink(alone.headers, 'bob@example.com')).toMatchObject({ status: 409 });
    expect(await remove(alone.headers, await idOf(alone.headers))).toMatchObject({ status: 200 });
  });

  it('replace a provider, which is linked to another account then', async () => {
    const { headers, id } = await buildMember();
    const [github] = await api.db.select().from(identities);
    if (!github) throw new Error('The member has an identity.');
    expect(await unlink(headers, github.subject, 'github.com')).toMatchObject({ status: 409 });
    await link(headers, 'ada@example.com');
    expect(await unlink(headers, github.subject, 'google.com')).toMatchObject({ status: 404 });
    const eve = await buildMember();
    expect(await unlink(eve.headers, github.subject, 'github.com')).toMatchObject({ status: 404 });
    expect(await unlink(headers, github.subject, 'github.com')).toMatchObject({
      status: 200,
      body: {
        identities: [{ provider: 'email', subject: 'ada@example.com' }],
        message: 'Github no longer signs in to your account.',
      },
    });
    expect((await api.db.select().from(identities)).map(({ userId }) => userId).toSorted()).toEqual(
      [id, eve.id].toSorted(),
    );
  });

  it('are one by one, however many removals arrive at once', async () => {
    const { headers } = await buildSignedInUser(api);
    await link(headers, 'ada@example.com');
    await link(headers, 'bob@example.com');
    const answers = await Promise.all([
      unlink(headers, 'ada@example.com'),
      unlink(headers, 'bob@example.com'),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });
});

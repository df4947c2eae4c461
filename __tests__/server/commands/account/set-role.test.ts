import { setRole } from '@/server/commands/account/set-role';
import { auditEntries, users } from '@/server/db/schema';
import { buildIdentity, buildUser } from '../../../setup/build';
import { setUpTestApp, testNow } from '../../../setup/test-app';

const api = setUpTestApp();
const roles = async () => (await api.db.select().from(users).orderBy(users.id)).map(({ role }) => role);
const entries = () => api.db.select().from(auditEntries);

it('grants a role once, with one audit entry, and revokes it with another', async () => {
  const ada = await buildUser(api.db, { handle: 'ada' });
  await buildIdentity(api.db, ada, { email: 'Ada@example.com', isEmailVerified: true });

  expect(await setRole(api.deps(), { member: 'ada@example.com', role: 'moderator' })).toEqual({
    handle: 'ada',
    from: 'member',
    to: 'moderator',
  });
  await setRole(api.deps(), { member: 'ada@example.com', role: 'moderator' });
  expect(await entries()).toEqual([
    {
      id: '1',
      actorId: null,
      actorHandle: 'command line',
      action: 'user.role',
      subjectKind: 'user',
      subjectId: ada.id,
      details: { from: 'member', to: 'moderator' },
      createdAt: testNow,
      hash: expect.any(Buffer),
    },
  ]);

  await setRole(api.deps(), { member: '@ada', role: 'member' });
  expect(await roles()).toEqual(['member']);
  expect(await entries()).toHaveLength(2);
});

it('rejects an email that no account or several accounts use, and changes nothing', async () => {
  for (const handle of ['ada', 'bob']) {
    const user = await buildUser(api.db, { handle });
    await buildIdentity(api.db, user, { email: 'shared@example.com', isEmailVerified: true });
  }

  await expect(setRole(api.deps(), { member: 'nobody@example.com', role: 'admin' })).rejects.toMatchObject({
    code: 'not_found',
  });
  await expect(setRole(api.deps(), { member: 'shared@example.com', role: 'admin' })).rejects.toMatchObject({
    code: 'conflict',
    message: 'Several accounts use shared@example.com. Choose one by its handle: @ada, @bob.',
  });

  expect(await roles()).toEqual(['member', 'member']);
  expect(await entries()).toEqual([]);
});

it('grants nothing to an email that no provider has verified, and names the accounts that claim it', async () => {
  const ada = await buildUser(api.db, { handle: 'ada', email: 'ada@example.com' });
  await buildIdentity(api.db, ada, { email: 'ada@example.com' });
  const thief = await buildUser(api.db, { handle: 'thief' });
  await buildIdentity(api.db, thief, { email: 'boss@example.com' });
  await buildUser(api.db, { handle: 'old', email: 'boss@example.com' });
  const grant = (member: string) => setRole(api.deps(), { member, role: 'admin' });

  await expect(grant('ada@example.com')).rejects.toMatchObject({
    code: 'conflict',
    message:
      'No provider has verified that ada@example.com belongs to @ada. Make sure who that is, then use the handle instead of the email.',
  });
  await expect(grant('Boss@example.com')).rejects.toMatchObject({ code: 'conflict' });
  expect(await roles()).toEqual(['member', 'member', 'member']);
  expect(await entries()).toEqual([]);

  expect(await grant('@ada')).toEqual({ handle: 'ada', from: 'member', to: 'admin' });
});

it('grants to the one account whose email is verified, whatever other account claims it', async () => {
  for (const [handle, isEmailVerified] of [
    ['thief', false],
    ['ada', true],
  ] as const) {
    const user = await buildUser(api.db, { handle, email: 'ada@example.com' });
    await buildIdentity(api.db, user, { email: 'ada@example.com', isEmailVerified });
  }

  expect(await setRole(api.deps(), { member: 'ADA@example.com', role: 'moderator' })).toMatchObject({
    handle: 'ada',
  });
  // The Kelvin sign becomes "k" in lower case.
  const kelvin = await buildUser(api.db, { handle: 'kelvin' });
  await buildIdentity(api.db, kelvin, { email: 'mi\u212Ae@example.com', isEmailVerified: true });
  await expect(setRole(api.deps(), { member: 'mike@example.com', role: 'admin' })).rejects.toMatchObject({
    code: 'not_found',
  });
});

it('revokes the named role and no other', async () => {
  await buildUser(api.db, { handle: 'ada', role: 'admin' });
  const takeAway = (insteadOf: 'moderator' | 'admin') =>
    setRole(api.deps(), { member: '@ada', role: 'member', insteadOf });

  await expect(takeAway('moderator')).rejects.toMatchObject({
    message: '@ada has the role admin, not moderator.',
  });
  expect(await roles()).toEqual(['admin']);

  expect(await takeAway('admin')).toEqual({ handle: 'ada', from: 'admin', to: 'member' });
  expect(await takeAway('admin')).toEqual({ handle: 'ada', from: 'member', to: 'member' });
  expect(await entries()).toHaveLength(1);
});

it('prevents changes to audit entries and their deletion', async () => {
  await buildUser(api.db, { handle: 'ada' });
  await setRole(api.deps(), { member: '@ada', role: 'admin' });

  await expect(api.db.update(auditEntries).set({ actorHandle: 'nobody' })).rejects.toThrow();
  await expect(api.db.delete(auditEntries)).rejects.toThrow();

  expect(await entries()).toMatchObject([{ actorHandle: 'command line' }]);
});

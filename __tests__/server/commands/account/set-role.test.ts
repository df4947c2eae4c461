import { setRole } from '@/server/commands/account/set-role';
import { auditEntries, users } from '@/server/db/schema';
import { buildUser } from '../../../setup/build';
import { setUpTestApp, testNow } from '../../../setup/test-app';

const api = setUpTestApp();
const roles = async () => (await api.db.select().from(users).orderBy(users.id)).map(({ role }) => role);
const entries = () => api.db.select().from(auditEntries);

it('grants a role once, with one audit entry, and revokes it with another', async () => {
  const ada = await buildUser(api.db, { handle: 'ada', email: 'Ada@example.com' });

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
    },
  ]);

  await setRole(api.deps(), { member: '@ada', role: 'member' });
  expect(await roles()).toEqual(['member']);
  expect(await entries()).toHaveLength(2);
});

it('rejects an email that no account or several accounts use, and changes nothing', async () => {
  await buildUser(api.db, { handle: 'ada', email: 'shared@example.com' });
  await buildUser(api.db, { handle: 'bob', email: 'shared@example.com' });

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

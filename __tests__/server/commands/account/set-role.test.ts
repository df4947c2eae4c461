import { setRole } from '@/server/commands/account/set-role';
import { auditEntries, users } from '@/server/db/schema';
import { buildUser } from '../../../setup/build';
import { setUpTestApp, testNow } from '../../../setup/test-app';

const api = setUpTestApp();
const roles = async () => (await api.db.select().from(users).orderBy(users.id)).map(({ role }) => role);
const entries = () => api.db.select().from(auditEntries);

it('gives a role once, with one audit entry, and takes it back with another', async () => {
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

it('refuses an address that nobody or several have, and changes nothing', async () => {
  await buildUser(api.db, { handle: 'ada', email: 'shared@example.com' });
  await buildUser(api.db, { handle: 'bob', email: 'shared@example.com' });

  await expect(setRole(api.deps(), { member: 'nobody@example.com', role: 'admin' })).rejects.toMatchObject({
    code: 'not_found',
  });
  await expect(setRole(api.deps(), { member: 'shared@example.com', role: 'admin' })).rejects.toMatchObject({
    code: 'conflict',
    message: 'Several accounts have the address shared@example.com: name one of @ada, @bob.',
  });

  expect(await roles()).toEqual(['member', 'member']);
  expect(await entries()).toEqual([]);
});

it('takes away the role that is named, and no other', async () => {
  await buildUser(api.db, { handle: 'ada', role: 'admin' });
  const takeAway = (insteadOf: 'moderator' | 'admin') =>
    setRole(api.deps(), { member: '@ada', role: 'member', insteadOf });

  await expect(takeAway('moderator')).rejects.toMatchObject({ message: '@ada is admin, not moderator.' });
  expect(await roles()).toEqual(['admin']);

  expect(await takeAway('admin')).toEqual({ handle: 'ada', from: 'admin', to: 'member' });
  expect(await takeAway('admin')).toEqual({ handle: 'ada', from: 'member', to: 'member' });
  expect(await entries()).toHaveLength(1);
});

it('lets no audit entry be changed or deleted', async () => {
  await buildUser(api.db, { handle: 'ada' });
  await setRole(api.deps(), { member: '@ada', role: 'admin' });

  await expect(api.db.update(auditEntries).set({ actorHandle: 'nobody' })).rejects.toThrow();
  await expect(api.db.delete(auditEntries)).rejects.toThrow();

  expect(await entries()).toMatchObject([{ actorHandle: 'command line' }]);
});

import { setRole } from '@/server/commands/set-role';
import { auditEntries, users } from '@/server/db/schema';
import { buildUser } from '../../setup/build';
import { setUpTestApp, testNow } from '../../setup/test-app';

const api = setUpTestApp();
const roles = async () => (await api.db.select().from(users).orderBy(users.id)).map(({ role }) => role);
const entries = () => api.db.select().from(auditEntries);

it('gives a role once, with one audit entry, and takes it back with another', async () => {
  const ada = await buildUser(api.db, { handle: 'ada', email: 'Ada@example.com' });

  expect(await setRole(api.deps(), 'ada@example.com', 'moderator')).toEqual({
    handle: 'ada',
    from: 'member',
    to: 'moderator',
  });
  await setRole(api.deps(), 'ada@example.com', 'moderator');
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

  await setRole(api.deps(), '@ada', 'member');
  expect(await roles()).toEqual(['member']);
  expect(await entries()).toHaveLength(2);
});

it('refuses an address that nobody or several have, and changes nothing', async () => {
  await buildUser(api.db, { handle: 'ada', email: 'shared@example.com' });
  await buildUser(api.db, { handle: 'bob', email: 'shared@example.com' });

  await expect(setRole(api.deps(), 'nobody@example.com', 'admin')).rejects.toMatchObject({
    code: 'not_found',
  });
  await expect(setRole(api.deps(), 'shared@example.com', 'admin')).rejects.toMatchObject({
    code: 'conflict',
    message: 'Several accounts have the address shared@example.com: name one of @ada, @bob.',
  });

  expect(await roles()).toEqual(['member', 'member']);
  expect(await entries()).toEqual([]);
});

it('lets no audit entry be changed or deleted', async () => {
  await buildUser(api.db, { handle: 'ada' });
  await setRole(api.deps(), '@ada', 'admin');

  await expect(api.db.update(auditEntries).set({ actorHandle: 'nobody' })).rejects.toThrow();
  await expect(api.db.delete(auditEntries)).rejects.toThrow();

  expect(await entries()).toMatchObject([{ actorHandle: 'command line' }]);
});

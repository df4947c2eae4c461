import { eq, sql } from 'drizzle-orm';
import { findProfileCall } from '@/lib/contract/profile';
import { listMembersCall } from '@/lib/contract/member';
import { DAY_MS } from '@/lib/contract/plain/durations';
import { checkNames } from '@/server/commands/account/check-names';
import { signIn } from '@/server/commands/account/sign-in';
import { users } from '@/server/db/schema';
import { buildUser } from '../../setup/build';
import { noRateLimits } from '../../setup/no-rate-limits';
import { buildSignedInUser, type SignedInUser } from '../../setup/signed-in-user';
import { setUpTestApp } from '../../setup/test-app';

const api = setUpTestApp({}, { rateLimits: noRateLimits });
const never = new AbortController().signal;
const change = async ({ headers }: SignedInUser, body: object) => {
  const answer = await api.request('PATCH', '/api/user/private/profile', { headers, body });
  return answer.status;
};
const handleOf = async ({ id }: { id: string }) =>
  (await api.db.select().from(users).where(eq(users.id, id)))[0]?.handle;
const ada = () => buildSignedInUser(api, { handle: 'ada', name: 'Ada' });

it.each([
  ['admin', 400],
  ['moderator', 400],
  ['adm1n', 400],
  ['the-moderators', 400],
  ['former-member', 400],
  ['sprig', 400],
  ['sprig-team', 400],
  // With Cyrillic letters.
  ['\u0435dda-birch', 400],
  ['form\u0435r-member', 400],
  // Every letter is Cyrillic, and looks like “ace”.
  ['\u0430\u0441\u0435', 409],
  ['edda-b1rch', 200],
  ['rny-handle', 200],
  ['\u043c\u0430\u0440\u0438\u044f', 200],
  ['李白', 200],
])('answers a change of the handle to %s with %i', async (handle, status) => {
  await buildUser(api.db, { handle: 'edda-birch' });
  await buildUser(api.db, { handle: 'ace' });
  await checkNames(api.deps(), never);
  expect(await change(await ada(), { handle })).toBe(status);
});

it.each([
  ['Ada ✓', 400],
  ['Moderator', 400],
  ['Ada (M\u043eder\u0430tor)', 400],
  ['Sprig team', 400],
  ['A former member', 400],
  ['A\u200Bda', 400],
  ['Ada\u200F', 400],
  ['Leopold Staff', 200],
  ['Zoë 👩‍💻', 200],
  ['می\u200Cخواهم', 200],
])('answers a change of the name to %s with %i', async (name, status) => {
  expect(await change(await ada(), { name })).toBe(status);
});

it('gives a handle that was given up to nobody else for 90 days, and to its former owner at once', async () => {
  const [one, other] = [await ada(), await buildSignedInUser(api, { handle: 'bob' })];
  expect(await change(one, { handle: 'ada-two' })).toBe(200);
  expect(await change(other, { handle: 'ada' })).toBe(409);
  expect(await change(one, { handle: 'ada' })).toBe(200);
  expect(await change(one, { handle: 'ada-two' })).toBe(200);
  await api.db.execute(
    sql`UPDATE freed_handles SET freed_at = ${new Date(api.clock.now.getTime() - 91 * DAY_MS).toISOString()}`,
  );
  expect(await change(other, { handle: 'ada' })).toBe(200);

  await api.db.delete(users).where(eq(users.id, one.id));
  expect(await change(other, { handle: 'ada-two' })).toBe(409);
});

it('signs in whoever has a deceptive name at a provider, under another one', async () => {
  await buildUser(api.db, { handle: 'ace' });
  await checkNames(api.deps(), never);
  const names = ['Moderator ✓', 'admin', '\u0430\u0441\u0435', 'A\u202Eda ✓'];
  for (const [index, name] of names.entries()) {
    const identity = {
      issuer: 'https://github.com',
      subject: `${index}`,
      provider: 'github.com',
      name,
    } as const;
    await signIn(api.deps(), { ...identity, email: null, isEmailVerified: false }, { userAgent: null });
  }
  const rows = await api.db.select().from(users).orderBy(users.id);
  expect(rows.slice(1).map(({ handle, name }) => `${handle}: ${name}`)).toEqual([
    'member: Member',
    'member-2: Member',
    '\u0430\u0441\u0435-2: \u0430\u0441\u0435',
    'a-da: A da',
  ]);
});

it('lists for moderators whom an earlier build let take such a name, and renames nobody', async () => {
  const moderator = await buildSignedInUser(api, { handle: 'mo', role: 'moderator' });
  const kept = [
    await buildUser(api.db, { handle: 'ace' }),
    await buildUser(api.db, { handle: '\u0430\u0441\u0435' }),
    await buildUser(api.db, { handle: 'admin' }),
    await buildUser(api.db, { handle: 'ok', name: 'Ada ✓' }),
  ];
  await checkNames(api.deps(), never);
  const { body } = await api.request('GET', '/api/moderation/users?order=names', moderator);
  const { members } = listMembersCall.answer.parse(body);
  expect(members.map(({ handle, nameIssue }) => `${handle}: ${nameIssue}`).sort()).toEqual([
    'admin: The handle speaks for the site.',
    'ok: The name has invisible characters or a mark.',
    '\u0430\u0441\u0435: The handle looks like that of another member.',
  ]);
  expect(await Promise.all(kept.map(handleOf))).toEqual(['ace', '\u0430\u0441\u0435', 'admin', 'ok']);
});

it('keeps a member with a deceptive name in the list who takes another handle', async () => {
  const moderator = await buildSignedInUser(api, { handle: 'mo', role: 'moderator' });
  const member = await buildSignedInUser(api, { handle: 'ok', name: 'Ada ✓' });
  await checkNames(api.deps(), never);
  expect(await change(member, { handle: 'ok-two' })).toBe(200);
  const { body } = await api.request('GET', '/api/moderation/users?order=names', moderator);
  expect(listMembersCall.answer.parse(body).members.map(({ handle }) => handle)).toEqual(['ok-two']);
});

it('says in the profile who moderates, also right after a change of the role', async () => {
  const { id } = await buildUser(api.db, { handle: 'mo', role: 'moderator' });
  const roleOf = async () =>
    findProfileCall.answer.parse((await api.request('GET', '/api/users/mo')).body).profile.role;
  expect(await roleOf()).toBe('moderator');
  await api.db.update(users).set({ role: 'member' }).where(eq(users.id, id));
  await api.deps().publicChanges.catchUp();
  expect(await roleOf()).toBeUndefined();
});

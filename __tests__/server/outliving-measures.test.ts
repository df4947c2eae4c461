import { sql } from 'drizzle-orm';
import { DAY_MS } from '@/lib/contract/plain/durations';
import { deleteDueAccounts } from '@/server/commands/account/delete-account';
import { purgeRecords } from '@/server/commands/account/keep-record';
import { auditEntries } from '@/server/db/schema';
import { digestKeys, keptRecordDigests, keptRecords } from '@/server/db/schema/kept-record-schema';
import { createDigestKeys, createKeyRing } from '@/server/sessions/key-ring';
import { buildProduct } from '../setup/build';
import { eve } from '../setup/firebase-sign-in';
import { setUpLeavingMembers } from '../setup/leaving-members';
import { buildSignedInUser } from '../setup/signed-in-user';
import { testNow, testSessionKey } from '../setup/test-app';

const { api, signInAs, me, link, moderate, leaveAfter } = setUpLeavingMembers();
const daysLater = (days: number) => new Date(testNow.getTime() + days * DAY_MS);

const standing = async (headers: { accessToken: string }) => {
  const { body } = await api.request('GET', '/api/user/private/measures', { headers });
  const post = await api.request('POST', '/api/user/private/descriptions/preview', {
    headers,
    body: { description: 'x' },
  });
  return { measures: body, status: post.status };
};

it.each([
  ['the same account at Google', eve, 'google.com'],
  ['the same account with another email', { ...eve, email: 'other@example.com' }, 'google.com'],
  [
    'another account with the same verified email',
    { ...eve, ids: { ...eve.ids, 'google.com': '9999' } },
    'google.com',
  ],
] as const)('bans a member who deletes the account and signs in with %s', async (_, person, provider) => {
  const former = await leaveAfter((id) => moderate(id, 'ban', { reason: 'Spam.' }));
  const headers = await signInAs(person, provider);

  expect((await me(headers)).id).not.toBe(former);
  expect(await standing(headers)).toMatchObject({
    status: 403,
    measures: { measures: [{ kind: 'ban', reason: 'Spam.' }] },
  });
  expect(JSON.stringify(await api.db.select().from(keptRecords))).not.toContain('eve');
});

it('bans a member who adds the former account at Google to a new one', async () => {
  await leaveAfter((id) => moderate(id, 'ban', { reason: 'Spam.' }));
  const newcomer = { ...eve, email: 'new@example.com' };
  const headers = await signInAs(newcomer, 'github.com');
  expect((await standing(headers)).status).toBe(200);

  await link(headers, newcomer);

  expect(await standing(await signInAs(newcomer, 'github.com'))).toMatchObject({
    status: 403,
    measures: { measures: [{ kind: 'ban', reason: 'Spam.' }] },
  });
});

it('lets somebody else with none of both sign in', async () => {
  await leaveAfter((id) => moderate(id, 'ban', { reason: 'Spam.' }));
  const headers = await signInAs({
    ...{ name: 'Eva', email: 'eva@example.com' },
    ids: { 'google.com': '7001', 'github.com': '7002' },
  });
  expect(await standing(headers)).toMatchObject({ status: 200, measures: { measures: [] } });
});

it('forgets a ban that is lifted from the new account', async () => {
  await leaveAfter((id) => moderate(id, 'ban', { reason: 'Spam.' }));
  const { id } = await me(await signInAs());
  expect((await moderate(id, 'unban', {})).status).toBe(200);
  expect(await api.db.select().from(keptRecords)).toEqual([]);
  expect(await api.db.select().from(keptRecordDigests)).toEqual([]);
  expect(await standing(await signInAs())).toMatchObject({ status: 200 });
});

it('keeps a ban through a second deletion, also for the first identity', async () => {
  await leaveAfter((id) => moderate(id, 'ban', { reason: 'Spam.' }));
  const second = { ...eve, ids: { ...eve.ids, 'google.com': '9999' } };
  const headers = await signInAs(second);
  await api.request('DELETE', '/api/user/private/account', { headers });
  api.clock.now = daysLater(31);
  expect(await deleteDueAccounts(api.deps())).toBe(1);
  expect(await standing(await signInAs({ ...eve, email: 'new@example.com' }))).toMatchObject({ status: 403 });
});

it('suspends the new account until the day of the suspension, and forgets it afterwards', async () => {
  await leaveAfter((id) =>
    moderate(id, 'suspend', { reason: 'Rude.', suspendedUntil: daysLater(20).toISOString() }),
  );
  const headers = await signInAs();
  expect(await standing(headers)).toMatchObject({
    status: 403,
    measures: { measures: [{ kind: 'suspension', suspendedUntil: daysLater(20).toISOString() }] },
  });
  api.clock.now = daysLater(20);
  expect(await standing(headers)).toMatchObject({ status: 200 });
  await purgeRecords(api.deps());
  expect(await api.db.select().from(keptRecords)).toEqual([]);
});

it('keeps notes, warnings and rejections for a time, and nothing of a member without any', async () => {
  const former = await leaveAfter(async (id) => {
    await moderate(id, 'notes', { text: 'Same texts as others.' });
    await moderate(id, 'warn', { reason: 'Ads.' });
    const product = await buildProduct(api.db, { submitterId: id, status: 'pending', approvedAt: null });
    const { headers: byAdmin } = await buildSignedInUser(api, { role: 'admin' });
    await api.request('POST', `/api/moderation/products/${product.id}/reject`, {
      ...{ headers: byAdmin, body: { reason: 'A poem.' } },
    });
  });
  const { id } = await me(await signInAs());
  expect(id).not.toBe(former);
  const { rows } = await api.db.execute(sql`SELECT
    (SELECT text FROM member_notes WHERE user_id = ${id}) AS note,
    (SELECT reason FROM member_measures WHERE user_id = ${id}) AS warning,
    (SELECT rejection_count FROM member_rejections WHERE user_id = ${id}) AS rejections,
    (SELECT count(*)::integer FROM rejection_times WHERE user_id = ${id}) AS times`);
  expect(rows).toEqual([{ note: 'Same texts as others.', warning: 'Ads.', rejections: 1, times: 1 }]);
});

it('deletes notes of a deleted account after 180 days, and keeps nothing where nothing was noted', async () => {
  await leaveAfter((id) => moderate(id, 'notes', { text: 'Same texts as others.' }));
  api.clock.now = daysLater(179);
  await purgeRecords(api.deps());
  expect(await api.db.$count(keptRecords)).toBe(1);
  api.clock.now = daysLater(15 + 181);
  await purgeRecords(api.deps());
  expect(await api.db.select().from(keptRecords)).toEqual([]);

  await leaveAfter(() => Promise.resolve());
  expect(await api.db.select().from(keptRecords)).toEqual([]);
});

it('lets a member answer a ban once, not once per account', async () => {
  await leaveAfter(async (id) => {
    await moderate(id, 'ban', { reason: 'Spam.' });
    const own = await signInAs();
    const { rows } = await api.db.execute<{ id: string }>(sql`SELECT id::text FROM member_measures`);
    await api.request('POST', '/api/user/private/appeals', {
      ...{ headers: own, body: { text: 'It was not me.', measureId: rows[0]?.id } },
    });
    await api.db.execute(sql`UPDATE appeals SET decided_at = now(), outcome = 'upheld'`);
  });
  const { body } = await api.request('GET', '/api/user/private/measures', { headers: await signInAs() });
  expect(body).toMatchObject({ measures: [{ kind: 'ban', canAnswer: false }] });
  expect(JSON.stringify(body)).not.toContain('It was not me.');
});

it('recognizes a banned member after the session keys were rotated, and says when their key is lost', async () => {
  const [former, next] = [testSessionKey, Buffer.alloc(32, 8).toString('base64url')];
  await leaveAfter((id) => moderate(id, 'ban', { reason: 'Spam.' }));
  const [before] = await api.db.select().from(digestKeys);
  const warned: object[] = [];
  const purgeWith = (keys: string[]) => {
    const { logger, ...deps } = api.deps();
    const warn = (figures: object) => void warned.push(figures);
    return purgeRecords({
      ...deps,
      logger: Object.assign(Object.create(logger), { warn }),
      digestKeys: createDigestKeys(createKeyRing(keys)),
    });
  };
  await purgeWith([next, former]);
  const [after] = await api.db.select().from(digestKeys);
  expect(after?.kid).not.toBe(before?.kid);
  expect(createDigestKeys(createKeyRing([next])).open(after ?? { kid: '', sealed: Buffer.alloc(0) })).toEqual(
    createDigestKeys(createKeyRing([former])).open(before ?? { kid: '', sealed: Buffer.alloc(0) }),
  );
  expect(warned).toEqual([]);
  await purgeWith([former]);
  expect(warned).toEqual([{ count: 2 }]);
  // With the key back, the member is recognized.
  await purgeWith([former, next]);
  expect(await standing(await signInAs())).toMatchObject({ status: 403 });
});

it('names no member in the log when a record returns', async () => {
  await leaveAfter((id) => moderate(id, 'ban', { reason: 'Spam.' }));
  const count = await api.db.$count(auditEntries);
  expect((await standing(await signInAs())).status).toBe(403);
  expect(await api.db.$count(auditEntries)).toBe(count);
});

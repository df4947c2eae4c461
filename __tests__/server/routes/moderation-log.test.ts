import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import { logPage } from '@/lib/contract/moderation-log';
import { checkLogEntries } from '@/server/queries/audit-entries';
import { setUpModerationCalls } from '../../setup/moderation-calls';
import { parseXML } from '../../setup/parse-xml';
import { setUpTestApp } from '../../setup/test-app';

const api = setUpTestApp();
const { signedInUser, buildModerator, createSubmission, approve, reject } = setUpModerationCalls(api);

const readLog = async (after = '') => {
  // The log may be a minute old.
  api.deps().responseCache.clear();
  return logPage.parse((await api.request('GET', `/api/moderation-log${after && `?after=${after}`}`)).body);
};

/** Three pending products: the first two are approved, the third is rejected. */
async function decideThree() {
  const submitter = await signedInUser({ handle: 'ada', name: 'Ada Lovelace' });
  const { headers } = await buildModerator('grace');
  const ids: string[] = [];
  for (const name of ['Figgle', 'Doodle', 'Secret']) {
    const { id } = await createSubmission(submitter, { name, url: `https://${name.toLowerCase()}.example/` });
    ids.push(id);
  }
  const [first = '', second = '', third = ''] = ids;
  await approve(headers, first);
  await approve(headers, second);
  await reject(headers, third, 'Ada, this is a poem.');
  return { first, second, third };
}

it('shows everyone what moderators did, newest first, without names of people and of what is not public', async () => {
  const { first, third } = await decideThree();

  const { entries, nextCursor } = await readLog();

  expect(entries.map(({ id, action, product }) => [id, action, product?.name ?? null])).toEqual([
    ['3', 'product.reject', null],
    ['2', 'product.approve', 'Doodle'],
    ['1', 'product.approve', 'Figgle'],
  ]);
  expect([nextCursor, entries[0]?.productId, entries[2]?.productId]).toEqual([null, third, first]);
  for (const path of ['/api/moderation-log', '/moderation-log.md', '/moderation-log/feed.xml']) {
    const { status, text } = await api.request('GET', path);
    expect([status, text.includes('Figgle')]).toEqual([200, true]);
    expect(text).not.toMatch(/secret|poem|ada|lovelace|grace/i);
  }
});

it('chains the entries by hashes that everyone can compute', async () => {
  await decideThree();

  let previous = '';
  for (const entry of (await readLog()).entries.toReversed()) {
    const { id, action, subjectKind, productId, createdAt, hash } = entry;
    const lines = [previous, id, action, subjectKind, productId ?? '', createdAt];
    expect(hash).toBe(createHash('sha256').update(lines.join('\n')).digest('hex'));
    previous = hash;
  }
});

it('numbers entries in the order of their commits, also when they are written at once', async () => {
  const submitter = await signedInUser();
  const { headers } = await buildModerator();
  const ids: string[] = [];
  for (let count = 1; count <= 8; count += 1) {
    // A new member may submit three products a day.
    await api.db.execute(sql`DELETE FROM rate_limits`);
    const url = `https://${count}.example/`;
    ids.push((await createSubmission(submitter, { name: `Number ${count}`, url })).id);
  }

  const answers = await Promise.all(ids.map((id) => approve(headers, id)));

  expect(answers.map(({ status }) => status)).toEqual(ids.map(() => 200));
  expect((await readLog()).entries.map(({ id }) => id)).toEqual(['8', '7', '6', '5', '4', '3', '2', '1']);
  expect(await checkLogEntries(api.db, { afterId: '0', limit: 3 })).toEqual({ lastId: '4', brokenId: null });
  expect(await checkLogEntries(api.db, { afterId: '4', limit: 9 })).toEqual({ lastId: '8', brokenId: null });
});

it('is read page by page', async () => {
  await api.db.execute(sql`
    INSERT INTO audit_entries (actor_handle, action, subject_kind)
    SELECT 'grace', 'user.role', 'user' FROM generate_series(1, 120)`);

  const first = await readLog();
  const second = await readLog(first.nextCursor ?? '');
  const third = await readLog(second.nextCursor ?? '');

  const numbers = [first, second, third].flatMap(({ entries }) => entries.map(({ id }) => Number(id)));
  expect(numbers).toEqual(Array.from({ length: 120 }, (_, index) => 120 - index));
  expect(third.nextCursor).toBeNull();
  expect((await api.request('GET', '/api/moderation-log?after=1.forged')).status).toBe(400);
});

it('is kept by the database, and shows what was changed in spite of that', async () => {
  await decideThree();
  const change = (statement: string) => api.pool.query(statement);
  for (const statement of [
    "UPDATE audit_entries SET action = 'product.approve' WHERE id = 3",
    'UPDATE audit_entries SET hash = NULL WHERE id = 3',
    'DELETE FROM audit_entries WHERE id = 2',
    'TRUNCATE audit_entries CASCADE',
  ]) {
    await expect(change(statement)).rejects.toThrow('rows of audit_entries are never changed or deleted');
  }
  const findBroken = async () => (await checkLogEntries(api.db, { afterId: '0', limit: 100 })).brokenId;
  expect(await findBroken()).toBeNull();

  // Refers to entries for as long as they can be undone.
  await change('DELETE FROM undoable_decisions');
  const force = async (statement: string) => {
    await change('ALTER TABLE audit_entries DISABLE TRIGGER USER');
    await change(statement);
    await change('ALTER TABLE audit_entries ENABLE TRIGGER USER');
  };
  await force("UPDATE audit_entries SET action = 'product.approve' WHERE id = 3");
  expect(await findBroken()).toBe('3');
  await force("UPDATE audit_entries SET action = 'product.reject' WHERE id = 3");
  expect(await findBroken()).toBeNull();
  await force('DELETE FROM audit_entries WHERE id = 1');
  expect(await findBroken()).toBe('2');
});

it('undoes the decision if its entry cannot be written', async () => {
  const { id } = await createSubmission(await signedInUser());
  const { headers } = await buildModerator();
  await api.pool.query(
    "ALTER TABLE audit_entries ADD CONSTRAINT refused CHECK (action <> 'product.approve') NOT VALID",
  );
  try {
    expect((await approve(headers, id)).status).toBe(500);
  } finally {
    await api.pool.query('ALTER TABLE audit_entries DROP CONSTRAINT refused');
  }
  const { rows } = await api.pool.query('SELECT status FROM products');
  expect([rows, (await readLog()).entries]).toEqual([[{ status: 'pending' }], []]);
});

it('can be followed as a feed, whose entries keep their ids', async () => {
  await decideThree();
  const { text } = await api.request('GET', '/moderation-log/feed.xml');
  const { feed } = z
    .object({ feed: z.looseObject({ entry: z.array(z.looseObject({ id: z.string(), title: z.string() })) }) })
    .parse(parseXML(text, ['entry']));
  expect(feed.entry.map(({ id, title }) => [id.split(',')[1], title])).toEqual([
    ['2026:moderation-log:3', "Rejected a submission or an edit: a tool that isn't public"],
    ['2026:moderation-log:2', 'Approved: Doodle'],
    ['2026:moderation-log:1', 'Approved: Figgle'],
  ]);
});

import { readFileSync, readdirSync } from 'node:fs';
import { HOUR_MS, SECOND_MS } from '@/lib/contract/plain/durations';
import { LEASE_MS, LeaseEnded } from '@/server/commands/imports/import-lease';
import { importNextEntries } from '@/server/commands/imports/import-entries';
import { importTasks } from '@/server/commands/imports/run-imports';
import { importEntries, imports, importSources } from '@/server/db/schema/import-schema';
import { products } from '@/server/db/schema';
import { purgeExpiredHourly } from '@/server/jobs/jobs';
import { findImportLease } from '@/server/queries/imports/import-leases';
import { leaseTask } from '@/server/queries/tasks';
import { buildProduct } from '../../setup/build';
import { markdownList, setUpImportCalls } from '../../setup/import-calls';
import { setUpModerationCalls } from '../../setup/moderation-calls';
import { noRateLimits } from '../../setup/no-rate-limits';
import { setUpTestApp } from '../../setup/test-app';
import { runNext } from '../../setup/tasks';

const api = setUpTestApp({}, { rateLimits: noRateLimits });
const { buildModerator } = setUpModerationCalls(api);
const calls = setUpImportCalls(api);
const signal = new AbortController().signal;

const manyNames = (count: number) => Array.from({ length: count }, (_, at) => `Tool${at}`);
const csvOf = (count: number) =>
  [
    'name,url,tagline,tags',
    ...manyNames(count).map(
      (name) => `${name},https://${name.toLowerCase()}.example,${name} does one thing well,"Many, Tools"`,
    ),
  ].join('\n');
const countProducts = () => api.db.$count(products);
const advance = (ms: number) => {
  api.clock.now = new Date(api.clock.now.getTime() + ms);
};
async function leaseImport() {
  const now = api.clock.now;
  const leasedUntil = new Date(now.getTime() + LEASE_MS);
  const task = await leaseTask(api.db, 'import', { isRepeatable: true, pausedGroups: [], now, leasedUntil });
  const lease = task && (await findImportLease(api.db, task));
  if (!lease) throw new Error('The import was not leased');
  return lease;
}
const added = (count: number) => ({ added: count, updated: 0, listed: 0, skipped: 0 });

const lists = new URL('../fixtures/lists/', import.meta.url);
it.each(readdirSync(lists).filter((name) => name.endsWith('.md')))(
  'does what the preview of %s says, and undoes it without a trace',
  async (name) => {
    const moderator = await buildModerator();
    await buildProduct(api.db, {
      slug: 'figgle',
      url: 'https://figgle.example',
      canonicalURL: 'https://figgle.example',
    });
    const preview = await calls.preview(moderator, readFileSync(new URL(name, lists)), name);
    expect(preview.state).toBe('ready');
    expect(preview.counts.added).toBeGreaterThan(0);
    await calls.start(moderator, preview.id);
    await calls.work();
    const result = await calls.find(moderator, preview.id);
    expect(result).toMatchObject({ state: 'imported', counts: preview.counts });
    expect(await countProducts()).toBe(1 + preview.counts.added);
    const again = await calls.preview(moderator, readFileSync(new URL(name, lists)), name);
    expect(again.counts).toMatchObject({ added: 0, updated: 0, skipped: preview.counts.skipped });
    await calls.undo(moderator, preview.id);
    await calls.work();
    expect((await calls.find(moderator, preview.id)).undone).toEqual({
      removed: preview.counts.added,
      restored: preview.counts.updated,
      kept: {},
    });
    expect(await countProducts()).toBe(1);
    const { rows } = await api.pool.query('SELECT slug FROM tags WHERE product_count <> 0');
    expect(rows).toEqual([]);
  },
);

it('is taken over 30 seconds after its process has died, and lists no entry twice', async () => {
  const moderator = await buildModerator();
  const { id } = await calls.preview(moderator, csvOf(250), 'tools.csv');
  await calls.start(moderator, id);
  const deps = api.deps();
  const lease = await leaseImport();
  expect(await importNextEntries(deps, lease)).toBe(true);
  // The process is gone here. Another one waits until the lease has ended.
  advance(29 * SECOND_MS);
  expect(await runNext(importTasks, api.deps(), signal)).toBe(false);
  advance(2 * SECOND_MS);
  await calls.work();
  expect(await calls.find(moderator, id)).toMatchObject({ state: 'imported', counts: added(250) });
  expect(await countProducts()).toBe(250);
  // The first process was only slow: it learns that the import is no longer its own.
  await expect(importNextEntries(api.deps(), lease)).rejects.toThrow(LeaseEnded);
  expect(await countProducts()).toBe(250);
});

it('rolls back the products of a process that lists them after a moderator has stopped the import', async () => {
  const moderator = await buildModerator();
  const { id } = await calls.preview(moderator, csvOf(50), 'tools.csv');
  await calls.start(moderator, id);
  const lease = await leaseImport();
  await calls.cancel(moderator, id);
  await expect(importNextEntries(api.deps(), lease)).rejects.toThrow(LeaseEnded);
  expect(await countProducts()).toBe(0);
});

it('goes on after a restart where it was, and two processes at once list each entry once', async () => {
  const moderator = await buildModerator();
  const { id } = await calls.preview(moderator, csvOf(230), 'tools.csv');
  await calls.start(moderator, id);
  const stopping = new AbortController();
  stopping.abort();
  expect(await runNext(importTasks, api.deps(), stopping.signal)).toBe(false);
  const { counts } = await calls.find(moderator, id);
  expect(counts).toEqual(added(200));
  await Promise.all([calls.work(), calls.work()]);
  expect(await calls.find(moderator, id)).toMatchObject({ state: 'imported', counts: added(230) });
  expect(await countProducts()).toBe(230);
});

it('stops where a moderator stops it, and undoes what it has listed until then', async () => {
  const moderator = await buildModerator();
  const { id } = await calls.preview(moderator, csvOf(230), 'tools.csv');
  await calls.start(moderator, id);
  const stopping = new AbortController();
  stopping.abort();
  await runNext(importTasks, api.deps(), stopping.signal);
  expect((await calls.cancel(moderator, id)).status).toBe(200);
  await calls.work();
  expect(await calls.find(moderator, id)).toMatchObject({ state: 'canceled', counts: added(200) });
  expect((await calls.cancel(moderator, id)).status).toBe(409);
  await calls.undo(moderator, id);
  await calls.work();
  expect((await calls.find(moderator, id)).undone).toEqual({ removed: 200, restored: 0, kept: {} });
  expect(await countProducts()).toBe(0);
});

it('keeps a product that a member has claimed since', async () => {
  const moderator = await buildModerator();
  const { id } = await calls.preview(moderator, markdownList(['Vim', 'Nano']));
  await calls.start(moderator, id);
  await calls.work();
  await api.pool.query(
    `INSERT INTO product_claims (product_id, member_id, token, host, created_at) SELECT id, $1, 't', 'vim.example', now() FROM products WHERE slug = 'vim'`,
    [moderator.id],
  );
  await calls.undo(moderator, id);
  await calls.work();
  expect((await calls.find(moderator, id)).undone).toEqual({ removed: 1, restored: 0, kept: { claimed: 1 } });
});

it('waits while the site is read-only', async () => {
  const moderator = await buildModerator();
  const { id } = await calls.preview(moderator, markdownList(['Vim']));
  await calls.start(moderator, id);
  const brake = '/api/moderation/brakes/read-only';
  await api.request('PUT', brake, { headers: moderator.headers, body: {} });
  await calls.work();
  expect(await calls.find(moderator, id)).toMatchObject({ state: 'importing', counts: added(0) });
  expect((await calls.undo(moderator, id)).status).toBe(503);
  await api.request('DELETE', brake, { headers: moderator.headers });
  await calls.work();
  expect(await calls.find(moderator, id)).toMatchObject({ state: 'imported', counts: added(1) });
});

it('deletes previews after a day, and what undoing needs after 30 days', async () => {
  const moderator = await buildModerator();
  const { id: imported } = await calls.preview(moderator, markdownList(['Vim']));
  await calls.start(moderator, imported);
  await calls.work();
  await calls.preview(moderator, markdownList(['Nano']));
  const purge = () => purgeExpiredHourly.run(api.deps(), signal);
  advance(23 * HOUR_MS);
  await purge();
  expect(await api.db.$count(imports)).toBe(2);
  advance(2 * HOUR_MS);
  await purge();
  expect(await api.db.$count(imports)).toBe(1);
  expect(await api.db.$count(importSources)).toBe(0);
  expect(await api.db.$count(importEntries)).toBe(1);
  advance(29 * 24 * HOUR_MS);
  await purge();
  expect(await api.db.$count(importEntries)).toBe(0);
  const headers = await api.signIn(moderator);
  expect(await calls.find({ headers }, imported)).toMatchObject({
    state: 'imported',
    hasEntries: false,
    undoableUntil: null,
  });
  expect((await calls.undo({ headers }, imported)).status).toBe(409);
});

const headings = (count: number) => Array.from({ length: count }, (_, at) => `## Heading ${at}`).join('\n');
const names = (count: number) =>
  Array.from({ length: count }, (_, at) => `Name ${at},https://a.example\n`).join('');
const half = String.fromCharCode(0xd8_00);
it.each([
  ['JSON nested 200,000 deep', 'a.json', '['.repeat(200_000), 'failed'],
  ['JSON that ends early', 'a.json', '[{"url": "https://a.example"', 'failed'],
  ['100,000 headings', 'a.md', headings(100_000), 'failed'],
  ['4,000 headings', 'a.md', headings(4_000), 'failed'],
  ['a line of 4.9 MB', 'a.md', `- [A](https://a.example) - ${'x'.repeat(4_900_000)}`, 'failed'],
  ['a CSV line of 4.9 MB', 'a.csv', `name,url\n"A${'"'.repeat(4_900_000)},https://a.example`, 'failed'],
  ['4.9 MB of opening brackets', 'a.md', '['.repeat(4_900_000), 'failed'],
  ['NUL', 'a.csv', `name,url\nA\0B,https://a.example\n${'x'.repeat(9_000)}\0y,https://x.example`, 'failed'],
  [
    'escaped NUL and half a surrogate pair',
    'a.jsonl',
    `{"name":"A\\u0000B","url":"https://a.example","x":"\\u0000"}\n{"name":"C${half}","url":"https://c.example/"}`,
    'ready',
  ],
  ['NUL far behind the beginning', 'a.csv', `name,url\n${names(500)}B\0C,https://b.example\0`, 'ready'],
  [
    'invalid UTF-8',
    'a.csv',
    Buffer.concat([
      Buffer.from('name,url\nA '),
      Buffer.from([0xff, 0xfe, 0xc0]),
      Buffer.from(',https://a.example'),
    ]),
    'ready',
  ],
  [
    'formulas',
    'a.csv',
    'name,url,tagline\n"=HYPERLINK(""https://x.example"")",https://a.example,=1+1+cmd|calc',
    'ready',
  ],
])('reads %s, or says why it cannot', async (_, name, content, state) => {
  const moderator = await buildModerator();
  const preview = await calls.preview(moderator, content, name);
  expect({ state: preview.state, failure: preview.failure }).toEqual({
    state,
    failure: state === 'failed' ? expect.stringMatching(/^(?:The|This|No entry was found\.) /) : null,
  });
  const outcomes = ['added', 'skipped'];
  for (const outcome of outcomes) await calls.entries(moderator, preview.id, outcome);
  if (state === 'failed') return;
  await calls.start(moderator, preview.id);
  await calls.work();
  expect(await calls.find(moderator, preview.id)).toMatchObject({
    state: 'imported',
    counts: preview.counts,
  });
});

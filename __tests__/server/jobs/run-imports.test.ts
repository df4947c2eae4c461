import { HOUR_MS, SECOND_MS } from '@/lib/contract/plain/durations';
import { LEASE_MS, LeaseEnded } from '@/server/commands/imports/import-lease';
import { importNextEntries } from '@/server/commands/imports/import-entries';
import { importTasks } from '@/server/commands/imports/run-imports';
import { importEntries, imports, importSources } from '@/server/db/schema/import-schema';
import { products } from '@/server/db/schema';
import { purgeExpiredHourly } from '@/server/jobs/jobs';
import { findImportLease } from '@/server/queries/imports/import-leases';
import { leaseTask } from '@/server/queries/tasks';
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

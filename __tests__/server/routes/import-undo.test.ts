import { asc } from 'drizzle-orm';
import { products } from '@/server/db/schema';
import { buildProduct } from '../../setup/build';
import { markdownList, setUpImportCalls } from '../../setup/import-calls';
import { noRateLimits } from '../../setup/no-rate-limits';
import { setUpReportCalls } from '../../setup/report-calls';
import type { SignedInUser } from '../../setup/signed-in-user';
import { setUpTestApp } from '../../setup/test-app';

const api = setUpTestApp({}, { rateLimits: noRateLimits });
const { signedInUser, buildModerator, report, decide } = setUpReportCalls(api);
const calls = setUpImportCalls(api);

const listed = () => api.db.select().from(products).orderBy(asc(products.id));

async function importList(moderator: SignedInUser, names: readonly string[]) {
  const { id } = await calls.preview(moderator, markdownList(names));
  await calls.start(moderator, id);
  await calls.work();
  const byName = new Map((await listed()).map((row) => [row.name, row]));
  return {
    id,
    find: (name: string) => {
      const found = byName.get(name);
      if (!found) throw new Error(`${name} is not listed`);
      return found;
    },
  };
}

async function undo(moderator: SignedInUser, id: string) {
  await calls.undo(moderator, id);
  await calls.work();
  return (await calls.find(moderator, id)).undone;
}

it('keeps products about which a report, a suggested edit or an answer waits for a moderator', async () => {
  const [moderator, ada] = [await buildModerator(), await signedInUser()];
  const { id, find } = await importList(moderator, ['Vim', 'Nano', 'Pico', 'Emacs', 'Joe']);
  await report(find('Vim').id, { reason: 'spam' });
  const nano = find('Nano');
  const suggested = await api.request('POST', `/api/user/private/products/${nano.id}/suggestions`, {
    headers: ada.headers,
    body: { seen: nano.updatedAt.toISOString(), changes: { tagline: 'Another line about it' } },
  });
  expect(suggested.status).toBe(201);
  // The submitter has deleted the account since.
  await api.pool.query(
    `INSERT INTO appeals (user_id, product_id, entry_id, text, created_at) VALUES ($1, $2, 1, 'It is no poem.', now())`,
    [ada.id, find('Pico').id],
  );
  await report(find('Emacs').id, { reason: 'broken' }, ada);
  await decide(moderator, find('Emacs').id, { outcome: 'dismissed' });

  expect(await undo(moderator, id)).toEqual({
    ...{ removed: 2, restored: 0 },
    kept: { reported: 1, suggested: 1, appealed: 1 },
  });
  expect((await listed()).map(({ name }) => name)).toEqual(['Vim', 'Nano', 'Pico']);
  const { entries } = await calls.entries(moderator, id, 'added');
  expect(entries.map(({ product, reason }) => [product?.name, reason])).toEqual([
    ['Vim', 'reported'],
    ['Nano', 'suggested'],
    ['Pico', 'appealed'],
    ['Emacs', null],
    ['Joe', null],
  ]);
});

it('keeps products that members have upvoted or saved, that were changed, and that lead to others', async () => {
  const [moderator, ada] = [await buildModerator(), await signedInUser()];
  const { id, find } = await importList(moderator, ['Vim', 'Nano', 'Pico', 'Emacs', 'Joe', 'Ed', 'Kakoune']);
  const { headers } = ada;
  const upvoted = await api.request('PUT', `/api/user/private/upvotes/${find('Vim').id}`, { headers });
  const saved = await api.request('PUT', `/api/user/private/bookmarks/${find('Nano').id}`, { headers });
  const pico = find('Pico');
  const changed = await api.request(
    'PATCH',
    `/api/moderation/products/${pico.id}?seen=${pico.updatedAt.toISOString()}`,
    { headers: moderator.headers, body: { tagline: 'Another line about it' } },
  );
  const pair = { productId: find('Emacs').id, alternativeId: find('Joe').id };
  const linked = await api.request('POST', '/api/user/private/alternatives', { headers, body: pair });
  const other = await buildProduct(api.db, { name: 'Other' });
  const discontinued = await api.request('PUT', `/api/moderation/products/${other.id}/discontinuation`, {
    headers: moderator.headers,
    body: { discontinuedOn: '2026-05-01', reason: 'It is gone.', successorIds: [find('Ed').id] },
  });
  expect([upvoted, saved, changed, linked, discontinued].map(({ status }) => status)).toEqual([
    ...[200, 200, 200, 201, 200],
  ]);

  expect(await undo(moderator, id)).toEqual({
    ...{ removed: 1, restored: 0 },
    kept: { upvoted: 1, bookmarked: 1, edited: 1, linked: 3 },
  });
  expect((await listed()).map(({ name }) => name)).not.toContain('Kakoune');
});

it('refuses a mapping and a start by a moderator who has not seen what another has chosen', async () => {
  const [first, second] = [await buildModerator(), await buildModerator()];
  const { id, mappingVersion: seen } = await calls.preview(first, markdownList(['Vim']));
  expect((await calls.map(first, id, { tags: [{ name: 'Editors', use: 'none' }] }, seen)).status).toBe(200);

  const refused = await calls.map(second, id, { tags: [{ name: 'Editors', use: 'ignore' }] }, seen);
  expect(refused).toMatchObject({
    status: 409,
    body: { message: expect.stringMatching(/^Somebody else has changed the columns and headings/) },
  });
  await calls.work();
  expect(await calls.find(second, id)).toMatchObject({
    state: 'ready',
    mapping: { tags: [{ name: 'Editors', use: 'none' }] },
  });
  expect((await calls.start(second, id, seen)).status).toBe(409);
  expect((await calls.start(second, id)).status).toBe(200);
});

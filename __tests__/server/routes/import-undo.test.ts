import { asc } from 'drizzle-orm';
import { products } from '@/server/db/schema';
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
  // Its submitter has left since.
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

import { sql } from 'drizzle-orm';
import { explain } from '@/__tests__/setup/query-plan';
import { setUpTestDatabase } from '@/__tests__/setup/test-database';
import {
  countCompared,
  listDecisions,
  listEntries,
  listEntriesAtStep,
  listEntriesToUndo,
} from '@/server/queries/imports/import-entries';
import {
  countPreviews,
  findExpiredPreview,
  findUndoneByTime,
  listImports,
} from '@/server/queries/imports/imports';
import type { Db } from '@/server/db/client';

const now = new Date('2026-06-01T12:00:00.000Z');
const database = setUpTestDatabase({
  fill: async (db) => {
    const at = sql`${now.toISOString()}::timestamptz - n * interval '1 hour'`;
    await db.execute(sql`
      INSERT INTO imports (source_name, state, counts, created_at, ended_at, has_entries)
      SELECT 'list.md', CASE n % 500 WHEN 0 THEN 'importing' WHEN 1 THEN 'ready' ELSE 'undone' END, '{}', ${at}, ${at}, n < 50
      FROM generate_series(1, 5000) AS n`);
    await db.execute(sql`
      INSERT INTO import_entries (import_id, position, line, step, outcome, notes)
      SELECT 1 + n % 3, n, n, CASE WHEN n % 10 = 0 THEN 'compared' ELSE 'imported' END,
        CASE n % 10 WHEN 1 THEN 'updated' WHEN 2 THEN 'skipped' ELSE 'added' END, '{}'
      FROM generate_series(1, 30000) AS n`);
    await db.execute(sql`VACUUM ANALYZE`);
  },
});

const limit = 25;

it.each<[name: string, query: (db: Db) => Promise<unknown>, steps: unknown[]]>([
  ['imports', (db) => listImports(db, { limit, now }), ['Index Scan imports_newest']],
  [
    'imports, page 2',
    (db) => listImports(db, { limit, now, after: { value: now, id: '9' } }),
    ['Index Scan imports_newest'],
  ],
  [
    'entries of an outcome',
    (db) => listEntries(db, '3', { outcome: 'updated', after: 500, limit }),
    ['Index Scan import_entries_outcome'],
  ],
  [
    'skipped entries of a kind',
    (db) => listEntries(db, '3', { outcome: 'skipped', why: 'prose', after: 500, limit }),
    ['Index Scan import_entries_kind'],
  ],
  ['decisions', (db) => listDecisions(db, '3', { after: 500, limit }), ['Index Scan import_entries_pkey']],
  [
    'entries that wait',
    (db) => listEntriesAtStep(db, '3', { step: 'compared', limit }),
    ['Index Scan import_entries_step'],
  ],
  ['entries to undo', (db) => listEntriesToUndo(db, '3', limit), ['Index Scan import_entries_undo']],
  // The kind of scan depends on which pages VACUUM could mark as all-visible.
  [
    'compared entries',
    (db) => countCompared(db, '3'),
    [expect.stringMatching(/^(Index Only|Bitmap Index) Scan import_entries_step$/)],
  ],
  ['previews', (db) => countPreviews(db, limit), ['Index Only Scan imports_previews']],
  ['an expired preview', (db) => findExpiredPreview(db, now), ['Index Scan imports_previews']],
  ['an import of long ago', (db) => findUndoneByTime(db, now), ['Index Scan imports_ended']],
])('reads %s in the order of an index', async (_, query, steps) => {
  expect(await explain(database.pool, query)).toEqual(steps);
});

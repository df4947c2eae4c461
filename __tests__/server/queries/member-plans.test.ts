import { sql } from 'drizzle-orm';
import { explain } from '@/__tests__/setup/query-plan';
import { setUpTestDatabase } from '@/__tests__/setup/test-database';
import type { Db } from '@/server/db/client';
import {
  listHeldMeasures,
  listMeasuresOf,
  listNewestMembers,
  listNotesOf,
  listRejectedMembers,
  searchMembers,
} from '@/server/queries/account/members';

const database = setUpTestDatabase({
  fill: async (db) => {
    await db.execute(sql`
      INSERT INTO users (handle, name, created_at)
      SELECT 'member-' || n, 'Name ' || n, timestamptz '2026-01-01' + n * interval '1 minute' FROM generate_series(1, 20000) AS n`);
    await db.execute(sql`
      INSERT INTO member_rejections (user_id, rejection_count) SELECT id, id % 40 FROM users WHERE id % 4 = 0`);
    await db.execute(sql`
      INSERT INTO member_measures (user_id, kind, reason, created_at) SELECT id, 'warning', 'A poem.', now() FROM users`);
    await db.execute(sql`
      INSERT INTO member_notes (user_id, text, created_at) SELECT id, 'A note.', now() FROM users`);
    await db.execute(sql`VACUUM ANALYZE`);
  },
});

const limit = 30;
const now = new Date('2026-02-01');

it.each<[string, (db: Db) => Promise<unknown>, string[]]>([
  [
    'the newest members, page 2',
    (db) => listNewestMembers(db, { limit, after: { value: now, id: '9' } }),
    ['Index Scan users_newest', 'Index Scan member_rejections_pkey'],
  ],
  [
    'the members with the most rejections, page 2',
    (db) => listRejectedMembers(db, { limit, after: { value: 20, id: '9' } }),
    ['Index Only Scan member_rejections_most', 'Index Scan users_pkey'],
  ],
  [
    'a search for members',
    (db) => searchMembers(db, 'member-77'),
    [
      ...['Index Scan users_handle_prefix', 'Index Scan users_name_prefix'],
      ...['Index Scan users_pkey', 'Index Scan member_rejections_pkey'],
    ],
  ],
  [
    'what holds for a member',
    (db) => listHeldMeasures(db, '7', now),
    ['Index Scan member_measures_of_member'],
  ],
  [
    'measures',
    (db) => listMeasuresOf(db, '7'),
    ['Index Scan member_measures_of_member', 'Index Scan users_pkey'],
  ],
  ['notes', (db) => listNotesOf(db, '7'), ['Index Scan member_notes_of_member', 'Index Scan users_pkey']],
])('reads by an index: %s', async (_, query, steps) => {
  const reads = (await explain(database.pool, query, { hasUsers: true })).filter(
    (step) => !step.endsWith('Sort'),
  );
  expect(reads).toEqual(steps);
});

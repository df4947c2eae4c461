import { sql } from 'drizzle-orm';
import { buildProduct } from '@/__tests__/setup/build';
import { setUpTestDatabase } from '@/__tests__/setup/test-database';
import type { Db } from '@/server/db/client';
import { retryConflicts } from '@/server/queries/write-conflict';

const database = setUpTestDatabase();

/** Resolves for all callers once that many have called. */
function createMeeting(size: number): () => Promise<void> {
  let open: () => void = () => undefined;
  const met = new Promise<void>((resolve) => (open = resolve));
  let arrived = 0;
  return () => {
    arrived += 1;
    if (arrived >= size) open();
    return met;
  };
}

async function readUpvoteCounts(): Promise<number[]> {
  const { rows } = await database.pool.query<{ count: number }>(
    'SELECT upvote_count AS count FROM products ORDER BY id',
  );
  return rows.map(({ count }) => count);
}

const addUpvote = (db: Db, id: string) =>
  db.execute(sql`UPDATE products SET upvote_count = upvote_count + 1 WHERE id = ${id}`);

it('completes both of two transactions that deadlock', async () => {
  const [one, other] = [await buildProduct(database.db), await buildProduct(database.db)];
  const meet = createMeeting(2);
  let attempts = 0;
  const addBoth = (ids: string[]) =>
    retryConflicts(() =>
      database.db.transaction(async (tx) => {
        attempts += 1;
        await addUpvote(tx, ids[0] ?? '');
        await meet();
        await addUpvote(tx, ids[1] ?? '');
      }),
    );

  await Promise.all([addBoth([one.id, other.id]), addBoth([other.id, one.id])]);

  expect(await readUpvoteCounts()).toEqual([2, 2]);
  expect(attempts).toBe(3);
});

it('completes both of two transactions of which one cannot be serialized', async () => {
  const { id } = await buildProduct(database.db);
  const meet = createMeeting(2);
  let attempts = 0;
  const add = () =>
    retryConflicts(() =>
      database.db.transaction(
        async (tx) => {
          attempts += 1;
          await tx.execute(sql`SELECT upvote_count FROM products WHERE id = ${id}`);
          await meet();
          await addUpvote(tx, id);
        },
        { isolationLevel: 'serializable' },
      ),
    );

  await Promise.all([add(), add()]);

  expect(await readUpvoteCounts()).toEqual([2]);
  expect(attempts).toBe(3);
});

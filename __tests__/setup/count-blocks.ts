import { sql, TransactionRollbackError } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { Db } from '@/server/db/client';

const row = z.tuple([z.object({ blocks: z.int() })]);

/**
 * The blocks of tables and indexes that a call reads or changes, in memory or on disk, by statements, triggers and
 * foreign keys. They do not depend on the machine. What the call has changed is rolled back: those row versions stay in
 * the tables for a while, and later calls meet them.
 */
export async function countBlocks(db: Db, call: (db: Db) => Promise<unknown>): Promise<number> {
  // Planning a statement for the first time reads a block of every index of its tables.
  await countOnce(db, call);
  return countOnce(db, call);
}

async function countOnce(db: Db, call: (db: Db) => Promise<unknown>): Promise<number> {
  let count = 0;
  try {
    await db.transaction(async (tx) => {
      const before = await countFetched(tx);
      await call(tx);
      count = (await countFetched(tx)) - before;
      tx.rollback();
    });
  } catch (error) {
    if (!(error instanceof TransactionRollbackError)) throw error;
  }
  return count;
}

/** Within a transaction the figures of the connection stay exact. */
async function countFetched(tx: Db): Promise<number> {
  const { rows } = await tx.execute(sql`
    SELECT sum(pg_stat_get_xact_blocks_fetched(oid))::integer AS blocks
    FROM pg_class
    WHERE relnamespace = 'public'::regnamespace
      OR oid IN (SELECT reltoastrelid FROM pg_class WHERE relnamespace = 'public'::regnamespace)`);
  return row.parse(rows)[0].blocks;
}

import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { Db } from '@/server/db/client';

/** Any number, as long as nobody else takes the same lock in this database. */
const LOCK = 727_274_002;

/** Adds the words that are not known yet. */
export async function addVocabulary(db: Db, words: readonly string[]): Promise<void> {
  const { rows } = await db.execute<{ word: string }>(sql`
    SELECT word FROM unnest(${sql.param(words)}::text[]) AS given (word)
    WHERE NOT EXISTS (SELECT FROM search_words WHERE search_words.word = given.word)`);
  if (rows.length === 0) return;
  // Under the lock the numbers are given in the order of the commits, so that nobody reads past one that is
  // still to come; and two transactions with the same words in another order cannot wait for each other.
  await db.execute(sql`SELECT pg_advisory_xact_lock(${LOCK})`);
  await db.execute(sql`
    INSERT INTO search_words (word)
    SELECT word FROM unnest(${sql.param(rows.map(({ word }) => word))}::text[]) AS given (word)
    ON CONFLICT DO NOTHING`);
}

const addedWords = z.object({ words: z.nullable(z.string()), last: z.nullable(z.string()) });

export type AddedWords = { words: string[]; lastOrder: string };

/** The words that were added after a number, oldest first, and the number to go on from. */
export async function listAddedWords(db: Db, afterOrder: string): Promise<AddedWords> {
  const { rows } = await db.execute(sql`
    SELECT string_agg(word, ' ' ORDER BY added_order) AS words, max(added_order)::text AS last
    FROM search_words WHERE added_order > ${afterOrder}::bigint`);
  const { words, last } = addedWords.parse(rows[0]);
  return { words: words?.split(' ') ?? [], lastOrder: last ?? afterOrder };
}

import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import { ADVISORY_LOCKS } from '@/server/db/advisory-locks';
import type { Db } from '@/server/db/client';

/** Adds the words that the vocabulary does not contain yet. */
export async function addVocabulary(db: Db, words: readonly string[]): Promise<void> {
  const { rows } = await db.execute<{ word: string }>(sql`
    SELECT word FROM unnest(${sql.param(words)}::text[]) AS given (word)
    WHERE NOT EXISTS (SELECT FROM search_words WHERE search_words.word = given.word)`);
  if (rows.length === 0) return;
  // The lock makes the numbers follow the order of the commits, so that no reader skips a number that is committed
  // later. It also prevents a deadlock between two transactions that add the same words in different orders.
  await db.execute(sql`SELECT pg_advisory_xact_lock(${ADVISORY_LOCKS.searchVocabulary})`);
  await db.execute(sql`
    INSERT INTO search_words (word)
    SELECT word FROM unnest(${sql.param(rows.map(({ word }) => word))}::text[]) AS given (word)
    ON CONFLICT DO NOTHING`);
}

/** The words by which a product is found. */
export async function listWordsOfProduct(db: Db, productId: string): Promise<string[]> {
  const { rows } = await db.execute<{ word: string }>(sql`
    SELECT unnest(tsvector_to_array(words)) AS word FROM search_documents WHERE product_id = ${productId}::bigint`);
  return rows.map(({ word }) => word);
}

/** Deletes words by which no product is found. Running processes forget them with their next start. */
export async function deleteUnusedWords(db: Db, words: readonly string[]): Promise<void> {
  await db.execute(sql`
    DELETE FROM search_words WHERE word = ANY(${sql.param(words)}::text[])
      AND NOT EXISTS (SELECT FROM search_documents WHERE words @@ quote_literal(word)::tsquery)`);
}

const addedWords = z.object({ words: z.nullable(z.string()), last: z.nullable(z.string()) });

export type AddedWords = { words: string[]; lastOrder: string };

/** The words added after a number, oldest first, and the number to continue from. */
export async function listAddedWords(db: Db, afterOrder: string): Promise<AddedWords> {
  const { rows } = await db.execute(sql`
    SELECT string_agg(word, ' ' ORDER BY added_order) AS words, max(added_order)::text AS last
    FROM search_words WHERE added_order > ${afterOrder}::bigint`);
  const { words, last } = addedWords.parse(rows[0]);
  return { words: words?.split(' ') ?? [], lastOrder: last ?? afterOrder };
}

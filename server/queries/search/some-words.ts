import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { Db } from '@/server/db/client';

/** Conditions in `tsquery` syntax for one word, from anywhere to the name alone. */
export type WordConditions = Record<'any' | 'head' | 'label' | 'name', string> & {
  /** What the word counts for beside others as rare as it. */
  weight: number;
};

type SomeWords = {
  documentCount: number;
  /** How many products have each word. Many are estimated. */
  frequencies: number[];
  /** Products that have some of the words, in no order. Each place is 0 nowhere, 1 in the text, 2 in the tagline, 3 in a tag, 4 in the name. */
  candidates: { id: string; upvoteCount: number; places: number[] }[];
};

const someWordsRow = z.object({
  document_count: z.int(),
  frequencies: z.array(z.int()),
  candidates: z.array(z.tuple([z.string(), z.int(), z.string()])),
});

/** Finds products that have some of the words: at most 400, of which the rarest words decide, by their weights, and upvotes among their matches. */
export async function findSomeWords(
  db: Db,
  words: readonly WordConditions[],
  { filter, leftOut }: { filter: string | undefined; leftOut: readonly string[] },
): Promise<SomeWords> {
  const { rows } = await db.execute(sql`
    SELECT * FROM search_some_words(${JSON.stringify(words)}::jsonb, ${filter ?? null}::text, ${`{${leftOut.join()}}`}::bigint[])`);
  const row = someWordsRow.parse(rows[0]);
  return {
    documentCount: row.document_count,
    frequencies: row.frequencies,
    candidates: row.candidates.map(([id, upvoteCount, places]) => ({
      ...{ id, upvoteCount },
      places: Array.from(places, Number),
    })),
  };
}

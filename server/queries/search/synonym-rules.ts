import { desc, eq, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import { ADVISORY_LOCKS } from '@/server/db/advisory-locks';
import type { Db } from '@/server/db/client';
import { synonymRules } from '@/server/db/schema/tag-schema';
import { listOrder, type PageFrom } from '@/server/queries/list-order';

export type SynonymRuleRow = typeof synonymRules.$inferSelect;

export const synonymRuleOrder = listOrder<SynonymRuleRow>('synonym rules', {
  ...{ type: 'none', direction: 'descending' },
  positionOf: ({ id }) => ({ value: 0, id }),
});

/** Newest first. */
export function listSynonymRules(db: Db, { after, limit }: PageFrom): Promise<SynonymRuleRow[]> {
  return db
    .select()
    .from(synonymRules)
    .where(after && sql`id < ${after.id}::bigint`)
    .orderBy(desc(synonymRules.id))
    .limit(limit);
}

/** Undefined for a rule that exists. */
export async function insertSynonymRule(
  db: Db,
  rule: Omit<SynonymRuleRow, 'id'>,
): Promise<string | undefined> {
  const [row] = await db
    .insert(synonymRules)
    .values(rule)
    .onConflictDoNothing()
    .returning({ id: synonymRules.id });
  return row?.id;
}

/** Until the transaction ends, no other transaction adds a rule. */
export async function lockSynonymRules(db: Db): Promise<void> {
  await db.execute(sql`SELECT pg_advisory_xact_lock(${ADVISORY_LOCKS.synonymRules})`);
}

export const countSynonymRules = (db: Db) => db.$count(synonymRules);

export async function deleteSynonymRule(db: Db, id: string): Promise<SynonymRuleRow | undefined> {
  const [row] = await db.delete(synonymRules).where(eq(synonymRules.id, id)).returning();
  return row;
}

/** Counts words of searches that found nothing. New words of a day are left out once it has so many. */
export async function countMissedWords(
  db: Db,
  counts: ReadonlyMap<string, number>,
  { day, wordsMax }: { day: Date; wordsMax: number },
): Promise<void> {
  const date = sql`${day.toISOString()}::timestamptz::date`;
  await db.execute(sql`
    INSERT INTO missed_words (day, word, search_count)
    SELECT ${date}, word, search_count
    FROM unnest(${sql.param([...counts.keys()])}::text[], ${sql.param([...counts.values()])}::integer[]) AS given (word, search_count)
    WHERE (SELECT count(*) FROM missed_words WHERE day = ${date}) < ${wordsMax}
      OR EXISTS (SELECT FROM missed_words WHERE day = ${date} AND missed_words.word = given.word)
    ON CONFLICT (day, word) DO UPDATE SET search_count = missed_words.search_count + excluded.search_count`);
}

const missedWord = z.object({ word: z.string(), searchCount: z.int() });
export type MissedWord = z.infer<typeof missedWord>;

/** The words that most searches missed, but for those that products have by now, or that a rule explains. */
export async function listMissedWords(
  db: Db,
  { searchesMin, limit }: { searchesMin: number; limit: number },
): Promise<MissedWord[]> {
  const { rows } = await db.execute(sql`
    SELECT word, sum(search_count)::integer AS "searchCount" FROM missed_words
    WHERE NOT EXISTS (SELECT FROM search_words WHERE search_words.word = missed_words.word)
      AND NOT EXISTS (SELECT FROM synonym_rules WHERE lower(words) = missed_words.word)
    GROUP BY word HAVING sum(search_count) >= ${searchesMin}
    ORDER BY sum(search_count) DESC, word LIMIT ${limit}`);
  return z.array(missedWord).parse(rows);
}

export async function deleteMissedWords(db: Db, before: Date): Promise<void> {
  await db.execute(sql`DELETE FROM missed_words WHERE day < ${before.toISOString()}::timestamptz::date`);
}

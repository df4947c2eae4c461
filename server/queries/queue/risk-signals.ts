import { type SQL, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { Db } from '@/server/db/client';
import type { Described } from './queue-entries';

/** What the risk of an entry is computed from. Every number is counted up to 10. */
export type RiskSignals = {
  /** Null for products without a submitter. */
  accountCreatedAt: Date | null;
  /** Rejected submissions of the submitter. */
  rejected: number;
  /** Other pending products of the submitter, on the same site, and with the same texts. */
  pendingOfMember: number;
  pendingOfSite: number;
  pendingOfText: number;
};

const signalRow = z.object({
  accountCreatedAt: z.nullable(z.coerce.date()),
  rejected: z.number(),
  pendingOfMember: z.number(),
  pendingOfSite: z.number(),
  pendingOfText: z.number(),
});

/** Undefined when the product is not in the queue. */
export async function findRiskSignals(
  db: Db,
  productId: string,
  { site, textHash }: Described,
): Promise<RiskSignals | undefined> {
  const others = (isSame: SQL) => sql`(SELECT count(*)::integer FROM (
    SELECT FROM queue_entries AS other WHERE ${isSame} AND other.product_id <> entry.product_id LIMIT 10
  ) AS found)`;
  const { rows } = await db.execute(sql`
    SELECT
      (SELECT created_at FROM users WHERE users.id = entry.submitter_id) AS "accountCreatedAt",
      (SELECT count(*)::integer FROM (
        SELECT FROM products
        WHERE products.submitter_id = entry.submitter_id AND products.review_status = 'rejected' LIMIT 10
      ) AS found) AS rejected,
      ${others(sql`other.submitter_id = entry.submitter_id`)} AS "pendingOfMember",
      ${others(sql`other.site = ${site}`)} AS "pendingOfSite",
      ${others(sql`other.text_hash = ${textHash}`)} AS "pendingOfText"
    FROM queue_entries AS entry WHERE entry.product_id = ${productId}`);
  return z.array(signalRow).parse(rows)[0];
}

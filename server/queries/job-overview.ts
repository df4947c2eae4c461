import { asc, sql } from 'drizzle-orm';
import type { Db } from '@/server/db/client';
import { jobRuns } from '@/server/db/schema';

/** The lengths of the queues and what they have given up, each counted up to a limit. */
export async function countQueues(db: Db, limit: number) {
  const count = (from: ReturnType<typeof sql>) =>
    sql`(SELECT count(*)::integer FROM (SELECT FROM ${from} LIMIT ${limit}) AS entries)`;
  const waitingDeliveries = sql`webhook_deliveries WHERE delivered_at IS NULL AND given_up_at IS NULL`;
  const { rows } = await db.execute<{ name: string; waitingCount: number; givenUpCount: number }>(sql`
    SELECT * FROM (VALUES
      ('submissions', ${count(sql`products WHERE review_status = 'pending'`)}, 0),
      ('images', ${count(sql`images WHERE status = 'queued'`)}, 0),
      ('mail', ${count(sql`mail_outbox WHERE given_up_at IS NULL`)}, ${count(sql`mail_outbox WHERE given_up_at IS NOT NULL`)}),
      ('search', ${count(sql`search_outbox`)}, 0),
      ('webhooks', ${count(waitingDeliveries)}, ${count(sql`webhook_deliveries WHERE given_up_at IS NOT NULL`)}),
      ('messages', ${count(sql`contact_messages WHERE closed_at IS NULL`)}, 0),
      ('imports', ${count(sql`imports WHERE state IN ('reading', 'comparing', 'importing', 'undoing')`)}, 0)
    ) AS queues (name, "waitingCount", "givenUpCount")`);
  return rows;
}

export const listJobRuns = (db: Db) => db.select().from(jobRuns).orderBy(asc(jobRuns.name)).limit(100);

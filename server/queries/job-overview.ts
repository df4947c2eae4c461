import { asc, sql } from 'drizzle-orm';
import type { Db } from '@/server/db/client';
import { jobRuns, type TaskKindName } from '@/server/db/schema/task-schema';

/** The lengths of the queues and what they have given up, each counted up to a limit. */
export async function countQueues(db: Db, limit: number) {
  const count = (from: ReturnType<typeof sql>) =>
    sql`(SELECT count(*)::integer FROM (SELECT FROM ${from} LIMIT ${limit}) AS entries)`;
  const tasks = (kind: TaskKindName) => {
    const isKind = sql.raw(`tasks WHERE kind = '${kind}'`);
    return sql`${count(sql`${isKind} AND state IN ('waiting', 'running')`)}, ${count(sql`${isKind} AND state = 'failed'`)}`;
  };
  const { rows } = await db.execute<{ name: string; waitingCount: number; givenUpCount: number }>(sql`
    SELECT * FROM (VALUES
      ('submissions', ${count(sql`products WHERE review_status = 'pending'`)}, 0),
      ('images', ${tasks('image')}),
      ('mail', ${tasks('email')}),
      ('search', ${count(sql`search_outbox`)}, 0),
      ('webhooks', ${tasks('event')}),
      ('newsletter', ${tasks('issue')}),
      ('messages', ${count(sql`contact_messages WHERE closed_at IS NULL`)}, 0),
      ('imports', ${tasks('import')})
    ) AS queues (name, "waitingCount", "givenUpCount")`);
  return rows;
}

export const listJobRuns = (db: Db) => db.select().from(jobRuns).orderBy(asc(jobRuns.name)).limit(100);

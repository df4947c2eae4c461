import { sql } from 'drizzle-orm';
import type { Db } from '@/server/db/client';
import { timestamptz } from './sql-values';

const ROWS_AT_ONCE = 500;
/** Processes of builds before the tasks have leased what is due within this time, and may be at work on it. */
const LEASE_SECONDS = 120;

/**
 * Moves what waits in the queues of builds before the tasks: what was there at the upgrade, and what processes of such a
 * build add while they still run. Leaves what such a process is at work on, so that nothing is done twice. Each row is
 * moved by one statement.
 *
 * @returns how many rows were moved. Zero when nothing is left that can be.
 */
export async function adoptTasks(db: Db, now: Date): Promise<number> {
  const at = timestamptz(now);
  const isFree = sql`(next_attempt_at <= ${at} OR next_attempt_at > ${at} + ${`${LEASE_SECONDS} seconds`}::interval)`;
  const some = sql`LIMIT ${ROWS_AT_ONCE} FOR UPDATE SKIP LOCKED`;
  await db.execute(sql`
    INSERT INTO task_groups (kind, name)
    SELECT 'event', id::text FROM webhooks UNION ALL SELECT 'issue', id::text FROM newsletter_issues
    UNION ALL VALUES ('image', ''), ('email', '')
    ON CONFLICT DO NOTHING`);
  const steps = [
    sql`WITH moved AS (
      DELETE FROM mail_outbox WHERE id = ANY(ARRAY(
        SELECT id FROM mail_outbox WHERE given_up_at IS NOT NULL OR attempt_count = 0 OR ${isFree} ${some}
      )) RETURNING *
    )
    INSERT INTO tasks (kind, email, subject_id, payload, state, due_at, attempt_count, created_at, ended_at)
    SELECT 'email', email, entry_id,
      CASE WHEN given_up_at IS NULL THEN jsonb_build_object('subject', subject, 'body', body) END,
      CASE WHEN given_up_at IS NULL THEN 'waiting' ELSE 'failed' END,
      next_attempt_at, attempt_count, created_at, given_up_at
    FROM moved ORDER BY id`,
    sql`WITH moved AS (
      DELETE FROM webhook_deliveries WHERE id = ANY(ARRAY(
        SELECT id FROM webhook_deliveries
        WHERE delivered_at IS NOT NULL OR given_up_at IS NOT NULL OR claimed_at IS NULL OR next_attempt_at <= ${at}
        ${some}
      )) RETURNING *
    )
    INSERT INTO tasks (kind, group_name, product_id, payload, state, due_at, attempt_count, interrupted_count, failure,
      created_at, ended_at)
    SELECT 'event', webhook_id::text, product_id,
      jsonb_build_object('event', event, 'product', jsonb_strip_nulls(payload), 'messageId', 'evt_' || id),
      CASE WHEN delivered_at IS NOT NULL THEN 'done' WHEN given_up_at IS NOT NULL THEN 'failed' ELSE 'waiting' END,
      next_attempt_at, greatest(attempt_count - interrupted_count - (claimed_at IS NOT NULL)::integer, 0),
      interrupted_count + (claimed_at IS NOT NULL)::integer, failure, created_at, coalesce(delivered_at, given_up_at)
    FROM moved ORDER BY id`,
    sql`WITH moved AS (
      DELETE FROM newsletter_deliveries WHERE id = ANY(ARRAY(
        SELECT id FROM newsletter_deliveries WHERE status <> 'sending' OR next_attempt_at < ${at} ${some}
      )) RETURNING *
    )
    INSERT INTO tasks (kind, group_name, subscriber_id, state, due_at, attempt_count, created_at, ended_at)
    SELECT 'issue', issue_id::text, subscriber_id,
      CASE status WHEN 'queued' THEN 'waiting' WHEN 'sent' THEN 'done' WHEN 'sending' THEN 'uncertain' ELSE status END,
      next_attempt_at, attempt_count, until,
      CASE WHEN status <> 'queued' THEN coalesce(settled_at, next_attempt_at) END
    FROM moved JOIN newsletter_issues ON newsletter_issues.id = issue_id ORDER BY moved.id`,
    sql`WITH left_over AS (
      UPDATE images SET claimed_until = 'infinity' WHERE id = ANY(ARRAY(
        SELECT id FROM images
        WHERE status = 'queued' AND (claimed_until IS NULL OR claimed_until <= ${at}) ORDER BY created_at, id ${some}
      )) RETURNING *
    )
    INSERT INTO tasks (kind, subject_id, due_at, attempt_count, created_at)
    SELECT 'image', id, created_at, least(attempt_count, 1), created_at FROM left_over ORDER BY created_at, id`,
    sql`WITH left_over AS (
      UPDATE imports SET claimed_until = 'infinity' WHERE id = ANY(ARRAY(
        SELECT id FROM imports WHERE state IN ('reading', 'comparing', 'importing', 'undoing')
          AND (claimed_until IS NULL OR claimed_until <= ${at}) ORDER BY id ${some}
      )) RETURNING id, created_at
    ), groups AS (
      INSERT INTO task_groups (kind, name) SELECT 'import', id::text FROM left_over ON CONFLICT DO NOTHING
      RETURNING name
    )
    INSERT INTO tasks (kind, group_name, due_at, created_at)
    SELECT 'import', name, created_at, created_at FROM groups JOIN left_over ON left_over.id::text = name`,
  ];
  let moved = 0;
  for (const step of steps) moved += (await db.execute(step)).rowCount ?? 0;
  return moved;
}

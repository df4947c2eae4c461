import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { Db } from '@/server/db/client';

/** A service that learns of changed pages: search engines by IndexNow, or the hub of the feeds. */
export type AnnouncedService = 'indexnow' | 'websub';

const changedProduct = z.object({
  slug: z.string(),
  tags: z.array(z.string()),
  submitter: z.nullable(z.string()),
});
export type ChangedProduct = z.infer<typeof changedProduct>;

const attempt = z.object({ attemptCount: z.number(), isDue: z.boolean() });

/** Notes the changes of one more day for a service. @returns how often its oldest changes could not be sent. */
export async function keepAnnouncing(
  db: Db,
  service: AnnouncedService,
  now: Date,
): Promise<{ attemptCount: number; isDue: boolean }> {
  const { rows } = await db.execute(sql`
    INSERT INTO announced_services (name, active_until) VALUES (${service}, now() + interval '1 day')
    ON CONFLICT (name) DO UPDATE SET active_until = excluded.active_until
    RETURNING attempt_count AS "attemptCount", next_attempt_at <= ${now.toISOString()}::timestamptz AS "isDue"`);
  return attempt.parse(rows[0]);
}

export async function listAnnouncements(
  db: Db,
  service: AnnouncedService,
  limit: number,
): Promise<{ ids: string[]; products: ChangedProduct[] }> {
  const { rows: noted } = await db.execute<{ id: string; productId: string }>(sql`
    SELECT id::text, product_id::text AS "productId" FROM announcements
    WHERE service = ${service} ORDER BY announcements.id LIMIT ${limit}`);
  const { rows } = await db.execute(sql`
    SELECT products.slug, users.handle AS submitter, ARRAY(
      SELECT tags.slug FROM product_tags JOIN tags ON tags.id = tag_id AND is_listed WHERE product_id = products.id ORDER BY tags.slug
    ) AS tags
    FROM products LEFT JOIN users ON users.id = submitter_id
    WHERE products.id = ANY(${sql.param(noted.map(({ productId }) => productId))}::bigint[])
      AND products.status IN ('approved', 'discontinued', 'removed')
    ORDER BY products.id`);
  return { ids: noted.map(({ id }) => id), products: z.array(changedProduct).parse(rows) };
}

/** Deletes announcements that were sent or given up, and forgets the failed attempts. */
export async function settleAnnouncements(
  db: Db,
  service: AnnouncedService,
  ids: readonly string[],
): Promise<void> {
  await db.execute(sql`DELETE FROM announcements WHERE id = ANY(${sql.param(ids)}::bigint[])`);
  await db.execute(sql`
    UPDATE announced_services SET attempt_count = 0, next_attempt_at = '-infinity'
    WHERE name = ${service} AND attempt_count > 0`);
}

export async function postponeAnnouncements(
  db: Db,
  service: AnnouncedService,
  nextAttemptAt: Date,
): Promise<void> {
  await db.execute(sql`
    UPDATE announced_services
    SET attempt_count = attempt_count + 1, next_attempt_at = ${nextAttemptAt.toISOString()}::timestamptz
    WHERE name = ${service}`);
}

export async function deleteUnannounced(db: Db): Promise<void> {
  await db.execute(sql`
    DELETE FROM announcements WHERE service IN (SELECT name FROM announced_services WHERE active_until <= now())`);
}

import { sql } from 'drizzle-orm';
import { describeQueueEntries } from '@/server/commands/decisions/queue-entry';
import type { Db } from '@/server/db/client';

export const MADE = 400;
export const HONEST = 100;
const STYLES = 12;

/**
 * Adds pending products that machines have made in a dozen styles (of one site, with one text or by one member), and
 * honest ones between them that have nothing in common.
 */
export async function addPending(db: Db): Promise<void> {
  // Words of letters, of which no two are equal.
  const word = sql`translate(md5(n || 'x'), '0123456789', 'ghijklmnop')`;
  await db.execute(sql`
    INSERT INTO users (handle, name, created_at)
    SELECT 'machine-' || n, 'Machine ' || n, now() - interval '2 hours' FROM generate_series(1, ${MADE}) AS n`);
  await db.execute(sql`
    INSERT INTO products (slug, name, tagline, url, canonical_url, submitter_id, created_at, updated_at)
    SELECT 'made-' || n, 'Made ' || n,
      CASE WHEN style % 3 = 1 THEN 'Boost style ' || chr(97 + style) || ' with AI no. ' || n ELSE 'Boost ' || ${word} END,
      CASE WHEN style % 3 = 0 THEN 'https://p' || n || '.style-' || style || '.example/'
        ELSE 'https://' || ${word} || '.example/' END,
      'made-' || n,
      (SELECT id FROM users WHERE handle = 'machine-' || CASE WHEN style % 3 = 2 THEN style + 1 ELSE n END),
      now() - n * interval '1 second', now() - n * interval '1 second'
    FROM (SELECT n, n % ${STYLES} AS style FROM generate_series(1, ${MADE}) AS n) AS made`);
  await db.execute(sql`
    INSERT INTO products (slug, name, tagline, url, canonical_url, created_at, updated_at)
    SELECT 'honest-' || n, 'Honest ' || n, 'Helps with ' || ${word}, 'https://honest-' || n || '.example/', 'honest-' || n,
      now() - n * interval '4 seconds', now() - n * interval '4 seconds'
    FROM generate_series(1, ${HONEST}) AS n`);
  const deps = { db, now: () => new Date() };
  while ((await describeQueueEntries(deps, 100)) > 0);
}

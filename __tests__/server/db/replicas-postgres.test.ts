import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import pino from 'pino';
import * as z from 'zod/mini';
import { type OwnPostgres, startOwnPostgres } from '@/__tests__/setup/postgres';
import { until } from '@/__tests__/setup/until';
import { openPostgres } from '@/server/db/postgres';
import { readFromPrimary, readFromReplicas } from '@/server/db/replicas';
import { PublicChanges } from '@/server/http/public-changes';
import { ResponseCache } from '@/server/http/response-cache';
import { listPublicChanges } from '@/server/queries/public-changes';

const DELAY_MS = 3_000;
const shown = z.object({ count: z.number(), isReplica: z.boolean() });
let primary: OwnPostgres;
let replica: OwnPostgres;

beforeAll(async () => {
  primary = await startOwnPostgres();
  await (await openPostgres(primary.url, pino({ level: 'silent' }))).close();
  replica = await primary.startReplica(DELAY_MS);
});
afterAll(async () => {
  await replica.stop();
  await primary.stop();
});

/** What a process of the site has that reads from the replica. */
async function openSite(lagMsMax: number) {
  const log: string[] = [];
  const logger = pino({ level: 'info' }, { write: (line) => void log.push(line) });
  const database = await openPostgres(primary.url, logger, 3, { urls: [replica.url], lagMsMax });
  const db = drizzle({ client: database.pool });
  const changes = new PublicChanges((since) => readFromPrimary(() => listPublicChanges(db, since)));
  const cache = new ResponseCache(changes, { readFrom: readFromReplicas });
  await changes.catchUp();
  return {
    ...database,
    log,
    db,
    changes,
    /** How many products a public response shows, and where it was read. */
    async read() {
      cache.clear();
      const body = await cache.get('products', async () => {
        const { rows } = await db.execute(
          sql`SELECT count(*)::integer AS count, pg_is_in_recovery() AS "isReplica" FROM products`,
        );
        return JSON.stringify(rows[0]);
      });
      return shown.parse(JSON.parse(body));
    },
    async submit(slug: string) {
      await database.pool.query(
        `INSERT INTO products (slug, name, tagline, url, canonical_url, status, approved_at)
         VALUES ($1, $1, 'A product', 'https://x.example', $1, 'approved', now())`,
        [slug],
      );
    },
  };
}

it('reads public responses from a replica, and from the primary until the replica has every known change', async () => {
  const site = await openSite(60_000);
  try {
    await until(async () => (await site.read()).isReplica, { withinMs: 30_000 });
    const { count } = await site.read();
    await site.submit('known');
    await site.changes.catchUp();
    expect(await site.read()).toEqual({ count: count + 1, isReplica: false });
    await until(async () => (await site.read()).isReplica, { withinMs: 30_000 });
    expect(await site.read()).toEqual({ count: count + 1, isReplica: true });

    const outside = await site.pool.query('SELECT pg_is_in_recovery() AS "isReplica"');
    expect(outside.rows).toEqual([{ isReplica: false }]);
  } finally {
    await site.close();
  }
});

it('leaves out a replica that is too far behind or does not answer, says so, and takes it back', async () => {
  const site = await openSite(1_000);
  try {
    await until(async () => (await site.read()).isReplica, { withinMs: 30_000 });
    site.log.length = 0;
    await site.submit('far');
    await until(() => site.log.some((line) => line.includes('too far behind')), { withinMs: 30_000 });
    expect(site.replicas?.lagSeconds).toBeGreaterThan(1);
    expect((await site.read()).isReplica).toBe(false);
    await until(async () => (await site.read()).isReplica, { withinMs: 30_000 });

    process.kill(replica.pid(), 'SIGINT');
    expect((await site.read()).count).toBeGreaterThan(0);
    await until(() => site.log.some((line) => line.includes('does not answer as one')), { withinMs: 30_000 });
    expect(site.replicas?.lagSeconds).toBe(-1);
    expect((await site.read()).isReplica).toBe(false);
  } finally {
    await site.close();
  }
});

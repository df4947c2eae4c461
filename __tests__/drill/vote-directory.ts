import pino from 'pino';
import type { Pool } from 'pg';
import { type DatabaseOptions, openDatabase } from '@/server/db/client';
import { type ProductServerProcess, spawnProductServer } from '../setup/product-servers';
import { addMembers, sessionKey } from './built-site';
import { type Voter, votersOf } from './vote-load';

export const VOTERS = 200;
export const PRODUCTS = 1_000;

export type Directory = { options: DatabaseOptions; productIds: string[]; voters: Voter[] };

/** Half of the voters' accounts get old enough for the ranking while the drill runs. */
export async function fillDirectory(given: Omit<DatabaseOptions, 'logger'>): Promise<Directory> {
  const options = { ...given, logger: pino({ level: 'silent' }) };
  const tokens = await addMembers(options, VOTERS);
  const productIds = await withPool(options, async (pool) => {
    await pool.query(`UPDATE users SET created_at = now() - interval '24 hours' + random() * interval '10 minutes'
      WHERE id % 2 = 0`);
    const { rows } = await pool.query<{ id: string }>(`
      INSERT INTO products (slug, name, tagline, url, canonical_url, status, approved_at)
      SELECT 'p' || n, 'Product ' || n, 'A product', 'https://x.example', 'x' || n, 'approved', now()
      FROM generate_series(1, ${PRODUCTS}) AS n RETURNING id`);
    return rows.map(({ id }) => id);
  });
  return { options, productIds, voters: votersOf(tokens) };
}

export async function withPool<T>(options: DatabaseOptions, work: (pool: Pool) => Promise<T>): Promise<T> {
  const database = await openDatabase(options);
  try {
    return await work(database.pool);
  } finally {
    await database.close();
  }
}

export const serve = ({ options }: Directory): Promise<ProductServerProcess> =>
  spawnProductServer({
    DATABASE_URL: options.databaseUrl ?? '',
    DATA_DIR: options.dataDir,
    SESSION_KEYS: sessionKey,
    TRUSTED_PROXY_HOPS: '1',
  });

/** Products whose counts differ from the rows, and listings that differ from their product. */
export async function countMiscounted(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ total: number }>(`
    SELECT count(*)::integer AS total FROM products JOIN product_listings ON product_listings.product_id = id
    WHERE upvote_count <> (SELECT count(*) FROM upvotes WHERE upvotes.product_id = id)
      OR weighing_upvote_count <> (SELECT count(*) FROM upvotes WHERE upvotes.product_id = id AND is_weighing)
      OR bookmark_count <> (SELECT count(*) FROM bookmarks WHERE bookmarks.product_id = id)
      OR hot_score(weighing_upvote_count, products.approved_at) <> product_listings.hot OR weighing_upvote_count <> ranking_upvote_count`);
  return rows[0]?.total ?? Infinity;
}

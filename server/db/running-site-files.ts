import { Client } from 'pg';
import { MINUTE_MS } from '@/lib/contract/plain/durations';

/** How many different site files the running processes have, by what they noted within the last minute. 0 for a database of an earlier build. */
export async function countRunningSiteFiles(databaseURL: string, limitMs: number): Promise<number> {
  const client = new Client({
    connectionString: databaseURL,
    connectionTimeoutMillis: limitMs,
    query_timeout: limitMs,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows: tables } = await client.query("SELECT FROM pg_class WHERE oid = to_regclass('site_files')");
    if (tables.length === 0) return 0;
    const { rows } = await client.query<{ count: number }>(
      'SELECT count(*)::integer AS count FROM site_files WHERE seen_at > $1',
      [new Date(Date.now() - MINUTE_MS)],
    );
    return rows[0]?.count ?? 0;
  } finally {
    await client.end().catch(() => undefined);
  }
}

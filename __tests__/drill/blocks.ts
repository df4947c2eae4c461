import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import pino from 'pino';
import { SECOND_MS } from '@/lib/contract/plain/durations';
import { countBlocks } from '@/__tests__/setup/count-blocks';
import { jobCalls, type MeasuredCall, memberCalls, publicCalls } from '@/__tests__/setup/measured-calls';
import { startOwnPostgres } from '@/__tests__/setup/postgres';
import { insertSkewedRows } from '@/__tests__/setup/skewed-rows';
import { openPostgres } from '@/server/db/postgres';

/** The most blocks of a public call, at any size. */
const PUBLIC_BLOCKS_MAX = 500;
/**
 * How many times the blocks with 20,000 products a call may touch in the largest directory. In the smallest one the
 * database reads whole tables, because each has a few blocks.
 */
const GROWTH_MAX = 2;
/** Of calls that touch less than this, one more level of an index is no growth. */
const SMALL_BLOCKS = 20;

const silent = pino({ level: 'silent' });

/** Counts the blocks that each call touches in made-up directories of these sizes, on PostgreSQL. False when one grows. */
export async function drillBlocks(sizes: readonly number[]): Promise<boolean> {
  const calls = [...publicCalls, ...memberCalls, ...jobCalls];
  const counts = new Map<string, number[]>(calls.map(([name]) => [name, []]));
  for (const size of sizes) {
    for (const [name, blocks] of await measure(size, calls)) counts.get(name)?.push(blocks);
  }
  console.log(`\n| call | ${sizes.map((size) => size.toLocaleString('en')).join(' | ')} | growth |`);
  console.log(`|---|${sizes.map(() => '---:|').join('')}---:|`);
  let isBounded = true;
  for (const [name, blocks] of counts) {
    const last = blocks.at(-1) ?? 0;
    const growth = last / Math.max(blocks.at(-2) ?? 0, SMALL_BLOCKS);
    const isPublic = publicCalls.some(([publicName]) => publicName === name);
    const isTooMany = growth > GROWTH_MAX || (isPublic && last > PUBLIC_BLOCKS_MAX);
    if (isTooMany) isBounded = false;
    console.log(`| ${name} | ${blocks.join(' | ')} | ${growth.toFixed(1)}${isTooMany ? ' TOO MANY' : ''} |`);
  }
  return isBounded;
}

async function measure(size: number, calls: readonly MeasuredCall[]): Promise<[string, number][]> {
  const startedAtMs = Date.now();
  const server = await startOwnPostgres();
  try {
    // Migrates the schema.
    const { close } = await openPostgres(server.url, silent);
    await close();
    const pool = new pg.Pool({ connectionString: server.url, options: '-c TimeZone=UTC', max: 1 });
    pool.on('error', () => undefined);
    const db = drizzle({ client: pool });
    try {
      await insertSkewedRows(db, size);
      const seconds = (Date.now() - startedAtMs) / SECOND_MS;
      console.log(`${size.toLocaleString('en')} products in ${seconds.toFixed(0)} s`);
      const counts: [string, number][] = [];
      for (const [name, call] of calls) counts.push([name, await countBlocks(db, call)]);
      return counts;
    } finally {
      await pool.end();
    }
  } finally {
    await server.stop();
  }
}

import { execFile } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Pool } from 'pg';
import { MINUTE_MS, SECOND_MS } from '@/lib/contract/plain/durations';
import { quantile, requireMeasured } from '../setup/measured';
import { familyOf, findBinaries, type OwnPostgres, startOwnPostgres } from '../setup/postgres';
import { until } from '../setup/until';
import {
  countMiscounted,
  type Directory,
  fillDirectory,
  PRODUCTS,
  serve,
  VOTERS,
  withPool,
} from './vote-directory';
import { type VoteAnswer, VoteLoad, type Voter, type VoteRequest } from './vote-load';

const RATE = 300;
const CLIENTS = 50;
const PHASE_MS = 10 * SECOND_MS;
const ROUNDS = 5;
const KILLED_AFTER = 1_000;
const P99_MS_MAX = 150;
const RATIO_MIN = 0.5;
const run = promisify(execFile);

/** One vote as a member's request makes it, without what groups save: pgbench commits each alone. */
const pgbenchScript = (products: number) => `
\\set product random(1, ${products})
\\set voter random(1, ${VOTERS})
WITH added AS (
  INSERT INTO upvotes (product_id, user_id, created_at, is_weighing)
  SELECT products.id, users.id, now(), true FROM products, users
  WHERE products.slug = 'p' || :product AND handle = 'drill-' || :voter AND status = 'approved'
  ON CONFLICT (product_id, user_id) DO UPDATE SET created_at = excluded.created_at RETURNING product_id
)
UPDATE products SET upvote_count = upvote_count + 1, weighing_upvote_count = weighing_upvote_count + 1
FROM added WHERE id = product_id;
`;

/**
 * Votes on a durable PostgreSQL and on PGlite: many on one product, beside pgbench, through kill -9, and at random for
 * some minutes from two processes.
 */
export async function drillVotes(minutes: number): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'votes-'));
  const postgres = await startOwnPostgres({ isDurable: true });
  try {
    const directory = await fillDirectory({ databaseUrl: postgres.url, dataDir: join(folder, 'data') });
    const results = [
      await measure(directory, postgres, folder),
      await voteAtRandom(directory, minutes * MINUTE_MS),
      await killWhileVoting(directory, 'PostgreSQL', async () => {
        for (const pid of familyOf(postgres.pid())) process.kill(pid, 'SIGKILL');
        await sleep(SECOND_MS);
        await postgres.restart();
      }),
    ];
    const embedded = await fillDirectory({ dataDir: join(folder, 'embedded') });
    results.push(await killWhileVoting(embedded, 'PGlite', () => Promise.resolve()));
    return results.every(Boolean);
  } finally {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Votes in turn, so that no voter meets a limit within a phase. */
function inTurn(
  voters: readonly Voter[],
  productOf: (index: number) => string | undefined,
): () => VoteRequest {
  let index = -1;
  return () => {
    index += 1;
    const voter = voters[index % voters.length] ?? { token: '', address: '' };
    const isWanted = Math.floor(index / voters.length) % 2 === 0;
    return { voter, productId: productOf(index) ?? '', isWanted };
  };
}

async function measure(directory: Directory, postgres: OwnPostgres, folder: string): Promise<boolean> {
  const server = await serve(directory);
  const { voters, productIds, options } = directory;
  const load = new VoteLoad(server.url);
  const forgetLimits = () => withPool(options, (pool) => pool.query('TRUNCATE rate_limits'));
  const one = inTurn(voters, () => productIds[0]);
  const spread = inTurn(voters, () => productIds[randomInt(PRODUCTS)]);
  let isGood = true;
  try {
    await load.sendAtRate(RATE, 3 * SECOND_MS, one);
    await forgetLimits();
    load.answers.length = 0;
    await load.sendAtRate(RATE, PHASE_MS, one);
    const times = load.answers.map(({ tookMs }) => tookMs);
    const p99Ms = quantile(times, 0.99);
    isGood &&= p99Ms <= P99_MS_MAX && load.answers.every(({ status }) => status === 200);
    say(
      `one product, ${RATE} a second: ${describe(load.answers)}; p50 ${quantile(times, 0.5).toFixed(0)} ms, p99 ${p99Ms.toFixed(0)} ms`,
    );

    const ratios: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      await forgetLimits();
      const hot = await load.sendFromClients(VOTERS, PHASE_MS / 5, one);
      await forgetLimits();
      const ours = await load.sendFromClients(CLIENTS, PHASE_MS / 3, spread);
      const [bareHot, bare] = [
        await runPgbench(postgres, folder, 1),
        await runPgbench(postgres, folder, PRODUCTS),
      ];
      ratios.push(ours / bare);
      say(
        `votes per second and those of pgbench: on one product ${hot.toFixed(0)} and ${bareHot.toFixed(0)}, ` +
          `spread ${ours.toFixed(0)} and ${bare.toFixed(0)} (${(ours / bare).toFixed(2)} times)`,
      );
    }
    const median = quantile(ratios, 0.5);
    say(
      `spread over ${PRODUCTS} products: ${median.toFixed(2)} times pgbench, the median of ${ROUNDS} rounds`,
    );
    isGood &&= median >= RATIO_MIN;
  } finally {
    load.stop();
    await server.stop();
  }
  await withPool(options, (pool) => pool.query(`
    UPDATE products SET upvote_count = (SELECT count(*) FROM upvotes WHERE product_id = id),
      weighing_upvote_count = (SELECT count(*) FROM upvotes WHERE product_id = id AND is_weighing)`)); // prettier-ignore
  return isGood;
}

/** @returns the votes per second over a number of products. */
async function runPgbench({ url }: OwnPostgres, folder: string, products: number): Promise<number> {
  const script = join(folder, 'vote.sql');
  await writeFile(script, pgbenchScript(products));
  const seconds = String(Math.round(PHASE_MS / 3 / SECOND_MS));
  const env = { ...process.env, PATH: `${process.env.PATH}:${findBinaries()}` };
  const { stdout } = await run(
    'pgbench',
    ['-n', '-c', String(CLIENTS), '-j', '2', '-T', seconds, '-f', script, url],
    { env },
  );
  return requireMeasured(/tps = ([\d.]+)/.exec(stdout)?.[1]);
}

/** Each voter upvotes one product after the other. All that was answered must be stored, and every count exact. */
async function killWhileVoting(
  directory: Directory,
  name: string,
  kill: () => Promise<void>,
): Promise<boolean> {
  const { voters, productIds, options } = directory;
  const clear = (pool: Pool) =>
    pool.query(
      'DELETE FROM upvotes; UPDATE products SET upvote_count = 0, weighing_upvote_count = 0; DELETE FROM rate_limits',
    );
  await withPool(options, clear);
  const server = await serve(directory);
  const load = new VoteLoad(server.url);
  let index = 0;
  const next = () => {
    index += 1;
    const voter = voters[index % VOTERS] ?? { token: '', address: '' };
    return { voter, productId: productIds[Math.floor(index / VOTERS)] ?? '', isWanted: true };
  };
  const sending = load.sendFromClients(VOTERS, MINUTE_MS, next);
  await until(() => load.answers.length >= KILLED_AFTER, { withinMs: MINUTE_MS });
  await kill();
  await server.kill();
  load.stop();
  await sending;

  const accepted = load.answers.filter(({ status }) => status === 200);
  return withPool(options, async (pool) => {
    const { rows } = await pool.query<{ total: number }>('SELECT count(*)::integer AS total FROM upvotes');
    const { rows: missing } = await pool.query<{ total: number }>(
      `SELECT count(*)::integer AS total FROM unnest($1::bigint[], $2::text[]) AS accepted (product, token)
       WHERE NOT EXISTS (SELECT FROM upvotes JOIN users ON users.id = user_id WHERE product_id = product AND handle = token)`,
      [
        accepted.map(({ productId }) => productId),
        accepted.map(({ voter }) => `drill-${voters.indexOf(voter) + 1}`),
      ],
    );
    const wrong = await countMiscounted(pool);
    say(
      `kill -9 with ${name}: ${accepted.length} acknowledged, ${rows[0]?.total} stored, ${missing[0]?.total} lost, ${wrong} counts wrong`,
    );
    return accepted.length > 0 && missing[0]?.total === 0 && wrong === 0;
  });
}

/** Two processes, 200 voters, 20 products, upvotes and bookmarks, while the jobs run. */
async function voteAtRandom(directory: Directory, durationMs: number): Promise<boolean> {
  const { voters, productIds, options } = directory;
  const servers = [await serve(directory), await serve(directory)];
  const loads = servers.map(({ url }) => new VoteLoad(url));
  const next = (): VoteRequest => ({
    voter: voters[randomInt(VOTERS)] ?? { token: '', address: '' },
    productId: productIds[randomInt(20)] ?? '',
    isWanted: randomInt(2) === 0,
    kind: randomInt(10) === 0 ? 'bookmarks' : 'upvotes',
  });
  const pool = new Pool({ connectionString: options.databaseUrl });
  let isDone = false;
  const forgetLimits = async () => {
    while (!isDone) {
      await sleep(5 * SECOND_MS);
      await pool.query('TRUNCATE rate_limits');
    }
  };
  const forgetting = forgetLimits();
  await Promise.all(loads.map((load) => load.sendFromClients(CLIENTS, durationMs, next)));
  isDone = true;
  await forgetting;
  for (const load of loads) load.stop();
  for (const server of servers) await server.stop();
  const { rows } = await pool.query<{ deadlocks: number }>(
    'SELECT deadlocks::integer FROM pg_stat_database WHERE datname = current_database()',
  );
  const wrong = await countMiscounted(pool);
  await pool.end();
  const answers = loads.flatMap((load) => load.answers);
  say(
    `${durationMs / MINUTE_MS} minutes at random from two processes: ${describe(answers)}; ${rows[0]?.deadlocks} deadlocks, ${wrong} counts wrong`,
  );
  return (
    rows[0]?.deadlocks === 0 && wrong === 0 && answers.every(({ status }) => status === 200 || status === 429)
  );
}

function describe(answers: readonly VoteAnswer[]): string {
  const statuses = new Map<number, number>();
  for (const { status } of answers) statuses.set(status, (statuses.get(status) ?? 0) + 1);
  return [...statuses].map(([status, total]) => `${total} × ${status}`).join(', ');
}

const say = (line: string) => console.log(`  ${line}`);

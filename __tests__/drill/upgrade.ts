import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg, { type Pool } from 'pg';
import { SECOND_MS } from '@/lib/contract/plain/durations';
import { freePort, serveBuilt } from '../bench/processes';
import { quantile } from '../setup/measured';
import { startOwnPostgres } from '../setup/postgres';
import { sessionKey, siteEnv } from './built-site';
import { buildCommitOf } from './old-build';
import { requireNone } from './require-none';
import { isFailed, UpgradeLoad } from './upgrade-load';
import { countMiscounted } from './vote-directory';

const FIXTURE = '__tests__/fixtures/schemas/0.1.sql';
/** How the build of the fixture serves. */
const OLD_PROGRAM = ['dist/main.js'];
const PHASE_MS = 8 * SECOND_MS;
const PRODUCTS_ASKED_FOR = 50;
const PHASES = ['before', 'migrations', 'side by side', 'switch', 'after'] as const;

/**
 * Upgrades a site of 0.1 on PostgreSQL as docs/upgrading.md says, while members and visitors use it: the build of that time
 * serves on while the present one migrates, both serve side by side, and then the present one alone.
 *
 * @returns a line for each phase, with what requests waited.
 * @throws OwnerError for failed requests, for acknowledged writes that are lost, and for wrong counts.
 */
export async function drillUpgrade(folder: string, productCount: number): Promise<string> {
  const old = buildCommitOf(FIXTURE);
  await siteEnv();
  const server = await startOwnPostgres({ isDurable: true });
  const pool = new pg.Pool({ connectionString: server.url });
  const stops: (() => Promise<void>)[] = [() => pool.end(), () => server.stop()];
  try {
    const slugs = await fill(pool, productCount);
    const envOf = async (name: string) => {
      const dataDir = join(folder, name);
      await mkdir(dataDir, { mode: 0o700 });
      const shared = { SESSION_KEYS: sessionKey, TRUSTED_PROXY_HOPS: '1', LOG_LEVEL: 'error' };
      return { ...shared, DATABASE_URL: server.url, DATA_DIR: dataDir };
    };
    const oldEnv = await envOf('old');
    const [oldPort, newPort] = [await freePort(), await freePort()];
    const older = await serveBuilt(oldPort, oldEnv, { program: OLD_PROGRAM, folder: old });
    stops.unshift(() => older.stop());
    const load = new UpgradeLoad(slugs);
    load.phase = 'before';
    await load.start([older.url]);
    stops.unshift(() => load.stop());
    await sleep(PHASE_MS);

    load.phase = 'migrations';
    const startedAtMs = performance.now();
    const newer = await serveBuilt(newPort, await envOf('new'));
    stops.unshift(() => newer.stop());
    const migrationSeconds = (performance.now() - startedAtMs) / SECOND_MS;
    load.phase = 'side by side';
    load.servers = [older.url, newer.url];
    await sleep(PHASE_MS);
    load.phase = 'switch';
    load.servers = [newer.url];
    await older.stop();
    load.phase = 'after';
    await sleep(PHASE_MS);
    await load.stop();

    const refusal = await startAgain(old, { ...oldEnv, PORT: String(oldPort) });
    const lines = [
      `migrated and ready in ${migrationSeconds.toFixed(1)} s with ${productCount} products`,
      ...PHASES.map((phase) => describePhase(load, phase)),
      `${load.acknowledgedCount} writes acknowledged`,
      `0.1 started again: ${refusal}`,
    ];
    const line = lines.join('\n      ');
    const failed = load.answers.filter(isFailed);
    const faults = [
      ...countAlike(
        failed.map(
          ({ phase, path, status, failure }) =>
            `${phase}: ${path.replace(/made-up-\d+|\d+$/, '…')}: ${failure ?? status}`,
        ),
      ),
      ...(await load.findLost(pool)),
    ];
    const miscounted = await countMiscounted(pool);
    if (miscounted > 0) faults.push(`${miscounted} counts are wrong`);
    if (load.acknowledgedCount === 0) faults.push('no writes were acknowledged');
    requireNone(faults, `faults: ${line}`);
    return line;
  } finally {
    for (const stop of stops) await stop();
  }
}

/** The fixture, with many more products and upvotes. @returns the slugs of some approved products, by their ids. */
async function fill(pool: Pool, productCount: number): Promise<Map<string, string>> {
  await pool.query(readFileSync(FIXTURE, 'utf8'));
  await pool.query(`
    INSERT INTO users (handle, name, created_at)
      SELECT 'member-' || n, 'Member ' || n, now() - interval '90 days' FROM generate_series(1, 100) AS n;
    INSERT INTO products (slug, name, tagline, url, canonical_url, status, approved_at, upvote_count, weighing_upvote_count)
      SELECT 'made-up-' || n, 'Made up ' || n, 'One of many', 'https://made-up-' || n || '.example/', 'made-up-' || n || '.example',
        'approved', now() - n * interval '1 minute', 3, 3
      FROM generate_series(1, ${productCount}) AS n;
    INSERT INTO product_slugs (slug, product_id) SELECT slug, id FROM products WHERE slug LIKE 'made-up-%';
    INSERT INTO product_tags (product_id, tag_id, position)
      SELECT products.id, tags.id, 0 FROM products JOIN tags ON tags.id = 1 + products.id % 2 WHERE products.slug LIKE 'made-up-%';
    INSERT INTO upvotes (product_id, user_id, is_weighing)
      SELECT products.id, users.id, true FROM products
      JOIN users ON substring(handle FROM '^member-(.*)$')::integer IN (1 + products.id % 90, 2 + products.id % 90, 3 + products.id % 90)
      WHERE products.slug LIKE 'made-up-%';
    UPDATE tags SET product_count = (
      SELECT count(*) FROM product_tags JOIN products ON products.id = product_id WHERE tag_id = tags.id AND status = 'approved');
    ANALYZE`);
  const { rows } = await pool.query<{ id: string; slug: string }>(
    "SELECT id, slug FROM products WHERE slug LIKE 'made-up-%' ORDER BY id LIMIT $1",
    [PRODUCTS_ASKED_FOR],
  );
  return new Map(rows.map(({ id, slug }) => [id, slug]));
}

function countAlike(texts: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return Array.from(counts, ([text, count]) => `${count} × ${text}`);
}

function describePhase({ answers }: UpgradeLoad, phase: string): string {
  const own = answers.filter((answer) => answer.phase === phase);
  const failed = own.filter(isFailed).length;
  const figures = (['write', 'read', 'page'] as const).map((kind) => {
    const waits = own.filter((answer) => answer.kind === kind).map(({ tookMs }) => tookMs);
    // The switch may be over before the next request.
    if (waits.length === 0 && phase === 'switch') return `no ${kind}`;
    return `${waits.length} ${kind}s, half within ${quantile(waits, 0.5).toFixed(0)} ms, the slowest ${Math.max(...waits).toFixed(0)} ms`;
  });
  return `${phase}: ${failed} of ${own.length} requests failed; ${figures.join('; ')}`;
}

/** @returns why a build refuses to start on the database of a newer one. */
async function startAgain(folder: string, env: Record<string, string>): Promise<string> {
  const child = spawn(process.execPath, OLD_PROGRAM, {
    cwd: folder,
    env: { ...process.env, APP_ENV: 'development', NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (part: Buffer) => (said += part.toString()));
  const limit = setTimeout(() => child.kill('SIGKILL'), 60 * SECOND_MS);
  const code = await new Promise((resolve) => child.once('close', resolve));
  clearTimeout(limit);
  assert.equal(code, 1, `The older build did not refuse to start: ${said}`);
  assert.match(said, /The database was upgraded by a newer version \(migration \S+\)/);
  return said.trim();
}

import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { MINUTE_MS } from '@/lib/contract/plain/durations';
import { withDeadline } from '@/server/base/deadline';
import { runAsJob } from '@/server/base/log';

const CHECK_INTERVAL_MS = 5_000;
/** Without checkpoints the write-ahead log grows forever, and the next start replays all of it. */
const CHECKPOINT_AFTER_BYTES = 64 * 1024 * 1024;
const CHECKPOINT_AFTER_MS = 5 * MINUTE_MS;
/** After this time without a query, maintenance delays no request. */
const QUIET_MS = 1_000;
/** On a site that is never quiet, maintenance is postponed for this long at most. */
const POSTPONED_MS_MAX = MINUTE_MS;
/** VACUUM of a large table takes longer than a request may. */
const RUN_LIMIT_MS = 5 * MINUTE_MS;

/**
 * Uses the thresholds of PostgreSQL's autovacuum. A table that needs both gets two statements, so that requests can
 * run in between. With 100,000 products the longest one, ANALYZE of search_documents, takes 0.8 s.
 */
const STATEMENTS_DUE = `
  SELECT 'VACUUM ' || quote_ident(relname) AS statement
  FROM pg_stat_user_tables
  WHERE n_dead_tup > 50 + 0.2 * n_live_tup OR n_ins_since_vacuum > 1000 + 0.2 * n_live_tup
  UNION ALL
  SELECT 'ANALYZE ' || quote_ident(relname)
  FROM pg_stat_user_tables
  WHERE n_mod_since_analyze > 50 + 0.1 * n_live_tup`;

/**
 * Runs CHECKPOINT, VACUUM and ANALYZE on PGlite, which has no background processes for them. Prefers quiet moments.
 *
 * @returns a function that stops the maintenance.
 */
export function scheduleMaintenance(
  pool: Pool,
  logger: Logger,
  checkIntervalMs = CHECK_INTERVAL_MS,
): () => void {
  let checkpointedAtByte: number | null = null;
  let checkpointedAtMs = Date.now();
  let usedAtMs = 0;
  let dueSinceMs: number | null = null;
  let isRunning = false;

  const noteUse = () => {
    if (!isRunning) usedAtMs = Date.now();
  };
  pool.on('acquire', noteUse);

  async function checkpoint(): Promise<void> {
    const { rows } = await pool.query<{ position: string }>(
      "SELECT pg_current_wal_insert_lsn() - '0/0' AS position",
    );
    const position = Number(rows[0]?.position);
    checkpointedAtByte ??= position;
    const writtenBytes = position - checkpointedAtByte;
    const isDue = Date.now() - checkpointedAtMs > CHECKPOINT_AFTER_MS && writtenBytes > 0;
    if (writtenBytes < CHECKPOINT_AFTER_BYTES && !isDue) return;
    await pool.query('CHECKPOINT');
    checkpointedAtByte = position;
    checkpointedAtMs = Date.now();
  }

  async function tidy(): Promise<void> {
    const { rows } = await pool.query<{ statement: string }>(STATEMENTS_DUE);
    if (rows.length === 0) {
      dueSinceMs = null;
      return;
    }
    dueSinceMs ??= Date.now();
    const isQuiet = Date.now() - usedAtMs > QUIET_MS;
    if (!isQuiet && Date.now() - dueSinceMs < POSTPONED_MS_MAX) return;
    for (const { statement } of rows) await pool.query(statement);
  }

  const timer = setInterval(() => {
    if (isRunning) return;
    isRunning = true;
    runAsJob('database-maintenance', () => withDeadline(RUN_LIMIT_MS, () => checkpoint().then(tidy)))
      // A long transaction has the only connection, or the process is ending. The next run tries again.
      .catch((error: unknown) => logger.debug({ err: error }, 'Database maintenance was postponed.'))
      .finally(() => {
        isRunning = false;
      });
  }, checkIntervalMs);
  timer.unref();

  return () => {
    clearInterval(timer);
    pool.off('acquire', noteUse);
  };
}

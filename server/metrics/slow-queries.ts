import type { Logger } from 'pino';
import type { LimitedPool } from '@/server/db/limited-pool';
import { describeStatement, runAfterWork } from '@/server/base/log';
import type { Metrics } from './metrics';

/** Queries that take this long, or that were given up after it, are logged. */
export const SLOW_QUERY_MS = 500;
const SHAPE_CHARS_MAX = 500;
/** These do no work of their own: the time is that of other statements, which the one connection of PGlite finishes first. */
const WAITS_FOR_OTHERS = /^\s*(?:begin|start transaction|savepoint)\b/i;

/** Measures the queries of a pool, and logs the slow ones with the request or the job that sent them. */
export function watchQueries(
  pool: LimitedPool,
  { logger, metrics }: { logger: Logger; metrics: Metrics },
): void {
  pool.watchQueries(({ text, durationMs, work }) => {
    const isSlow = durationMs >= SLOW_QUERY_MS && !WAITS_FOR_OTHERS.test(text);
    metrics.noteQuery({ durationMs, isSlow });
    if (!isSlow) return;
    const line = {
      statement: describeStatement(text),
      shape: shapeOf(text),
      durationMs: Math.round(durationMs),
    };
    // The end of an answer belongs to the connection, not to the work.
    runAfterWork(work, () => logger.info(line, 'A query of the database was slow.'));
  });
}

/**
 * The text of a statement without values: parameters are numbered in it anyway, and literals become `?`.
 *
 * @returns undefined if some literal may be left.
 */
export function shapeOf(text: string): string | undefined {
  const shape = text
    .replace(/\/\*[\s\S]*?\*\/|--.*/g, ' ')
    .replace(/'(?:[^'\\]|''|\\[\s\S])*'/g, '?')
    .replace(/(?<![$\w"])\d+(?:\.\d+)?/g, '?')
    .replace(/\s+/g, ' ')
    .trim();
  return /'|\$\D/.test(shape) ? undefined : shape.slice(0, SHAPE_CHARS_MAX);
}

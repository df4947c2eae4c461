import { setTimeout as sleep } from 'node:timers/promises';
import { MINUTE_MS } from '@/lib/contract/plain/durations';
import type { Deps } from '@/server/deps';
import { facetKeysOf } from '@/server/fields/field';
import { runAsJob } from '@/server/base/log';
import { presentSearchHit } from '@/server/search/search-answer';
import {
  leaseOutbox,
  type OutboxEntry,
  postponeOutbox,
  setMirror,
  settleOutbox,
} from '@/server/queries/search/search-outbox';
import { listSearchHits } from '@/server/queries/search/search-hits';
import { type AlgoliaIndex, openAlgoliaIndex } from '@/server/search/algolia';

const entriesPerBatch = 500;
/** Longer than all retries of Algolia's client, so that no other process sends the same entries during the retries. */
const leaseMs = 5 * MINUTE_MS;
const pauseMs = 1_000;
const retryMsMin = 1_000;
const retryMsMax = 5 * MINUTE_MS;

type MirrorDeps = Pick<Deps, 'db' | 'env' | 'logger' | 'now'>;

/**
 * Sends the current state of each due product to the mirror, so that a repeated send is harmless. A failed batch is
 * returned to the outbox and retried with increasing delays.
 *
 * @returns the number of products leased; less than a full batch when no more are due.
 */
export async function drainSearchOutbox(
  { db, env, logger, now }: MirrorDeps,
  index: AlgoliaIndex,
): Promise<number> {
  const entries = await leaseOutbox(db, { limit: entriesPerBatch, now: now(), leaseMs });
  if (entries.length === 0) return 0;
  try {
    const rows = await listSearchHits(
      db,
      entries.map(({ productId }) => productId),
      facetKeysOf(env.fields),
    );
    const shown = new Set(rows.map(({ id }) => id));
    await index.write({
      hits: rows.map((row) => presentSearchHit(row, env)),
      removedIds: entries.map(({ productId }) => productId).filter((id) => !shown.has(id)),
    });
  } catch (error) {
    logger.warn(
      { err: error, count: entries.length },
      'The search index could not be updated. The changes are sent again later.',
    );
    await postponeOutbox(
      db,
      entries.map((entry) => ({ ...entry, nextAttemptAt: nextAttemptAt(entry, now()) })),
    );
    return entries.length;
  }
  await settleOutbox(db, entries);
  return entries.length;
}

function nextAttemptAt({ attemptCount }: OutboxEntry, now: Date): Date {
  return new Date(now.getTime() + Math.min(retryMsMin * 2 ** attemptCount, retryMsMax));
}

/**
 * Sends changes of the database to Algolia while this process runs. Without Algolia does nothing: another process on
 * the same database may have it, and this one must not delete what is queued for it.
 */
export async function startSearchOutbox(deps: MirrorDeps): Promise<{ stop: () => Promise<void> }> {
  const { algolia } = deps.env;
  if (!algolia) return { stop: () => Promise.resolve() };

  await setMirror(deps.db, algolia.appId);
  const index = openAlgoliaIndex(algolia, deps.env);
  const stopping = new AbortController();
  const running = (async () => {
    await index.applySettings().catch((error: unknown) => {
      deps.logger.warn({ err: error }, 'The settings of the search index could not be updated.');
    });
    while (!stopping.signal.aborted) {
      const count = await runAsJob('send-search', () =>
        drainSearchOutbox(deps, index).catch((error: unknown) => {
          deps.logger.error({ err: error }, 'The search outbox could not be read.');
          return 0;
        }),
      );
      if (count < entriesPerBatch) await pause(stopping.signal);
    }
  })();
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

/** Resolves early when the signal is aborted. */
const pause = (signal: AbortSignal) =>
  sleep(pauseMs, undefined, { signal, ref: false }).catch(() => undefined);

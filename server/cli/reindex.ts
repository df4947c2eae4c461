import { pino } from 'pino';
import * as z from 'zod/mini';
import { searchHit, type SearchHit } from '@/lib/contract/search';
import { reindexBatch, type ReindexedBatch } from '@/server/commands/reindex-products';
import { openDatabase } from '@/server/db/client';
import { DirectoryLockedError } from '@/server/db/directory-lock';
import { loadEnv, type ServerEnv } from '@/server/env';
import { ConfigError } from '@/server/errors';
import { pauseOutbox } from '@/server/queries/search/search-outbox';
import { openAlgoliaIndex } from '@/server/search/algolia';
import { callControl, ControlFailure, isSiteRunning } from '@/server/control/control-client';

/** How long changes wait at most for a rebuilding that was broken off. */
const rebuildMsMax = 30 * 60_000;

type Target = {
  reindex: (afterId: string) => Promise<ReindexedBatch>;
  /** Holds back single changes while everything is replaced. */
  pause: (until: Date | null) => Promise<void>;
  close: () => Promise<void>;
};

const batch = z.object({ lastId: z.nullable(z.string()), hits: z.array(searchHit) });

/** The running site, where it alone has the embedded database open; else the database itself. */
async function openTarget(env: ServerEnv): Promise<Target> {
  const { databaseURL, dataDir } = env;
  if (databaseURL === undefined && (await isSiteRunning(dataDir))) {
    return {
      reindex: async (afterId) => batch.parse(await callControl(dataDir, 'POST', '/reindex', { afterId })),
      pause: async (until) => {
        await callControl(dataDir, 'POST', '/reindex/pause', { until: until?.toISOString() ?? null });
      },
      close: () => Promise.resolve(),
    };
  }
  const logger = pino({ level: 'warn' }, pino.destination({ dest: 2, sync: true }));
  const { db, close } = await openDatabase({ databaseUrl: databaseURL, dataDir, logger, connectionsMax: 2 });
  return {
    reindex: (afterId) => reindexBatch({ db, env }, afterId),
    pause: (until) => pauseOutbox(db, until),
    close,
  };
}

/** Rebuilds search from the products, and Algolia's index when it is configured. Safe to run again. */
async function reindex(): Promise<void> {
  const env = loadEnv();
  const target = await openTarget(env);
  try {
    if (env.algolia) await target.pause(new Date(Date.now() + rebuildMsMax));
    const hits = await reindexAll(target, env.algolia !== undefined);
    if (env.algolia) {
      console.log('Replacing the index at Algolia …');
      const index = openAlgoliaIndex(env.algolia, env.siteNoun);
      await index.replaceAll(hits);
      await index.applySettings();
    }
    console.log('Search is up to date.');
  } finally {
    if (env.algolia) await target.pause(null);
    await target.close();
  }
}

async function reindexAll(target: Target, keepsHits: boolean): Promise<SearchHit[]> {
  const kept: SearchHit[] = [];
  let count = 0;
  for (let afterId: string | null = '0'; afterId !== null;) {
    const { lastId, hits }: ReindexedBatch = await target.reindex(afterId);
    if (keepsHits) kept.push(...hits);
    count += hits.length;
    if (lastId !== null) console.log(`${count.toLocaleString('en')} products`);
    afterId = lastId;
  }
  return kept;
}

try {
  await reindex();
} catch (error) {
  const isForOwner =
    error instanceof ControlFailure || error instanceof ConfigError || error instanceof DirectoryLockedError;
  console.error(isForOwner ? error.message : error);
  process.exitCode = 1;
}

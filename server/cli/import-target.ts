import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import * as z from 'zod/mini';
import { type ImportOutcome, importProducts } from '@/server/commands/products/import-products';
import { openDatabase } from '@/server/db/client';
import { DirectoryLockedError } from '@/server/db/directory-lock';
import type { ServerEnv } from '@/server/env';
import { callControl, isSiteRunning } from '@/server/control/control-client';
import type { ImportDraft } from '@/server/import/import-draft';

/** Where an import writes. Each batch is stored whole before it is answered. */
export type ImportTarget = {
  /** For the person at the terminal: what is written to, and by whom. */
  description: string;
  importBatch: (drafts: readonly ImportDraft[]) => Promise<ImportOutcome[]>;
  close: () => Promise<void>;
};

const answer = z.object({
  outcomes: z.array(
    z.union([
      z.object({ line: z.int(), outcome: z.enum(['added', 'updated', 'listed']) }),
      z.object({ line: z.int(), outcome: z.literal('skipped'), reason: z.string() }),
    ]),
  ),
});

/** A site that has just been started holds the folder before it listens. */
const START_WAIT_MS = 15_000;

type TargetOptions = { isDryRun: boolean };

/**
 * PostgreSQL when it is configured; else the site that runs on the data folder, so that it need not be stopped;
 * else the data folder itself.
 *
 * @throws DirectoryLockedError when something else has the folder open and does not answer.
 */
export async function openImportTarget(
  env: Pick<ServerEnv, 'databaseURL' | 'dataDir'>,
  options: TargetOptions,
): Promise<ImportTarget> {
  if (env.databaseURL !== undefined) return openOwn(env, options);
  const deadlineMs = Date.now() + START_WAIT_MS;
  for (;;) {
    if (await isSiteRunning(env.dataDir)) return openRunningSite(env.dataDir, options);
    try {
      return await openOwn(env, options);
    } catch (error) {
      if (!(error instanceof DirectoryLockedError) || Date.now() > deadlineMs) throw error;
      await sleep(250);
    }
  }
}

function openRunningSite(dataDir: string, { isDryRun }: TargetOptions): ImportTarget {
  return {
    description: 'the running site',
    importBatch: async (drafts) =>
      answer.parse(await callControl(dataDir, 'POST', '/import', { drafts, isDryRun })).outcomes,
    close: () => Promise.resolve(),
  };
}

async function openOwn(
  { databaseURL, dataDir }: Pick<ServerEnv, 'databaseURL' | 'dataDir'>,
  options: TargetOptions,
): Promise<ImportTarget> {
  const logger = pino({ level: 'warn' }, pino.destination({ dest: 2, sync: true }));
  const { db, close } = await openDatabase({ databaseUrl: databaseURL, dataDir, logger, connectionsMax: 2 });
  return {
    description: databaseURL === undefined ? `the data folder ${dataDir}` : 'PostgreSQL',
    importBatch: (drafts) => importProducts({ db, now: () => new Date() }, drafts, options),
    close,
  };
}

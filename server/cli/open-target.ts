import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { SECOND_MS } from '@/lib/contract/plain/durations';
import type { ControlCommand } from '@/server/control/command';
import { callControl, isSiteRunning } from '@/server/control/control-client';
import { prepareDataDir } from '@/server/db/data-dir';
import { openDatabase } from '@/server/db/client';
import { DirectoryLockedError } from '@/server/db/directory-lock';
import type { ServerEnv } from '@/server/config/env';
import { givenVariables } from '@/server/config/env-file';
import { SiteSettings } from '@/server/config/site-settings';
import { findSettingsVersion } from '@/server/queries/settings';
import { createSetupLinks } from '@/server/mail/signed-links';
import { createSecretBox, openKeyRing } from '@/server/sessions/key-ring';
import { createLogger } from '@/server/base/log';
import { createTextWorkers } from '@/server/workers/text-workers';

/** Where a terminal command runs: in the running site, or in this process on a database of its own. */
export type Target = {
  description: string;
  run: <Request, Answer>(command: ControlCommand<Request, Answer>, request: Request) => Promise<Answer>;
  close: () => Promise<void>;
};

/** A site that has just been started locks the folder before it listens on the control socket. */
const startWaitMs = 15 * SECOND_MS;
const retryMs = 250;

/**
 * Opens PostgreSQL when it is configured. Otherwise uses the site that runs on the data folder, so that it need not
 * be stopped; without a running site, opens the data folder itself.
 *
 * @throws DirectoryLockedError when another process has the folder open and does not respond.
 */
export async function openTarget(env: ServerEnv): Promise<Target> {
  if (env.databaseURL !== undefined) return openOwn(env);
  const deadlineMs = Date.now() + startWaitMs;
  for (;;) {
    if (await isSiteRunning(env.dataDir)) return openRunningSite(env.dataDir);
    try {
      return await openOwn(env);
    } catch (error) {
      if (!(error instanceof DirectoryLockedError) || Date.now() > deadlineMs) throw error;
      await sleep(retryMs);
    }
  }
}

function openRunningSite(dataDir: string): Target {
  return {
    description: 'the running site',
    run: (command, request) => callControl(dataDir, command, request),
    close: () => Promise.resolve(),
  };
}

async function openOwn(env: ServerEnv): Promise<Target> {
  const { databaseURL, dataDir } = env;
  const logger = createLogger('warn', pino.destination({ dest: 2, sync: true }));
  if (databaseURL === undefined) prepareDataDir(dataDir);
  const textWorkers = createTextWorkers();
  const { db, close } = await openDatabase({ databaseUrl: databaseURL, dataDir, logger, connectionsMax: 2 });
  const read = (before?: number) => findSettingsVersion(db, before);
  const keyRing = await openKeyRing(env);
  const secrets = createSecretBox(keyRing);
  const settings = new SiteSettings({ env, source: givenVariables(), read, secrets, logger });
  await settings.load();
  const setupLinks = createSetupLinks(keyRing);
  return {
    description: databaseURL === undefined ? `the data folder ${dataDir}` : 'PostgreSQL',
    run: (command, request) =>
      command.run({ db, env, settings, now: () => new Date(), setupLinks, textWorkers }, request),
    close: async () => {
      await textWorkers.close();
      await close();
    },
  };
}

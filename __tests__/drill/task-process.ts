import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { buildConnector } from 'undici';
import { imageTasks } from '@/server/commands/images/process-image';
import { importTasks } from '@/server/commands/imports/run-imports';
import { issueTasks } from '@/server/commands/newsletter/send-issue';
import { emailTasks } from '@/server/commands/send-mail';
import { runTasks } from '@/server/commands/tasks';
import { eventTasks } from '@/server/commands/webhooks/deliver-event';
import { readEnv } from '@/server/config/env';
import { createDeps } from '@/server/create-deps';
import { createGuardedFetch } from '@/server/web/guarded-fetch';

/**
 * A process that runs tasks of all kinds until it is killed. Every host leads to one port of this machine. `--ahead` moves
 * its clock, so that leases of killed processes are over.
 */
const text = { type: 'string' } as const;
const { values } = parseArgs({
  options: { port: text, database: text, smtp: text, data: text, ahead: text },
});
const { deps } = await createDeps(
  readEnv({
    ...{ APP_ENV: 'development', LOCAL_IDENTITY: 'on', LOG_LEVEL: 'warn', NEWSLETTER_PER_MINUTE: '60000' },
    ...{ DATABASE_URL: values.database, DATA_DIR: values.data, SMTP_URL: values.smtp },
    MAIL_FROM: 'hello@site.example',
  }),
);
const connect = buildConnector({ timeout: 2_000 });
const tried = {
  ...deps,
  now: () => new Date(Date.now() + Number(values.ahead ?? 0)),
  fetchPage: createGuardedFetch({
    userAgent: 'drill',
    resolve: () => Promise.resolve(['93.184.215.14']),
    dial: (options, callback) =>
      connect({ ...options, protocol: 'http:', hostname: '127.0.0.1', port: values.port ?? '' }, callback),
  }),
};
process.send?.('ready');
const { signal } = new AbortController();
const repeat = async (run: () => Promise<void>) => {
  for (;;) {
    await run();
    await sleep(50);
  }
};
await Promise.all([
  repeat(() => runTasks(imageTasks, tried, signal)),
  repeat(() => runTasks(emailTasks, tried, signal)),
  repeat(() => runTasks(eventTasks, tried, signal)),
  repeat(() => runTasks(issueTasks, tried, signal)),
  repeat(() => runTasks(importTasks, tried, signal)),
]);

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { MINUTE_MS } from '@/lib/contract/plain/durations';
import { isSiteRunning } from '@/server/control/control-client';
import { until } from '../setup/until';

/** A first start creates the database and the demo: seconds on an idle machine, minutes on a busy one. */
const START_WITHIN_MS = 5 * MINUTE_MS;

/** Serves the build of the demo with a new data folder, until it is ready. */
export async function startSite(
  { url, port }: { url: string; port: number },
  variables: Record<string, string>,
) {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'site-'));
  const child = spawn(process.execPath, ['dist/listgrove.js', 'start'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      ...{ NODE_ENV: 'production', LOG_LEVEL: 'fatal', DRAIN_NOTICE_MS: '0', BACKUP_DIR: 'off' },
      ...{ PORT: String(port), DATA_DIR: dataDir, TRUSTED_PROXY_HOPS: '1' },
      ...variables,
    },
  });
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (part: string) => (printed += part));
  const ended = once(child, 'close');
  const isReady = () =>
    fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  await until(isReady, { withinMs: START_WITHIN_MS, everyMs: 200 });
  // The site opens its control socket after its port.
  await until(() => isSiteRunning(dataDir), { withinMs: START_WITHIN_MS, everyMs: 200 });
  return {
    dataDir,
    child,
    /** What the site has printed so far. */
    printed: () => printed,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

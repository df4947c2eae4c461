import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'playwright/test';
import { isGroupAlive, isPortFree, spawnNpm } from '../setup/npm-process';
import { startSlowRequest } from '../setup/slow-request';

// One after the other, on one folder: filling a new one with the demo's products takes most of a start.
test.describe.configure({ mode: 'default', timeout: 240_000 });
const dataDir = await mkdtemp(join(tmpdir(), 'signals-e2e-'));
test.afterAll(() => rm(dataDir, { recursive: true, force: true }));

for (const target of ['npm', 'group'] as const) {
  test(`npm start finishes the request in flight and frees the port when SIGTERM reaches the ${target}`, async () => {
    const env = { APP_ENV: 'demo', DATA_DIR: dataDir, DRAIN_NOTICE_MS: '300' };
    const { pid, url, signal, exited } = await spawnNpm('start', env);
    try {
      const slow = startSlowRequest(new URL('/api/contact', url));
      expect((await fetch(url)).status).toBe(200);

      signal(target, 'SIGTERM');
      signal(target, 'SIGTERM');
      await expect.poll(() => fetch(url).then(() => 'open', () => 'closed')).toBe('closed'); // prettier-ignore

      expect(await slow.finish()).toBe(200);
      expect(await exited).toBe(0);
      await expect.poll(() => isGroupAlive(pid)).toBe(false);
      expect(await isPortFree(Number(url.port))).toBe(true);
    } finally {
      if (isGroupAlive(pid)) signal('group', 'SIGKILL');
    }
  });
}

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isGroupAlive, isPortFree, type NpmProcess, spawnNpm } from '../setup/npm-process';
import { startSlowRequest } from '../setup/slow-request';
import { until } from '../setup/until';

const dataDir = mkdtempSync(path.join(tmpdir(), 'signals-test-'));
let started: NpmProcess | undefined;

afterEach(() => {
  if (started && isGroupAlive(started.pid)) started.signal('group', 'SIGKILL');
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

it.each(['npm', 'group'] as const)(
  'npm run server finishes the request in flight, frees the port and exits with 0 when SIGTERM reaches the %s twice',
  async (target) => {
    const { pid, url, signal, exited } = (started = await spawnNpm('server', {
      APP_ENV: 'development',
      DATA_DIR: dataDir,
      DRAIN_NOTICE_MS: '1000',
    }));
    const slow = startSlowRequest(new URL('/contact', url));
    await until(async () => (await fetch(new URL('/readyz', url))).status === 200);

    signal(target, 'SIGTERM');
    await until(async () => (await fetch(new URL('/readyz', url))).status === 503);
    signal(target, 'SIGTERM');
    await until(() =>
      fetch(new URL('/healthz', url)).then(
        () => false,
        () => true,
      ),
    );

    expect(await slow.finish()).toBe(200);
    expect(await exited).toBe(0);
    // The compiler that tsx starts ends after its parent.
    await until(() => !isGroupAlive(pid));
    expect(await isPortFree(Number(url.port))).toBe(true);
  },
);

it('lets every start command replace its shell, which would keep signals to itself', () => {
  const { scripts }: { scripts: Record<string, string> } = Object(
    JSON.parse(readFileSync('package.json', 'utf8')),
  );
  for (const script of ['dev', 'demo', 'start', 'server']) {
    expect(scripts[script]).toMatch(/^(?:[A-Z_]+=\S+ )*exec node /);
  }
});

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { programArguments } from '../setup/program-file';
import { until } from '../setup/until';

const dataDir = mkdtempSync(path.join(tmpdir(), 'drain-test-'));
let server: ChildProcess | undefined;

afterAll(() => {
  server?.kill('SIGKILL');
  rmSync(dataDir, { recursive: true, force: true });
});

async function startProductServer(env: Record<string, string>): Promise<URL> {
  server = spawn(process.execPath, [...programArguments('host/listgrove.ts'), 'server'], {
    env: {
      ...process.env,
      APP_ENV: 'development',
      NODE_OPTIONS: '',
      DATA_DIR: dataDir,
      PORT: '0',
      LOG_LEVEL: 'silent',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (!server.stdout) throw new Error('The server has no output');
  for await (const line of createInterface(server.stdout)) {
    const address = /http:\S+/.exec(line)?.[0];
    if (address) return new URL(address.replace('localhost', '127.0.0.1'));
  }
  throw new Error('The server did not start');
}

it('reports not ready, finishes the requests in flight, then exits with 0', async () => {
  const base = await startProductServer({ DRAIN_NOTICE_MS: '2000' });
  const body = JSON.stringify({ email: 'ada@example.com', message: 'A message that arrives slowly.' });
  const slow = http.request(new URL('/contact', base), {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-length': body.length },
  });
  slow.write(body.slice(0, 10));
  expect((await fetch(new URL('/readyz', base))).status).toBe(200);
  const exited = once(server ?? process, 'exit');

  server?.kill('SIGTERM');
  let readiness: Response | undefined;
  await until(async () => {
    readiness = await fetch(new URL('/readyz', base));
    return readiness.status === 503;
  });
  const isRefused = () =>
    fetch(new URL('/healthz', base)).then(
      () => false,
      () => true,
    );
  expect(await isRefused()).toBe(false);
  await until(isRefused);
  slow.end(body.slice(10));
  const [response]: unknown[] = await once(slow, 'response');

  expect(readiness?.headers.get('retry-after')).toBe('5');
  expect(response).toMatchObject({ statusCode: 200 });
  expect(await exited).toEqual([0, null]);
});

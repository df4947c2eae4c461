import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { MINUTE_MS } from '@/lib/contract/plain/durations';
import { requireMeasured } from '../setup/measured';
import { until } from '../setup/until';

export type Serving = {
  url: string;
  startMs: number;
  /** The CPU time of the process so far, its threads included; in steps of 10 ms, on Linux alone. */
  cpuMs: () => number;
  /** The memory of the process and of those that it has started, on Linux alone. */
  memoryBytes: () => number;
  stop: () => Promise<void>;
};

const PRESENT_BUILD = { program: ['dist/listgrove.js', 'start'] };

/** Runs a build on a data folder of its own. Resolves once /readyz answers 200. @param build by default, the build of this folder. */
export const serveBuilt = (
  port: number,
  env: Record<string, string>,
  { program, folder }: { program: string[]; folder?: string } = PRESENT_BUILD,
) => serve(program, port, { APP_ENV: 'development', NODE_ENV: 'production', ...env }, folder);

/** Runs `npm run demo`, which builds the site first if the sources have changed. */
export const serveDemo = (port: number, env: Record<string, string>) =>
  serve(['--import', 'tsx', 'host/demo.ts'], port, env);

/** As in package.json. */
const fromScripts = { MALLOC_TRIM_THRESHOLD_: '4194304' };

async function serve(
  args: string[],
  port: number,
  env: Record<string, string>,
  cwd?: string,
): Promise<Serving> {
  const startedAtMs = performance.now();
  const child = spawn(process.execPath, args, {
    cwd,
    env: { ...process.env, ...fromScripts, DRAIN_NOTICE_MS: '0', PORT: String(port), ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const url = `http://127.0.0.1:${port}`;
  try {
    await untilReady(`${url}/readyz`, child);
  } catch (error) {
    child.kill('SIGKILL');
    throw error;
  }
  return servingOf(child, url, startedAtMs);
}

const servingOf = (child: ChildProcess, url: string, startedAtMs: number): Serving => ({
  url,
  startMs: performance.now() - startedAtMs,
  cpuMs: () => readCPUMs(child.pid ?? 0),
  memoryBytes: () => readMemoryBytes(child.pid ?? 0),
  stop: () => stop(child),
});

function readCPUMs(pid: number): number {
  // The name of the program, in parentheses, may contain spaces.
  const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
  const [user, system] = fields.split(' ').slice(11, 13).map(Number);
  return 10 * (requireMeasured(user) + requireMeasured(system));
}

function readMemoryBytes(pid: number): number {
  const [, kilobytes] = /^Pss: +(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')) ?? [];
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
  return children.reduce(
    (sum, child) => sum + readMemoryBytes(Number(child)),
    1_024 * requireMeasured(kilobytes),
  );
}

async function untilReady(url: string, child: ChildProcess): Promise<void> {
  const isReady = async () => {
    if (child.exitCode !== null)
      throw new Error(`The server ended with code ${child.exitCode} before it was ready.`);
    const response = await fetch(url).catch(() => undefined);
    return response?.ok === true;
  };
  await until(isReady, { withinMs: 5 * MINUTE_MS, everyMs: 5 });
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
}

type Bytes = { body: Uint8Array; headers: Record<string, string> };

/** Runs plain node:http in a separate process that sends the same bytes, as the upper bound of the machine. */
export async function serveRaw(port: number, { body, headers }: Bytes): Promise<Serving> {
  const startedAtMs = performance.now();
  const source = `
    const { createServer } = require('node:http');
    const parts = []; process.stdin.on('data', (part) => parts.push(part)).on('end', () => {
      const bytes = Buffer.concat(parts);
      const headers = ${JSON.stringify(Object.entries({ ...headers, 'content-length': String(body.length) }).flat())};
      createServer((req, res) => {
        res.writeHead(200, headers);
        res.end(bytes);
      }).listen(${port}, '127.0.0.1');
    });`;
  const child = spawn(process.execPath, ['-e', source], { stdio: ['pipe', 'ignore', 'inherit'] });
  child.stdin.end(body);
  const url = `http://127.0.0.1:${port}`;
  await untilReady(url, child);
  return servingOf(child, url, startedAtMs);
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (typeof address !== 'object' || address === null) throw new Error('No free port');
  return address.port;
}

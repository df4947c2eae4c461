import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { programArguments } from './program-file';

/** A product server in a separate process, as behind a load balancer. */
export type ProductServerProcess = {
  url: string;
  pid: number;
  stop: () => Promise<void>;
  kill: () => Promise<void>;
};

/** @param program the arguments of Node.js that run the program. */
export async function spawnProductServer(
  env: Record<string, string>,
  program = programArguments('host/listgrove.ts'),
): Promise<ProductServerProcess> {
  const child = spawn(process.execPath, [...program, 'server'], {
    env: {
      ...process.env,
      APP_ENV: 'development',
      NODE_OPTIONS: '',
      PORT: '0',
      LOG_LEVEL: 'silent',
      DRAIN_NOTICE_MS: '0',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  // A failing test must not leave the server running.
  const killWithTests = () => child.kill('SIGKILL');
  process.once('exit', killWithTests);
  const ended = once(child, 'close').then(() => process.off('exit', killWithTests));
  return {
    url: await addressOf(child),
    pid: child.pid ?? 0,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

async function addressOf({ stdout }: ChildProcess): Promise<string> {
  if (!stdout) throw new Error('The server has no output');
  for await (const line of createInterface(stdout)) {
    const address = /http:\S+/.exec(line)?.[0];
    if (address) return address.replace('localhost', '127.0.0.1');
  }
  throw new Error('The server did not start');
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

export type ServerProcess = {
  url: string;
  signal: (name: NodeJS.Signals) => void;
  /** The exit code. */
  exited: Promise<number | null>;
  log: () => string;
};

/**
 * Runs the product server in a process of its own, which throws an exception on SIGUSR2 and ends its threads on SIGURG, and
 * waits until it serves.
 */
export async function spawnServer(
  env: Record<string, string>,
  onLine: (line: string) => void = () => undefined,
): Promise<ServerProcess> {
  const probe = new URL('./throw-on-signal.js', import.meta.url).href;
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', '--import', probe, 'host/listgrove.ts', 'server'],
    {
      env: { ...process.env, NODE_OPTIONS: '', APP_ENV: 'development', PORT: '0', ...env },
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  );
  const killWithTests = () => child.kill('SIGKILL');
  process.once('exit', killWithTests);
  const exited = once(child, 'exit').then(([code]: unknown[]) => {
    process.off('exit', killWithTests);
    return typeof code === 'number' ? code : null;
  });
  let log = '';
  const url = await new Promise<string>((resolve, reject) => {
    const lines = createInterface(child.stdout);
    lines.on('line', (line) => {
      log += `${line}\n`;
      onLine(line);
      const address = /ready at (http:\S+)/.exec(line)?.[1];
      if (address) resolve(address.replace('localhost', '127.0.0.1'));
    });
    lines.once('close', () => reject(new Error(`The server did not start: ${log}`)));
  });
  return { url, signal: (name) => void child.kill(name), exited, log: () => log };
}

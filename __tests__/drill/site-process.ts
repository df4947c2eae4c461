import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';
import { MINUTE_MS } from '@/lib/contract/plain/durations';
import { until } from '../setup/until';

const run = promisify(execFile);
const OUTPUT_BYTES_MAX = 16 * 1024 * 1024;

/** The environment of an owner's terminal: nothing that npm or the tests have set. */
function ownerEnv(): NodeJS.ProcessEnv {
  const env = { ...process.env };
  for (const name of Object.keys(env)) {
    if (/^(?:npm_(?!config_)|NODE_(?!EXTRA_)|APP_ENV|TEST_)/i.test(name)) Reflect.deleteProperty(env, name);
  }
  return env;
}

/** Runs a command to its end in a folder. @returns what it prints. @throws Error with its output if it fails. */
export async function runIn(folder: string, command: string, args: readonly string[]): Promise<string> {
  const options = { cwd: folder, env: ownerEnv(), maxBuffer: OUTPUT_BYTES_MAX };
  const { stdout } = await run(command, [...args], options);
  return stdout;
}

/** A command that serves a site until it is stopped. */
export type SiteProcess = {
  pid: number;
  /** Asks the site for a path. @throws Error unless it answers with 200. */
  read: (path: string) => Promise<string>;
  /** @returns the exit code after SIGTERM. */
  stop: () => Promise<number | null>;
};

/** Starts a program of Node.js in a folder and waits until the site is ready. */
export async function startIn(folder: string, url: string, args: readonly string[]): Promise<SiteProcess> {
  const child = spawn(process.execPath, [...args], {
    cwd: folder,
    env: ownerEnv(),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const isReady = async () => {
    if (child.exitCode !== null) throw new Error(`${args.join(' ')} ended with code ${child.exitCode}.`);
    return (await fetch(`${url}/readyz`).catch(() => undefined))?.ok === true;
  };
  await until(isReady, { withinMs: 3 * MINUTE_MS, everyMs: 50 });
  return {
    pid: child.pid ?? 0,
    async read(path) {
      const response = await fetch(url + path);
      if (response.status !== 200) throw new Error(`${path} answers with ${response.status}.`);
      return response.text();
    },
    async stop() {
      if (child.exitCode !== null) return child.exitCode;
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
      return child.exitCode;
    },
  };
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';

/** A documented start command, run as an owner or a service manager runs it. */
export type NpmProcess = {
  /** The leader of its process group. */
  pid: number;
  url: URL;
  /** Signals npm alone, as `kill` does, or every process of the command, as a terminal and systemd do. */
  signal: (target: 'npm' | 'group', name: NodeJS.Signals) => void;
  /** The exit code of npm. */
  exited: Promise<number | null>;
};

/** Runs `npm run <script>` and waits until it serves. */
export async function spawnNpm(script: string, env: Record<string, string>): Promise<NpmProcess> {
  const child = spawn('npm', ['run', '--silent', script], {
    env: { ...process.env, NODE_OPTIONS: '', PORT: '0', LOG_LEVEL: 'silent', ...env },
    stdio: ['ignore', 'pipe', process.env.DEBUG ? 'inherit' : 'ignore'],
    detached: true,
  });
  const pid = child.pid ?? 0;
  // A failing test must not leave the server running.
  const killWithTests = () => isGroupAlive(pid) && process.kill(-pid, 'SIGKILL');
  process.once('exit', killWithTests);
  const exited = once(child, 'exit').then(([code]: unknown[]) => {
    process.off('exit', killWithTests);
    return typeof code === 'number' ? code : null;
  });

  for await (const line of createInterface(child.stdout)) {
    const address = /http:\S+/.exec(line)?.[0];
    if (!address) continue;
    return {
      pid,
      url: new URL(address.replace('localhost', '127.0.0.1')),
      signal: (target, name) => void process.kill(target === 'npm' ? pid : -pid, name),
      exited,
    };
  }
  throw new Error(`npm run ${script} did not serve`);
}

/** Whether any process of the command is left. */
export function isGroupAlive(pid: number): boolean {
  try {
    return process.kill(-pid, 0);
  } catch {
    return false;
  }
}

export async function isPortFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1');
  const isListening = await once(server, 'listening').then(
    () => true,
    () => false,
  );
  server.close();
  return isListening;
}

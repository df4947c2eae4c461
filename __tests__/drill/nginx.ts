import { execFileSync, type ExecFileSyncOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { until } from '../setup/until';

const DEBIAN_NGINX = '/usr/sbin/nginx';

/**
 * Runs nginx in front of the site, with its files in a temporary folder.
 *
 * @param http the directives of the `http` block.
 * @param port on which nginx answers when it is ready.
 */
export async function startNginx(
  folder: string,
  http: string,
  port: number,
): Promise<{ stop: () => Promise<void> }> {
  const nginx = findOrInstallNginx();
  await writeFile(join(folder, 'nginx.conf'), configuration(http));
  const child = spawn(nginx, ['-p', folder, '-c', 'nginx.conf', '-e', 'stderr'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const isListening = () =>
    new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false));
      socket.on('connect', () => socket.end());
    });
  await until(() => {
    if (child.exitCode !== null) throw new Error(`nginx ended with code ${child.exitCode}.`);
    return isListening();
  });
  return {
    async stop() {
      const exited = once(child, 'exit');
      child.kill('SIGQUIT');
      await exited;
    },
  };
}

/** Root's nginx would otherwise give its work to a user that cannot write to the folder. */
const configuration = (http: string) => `
${process.getuid?.() === 0 ? 'user root;' : ''}
daemon off;
worker_processes 1;
pid nginx.pid;
error_log stderr error;
events { worker_connections 512; }
http {
  access_log off;
  client_body_temp_path body;
  proxy_temp_path proxied;
  ${http}
}
`;

function findOrInstallNginx(): string {
  if (existsSync(DEBIAN_NGINX)) return DEBIAN_NGINX;
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
    throw new Error("This drill needs Debian's nginx: apt-get install nginx-light");
  }
  console.log("Installing Debian's package `nginx-light`.");
  const options: ExecFileSyncOptions = {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    stdio: ['ignore', 'ignore', 'inherit'],
  };
  execFileSync('apt-get', ['update', '-qq'], options);
  execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'nginx-light'], options);
  return DEBIAN_NGINX;
}

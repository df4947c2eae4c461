import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MINUTE_MS } from '@/lib/contract/plain/durations';
import { freePort } from '../bench/processes';
import { until } from '../setup/until';
import { siteEnv } from './built-site';
import { startNginx } from './nginx';

/** One process of the site: its URL, and where its calls begin. */
export type Machine = { name: string; url: string; apiURL: string; hasPages: boolean };

export type Cluster = {
  /** Of nginx, which visitors ask. */
  url: URL;
  machines: readonly Machine[];
  /** Stops a web process and starts it again on its port. Takes the milliseconds. */
  restartWeb: (index: number) => Promise<number>;
  /** Starts a product server on the other port of the two, then stops the first. Takes the milliseconds. */
  replaceProductServer: () => Promise<number>;
  stop: () => Promise<void>;
};

type Program = 'start' | 'server';

/**
 * Two web processes and one product server on one PostgreSQL, behind nginx as docs/scaling.md and docs/deploy/nginx.conf
 * set it up. A process stops without a notice to the load balancer, because nginx asks for none.
 */
export async function startCluster(
  folder: string,
  { databaseUrl, replicaUrl }: { databaseUrl: string; replicaUrl: string },
): Promise<Cluster> {
  const ports = [await freePort(), await freePort(), await freePort(), await freePort()];
  const proxyPort = await freePort();
  const url = new URL(`http://localhost:${proxyPort}`);
  const [first = 0, second = 0, third = 0, fourth = 0] = ports;
  const running = new Map<number, ChildProcess>();
  const env = {
    ...(await siteEnv()),
    ...{ NODE_ENV: 'production' as const, BACKUP_DIR: 'off', DRAIN_NOTICE_MS: '0', LOG_LEVEL: 'error' },
    ...{
      DATABASE_URL: databaseUrl,
      DATABASE_REPLICA_URLS: replicaUrl,
      NEXT_PUBLIC_SITE_URL: url.origin,
      UNLIMITED_ADDRESSES: '127.0.0.1',
    },
  };

  const start = async (program: Program, port: number) => {
    const own = program === 'start' ? {} : { NEXT_PUBLIC_SERVER_URL: `${url.origin}/api` };
    const dataDir = join(folder, `data-${port}`);
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    const child = spawn(process.execPath, ['dist/listgrove.js', program], {
      env: { ...process.env, NODE_OPTIONS: '', ...env, ...own, DATA_DIR: dataDir, PORT: String(port) },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    running.set(port, child);
    await until(() => isReady(child, port), { withinMs: 2 * MINUTE_MS, everyMs: 50 });
  };
  const stop = async (port: number) => {
    const child = running.get(port);
    if (!child || child.exitCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    const [code]: unknown[] = await exited;
    if (code !== 0) throw new Error(`A process ended with ${String(code)}.`);
  };
  const stopAll = () => Promise.all([...running.keys()].map(stop));

  try {
    await start('start', first);
    await start('start', second);
    await start('server', third);
    const http = await nginxDirectives(ports, proxyPort);
    const nginx = await startNginx(folder, http, proxyPort);
    const [webs, servers] = [
      [first, second],
      [third, fourth],
    ];
    return {
      url,
      machines: [
        ...webs.map((port, index) => machineOf(`web ${index + 1}`, port, true)),
        machineOf('product server', third, false),
      ],
      restartWeb: (index) =>
        timed(async () => {
          const port = webs[index] ?? 0;
          await stop(port);
          await start('start', port);
        }),
      replaceProductServer: () =>
        timed(async () => {
          const [from = 0, to = 0] = servers;
          await start('server', to);
          await stop(from);
          servers.reverse();
        }),
      async stop() {
        await nginx.stop();
        await stopAll();
      },
    };
  } catch (error) {
    await stopAll();
    throw error;
  }
}

function machineOf(name: string, port: number, hasPages: boolean): Machine {
  const url = `http://127.0.0.1:${port}`;
  return { name, url, apiURL: hasPages ? `${url}/api` : url, hasPages };
}

async function timed(work: () => Promise<void>): Promise<number> {
  const startedAtMs = performance.now();
  await work();
  return performance.now() - startedAtMs;
}

async function isReady(child: ChildProcess, port: number): Promise<boolean> {
  if (child.exitCode !== null) throw new Error(`A process ended with ${child.exitCode}.`);
  return (await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined))?.ok === true;
}

/** What the documents say, with the ports of this drill and without TLS. */
async function nginxDirectives(ports: readonly number[], proxyPort: number): Promise<string> {
  const scaling = await readFile('docs/scaling.md', 'utf8');
  const upstreams = /```nginx\n(upstream [^]+?)```/.exec(scaling)?.[1] ?? '';
  const addresses = upstreams.match(/10\.0\.0\.\d:\d+/g) ?? [];
  if (addresses.length !== ports.length) throw new Error('docs/scaling.md has no upstreams for this drill.');
  const given = addresses.reduce(
    (text, address, index) => text.replace(address, `127.0.0.1:${ports[index]}`),
    upstreams,
  );
  const site = await readFile('docs/deploy/nginx.conf', 'utf8');
  const server = site.slice(site.indexOf('client_max_body_size'));
  // Each refused connection, which nginx repeats elsewhere, would be a line.
  return `error_log stderr crit; ${given} server { listen 127.0.0.1:${proxyPort}; location /api/ { proxy_pass http://listgrove_server/; } ${server}`;
}

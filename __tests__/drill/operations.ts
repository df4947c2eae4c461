import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { chown, cp, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import * as z from 'zod/mini';
import { OwnerError } from '@/server/base/errors';
import { installBucket } from './bucket';
import { AUTHORITY, type DebianRoot, npmConfig, openDebianRoot } from './debian-root';
import { readOperations } from './operations-text';
import { runIn } from './site-process';

const LIST = '__tests__/fixtures/lists/bullets.md';
const STEPS = 7;
const seen = z.object({ listed: z.number(), mails: z.number(), objects: z.number() });

/**
 * Runs every command of docs/operations.md as it is written, in an empty Debian root with Node.js, and then visits the
 * site: by name and with TLS, to read, search, sign in, upload an image and subscribe.
 *
 * @returns a line with the number of commands.
 */
export async function drillOperations(folder: string): Promise<string> {
  const printed = await runIn('.', 'npm', [
    'run',
    '--silent',
    'package',
    '--',
    '--json',
    '--silent',
    '--pack-destination',
    folder,
  ]);
  const [, tarball = ''] = /"filename": "([^"]+)"/.exec(printed) ?? [];
  installBucket();
  // Node.js and curl trust the local authority.
  const certificate = `${AUTHORITY}.crt`;
  const trust = {
    NODE_EXTRA_CA_CERTS: certificate,
    CURL_CA_BUNDLE: certificate,
    npm_config_prefer_offline: 'true',
  };
  const root = await openDebianRoot(join(folder, 'root'), trust);
  const stops = [() => root.stop()];
  try {
    await cp(join(folder, tarball), join(root.folder, 'root', tarball));
    await cp(LIST, join(root.folder, 'root/list.md'));
    createAuthority(root);
    const world = startWorld(root, folder);
    stops.push(() => world.stop());
    const variables = await world.variables;

    const blocks = readOperations();
    requireSteps(blocks.map(({ heading }) => heading));
    let count = 0;
    let examined = '';
    for (const { heading, script, commands } of blocks) {
      console.log(`  ${heading}: ${commands.length} commands`);
      const output = root.run(script);
      if (process.env.DEBUG) console.log(output);
      if (script.includes('listgrove init')) await addDoubles(root, variables);
      examined = /^\d+ checks: .*$/m.exec(output)?.[0] ?? examined;
      count += commands.length;
    }
    if (!examined.endsWith(' 0 errors.')) throw new OwnerError(`The doctor says "${examined}".`);
    const { listed, mails, objects } = await world.visit();
    return `${count} commands as they are written, 0 corrections; ${examined} ${listed} products listed over https, sign-in with both providers, ${mails} emails, an upload as ${objects} objects in the bucket`;
  } catch (error) {
    console.log(root.run('tail -n 20 /var/log/listgrove.log 2> /dev/null || true'));
    throw error;
  } finally {
    for (const stop of stops.reverse()) await stop();
  }
}

/** @throws OwnerError unless the document has commands for every step. */
function requireSteps(headings: readonly string[]): void {
  const missing = Array.from({ length: STEPS }, (_, index) => `${index + 1}. `).filter(
    (number) => !headings.some((heading) => heading.startsWith(number)),
  );
  if (missing.length > 0)
    throw new OwnerError(`docs/operations.md has no commands for step ${missing.join()}.`);
}

/** The URLs of doubles, which no owner sets. `.env.local` counts more than `.env`. */
async function addDoubles(root: DebianRoot, variables: Record<string, string>): Promise<void> {
  const file = join(root.folder, 'srv/listgrove/.env.local');
  const lines = Object.entries(variables).map(([name, value]) => `${name}=${value}\n`);
  await writeFile(file, lines.join(''));
  const { uid, gid } = await stat(join(root.folder, 'srv/listgrove'));
  await chown(file, uid, gid);
}

/** Signs the certificate of the site. The root trusts it, and what this machine trusts, where npm has its packages from. */
function createAuthority({ folder }: DebianRoot): void {
  const path = join(folder, AUTHORITY);
  mkdirSync(dirname(path), { recursive: true });
  const key = ['-newkey', 'rsa:2048', '-nodes', '-keyout', `${path}.key`];
  const certificate = ['-out', `${path}.pem`, '-days', '2', '-subj', '/CN=Drill'];
  execFileSync('openssl', ['req', '-x509', ...key, ...certificate], { stdio: 'pipe' });
  const others = [npmConfig('cafile'), process.env.NODE_EXTRA_CA_CERTS ?? ''].filter(existsSync);
  const texts = [`${path}.pem`, ...others].map((file) => readFileSync(file, 'utf8'));
  writeFileSync(`${path}.crt`, texts.join('\n'));
}

/** Starts the providers, the bucket, the mail server and the visitors. */
function startWorld(root: DebianRoot, folder: string) {
  const [command = '', ...args] = root.inNetwork;
  const authority = join(root.folder, `${AUTHORITY}.pem`);
  const hosts = join(folder, 'root/etc/hosts');
  // The name of the site leads to this network's loopback address, for the visitors alone.
  const inHosts = `mount --bind ${hosts} /etc/hosts && exec "$0" --import tsx __tests__/drill/operations-visitor.ts "$1"`;
  const child = spawn(
    command,
    [...args, 'unshare', '--mount', 'sh', '-ec', inHosts, process.execPath, join(folder, 'bucket')],
    {
      env: { ...process.env, NODE_EXTRA_CA_CERTS: authority },
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  );
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const next = async (): Promise<unknown> => {
    const { value, done } = await lines.next();
    if (done === true) throw new Error('The visitors were not content: see above.');
    return JSON.parse(value);
  };
  return {
    variables: next().then((value) => z.record(z.string(), z.string()).parse(value)),
    async visit() {
      child.stdin.write('visit\n');
      return seen.parse(await next());
    },
    stop: () => ended(child),
  };
}

async function ended(child: ReturnType<typeof spawn>): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
}

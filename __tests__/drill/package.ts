import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { cp, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import * as z from 'zod/mini';
import { freePort } from '../bench/processes';
import { runIn, type SiteProcess, startIn } from './site-process';

const LIST = '__tests__/fixtures/lists/bullets.md';
const packed = z.array(
  z.object({
    filename: z.string(),
    size: z.number(),
    unpackedSize: z.number(),
    files: z.array(z.object({ path: z.string() })),
  }),
);
/** What the package may take with all that it needs, in bytes, and in packages that npm adds. */
const INSTALLED_MAX = 150e6;
const PACKAGES_MAX = 10;
/** What no site needs, or what only the machine of the build has. */
const UNWANTED =
  /(?:^|\/)(?:__tests__|docs\/screens|app\/server\/)|\.map$|\.tsx?$|(?:^|\/)\.env$|\.next\/(?:cache|trace)/;

/**
 * Packs the project, installs the package in an empty folder, and makes that folder and another one a site, as an owner
 * does.
 *
 * @returns a line with sizes and counts.
 */
export async function drillPackage(folder: string): Promise<string> {
  const pack = await packProject(folder);
  const site = join(folder, 'site');
  await mkdir(site);
  await writeFile(join(site, 'package.json'), '{ "private": true }');
  await runIn(site, 'npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', pack.file]);
  const installed = join(site, 'node_modules/listgrove');
  const [bytes, packages] = await measureInstalled(join(site, 'node_modules'));
  assert.ok(bytes <= INSTALLED_MAX, `${bytes} bytes are installed.`);
  assert.ok(packages <= PACKAGES_MAX, `${packages} packages are installed.`);
  const before = await hashFiles(installed);

  const added = await makeSite(site);
  const listed = await serveListElsewhere(folder, join(installed, 'app/dist/listgrove.js'));
  assert.deepEqual(await hashFiles(installed), before, 'A site has written into the package.');
  return `${pack.description}, ${(bytes / 1e6).toFixed(0)} MB in ${packages} packages installed; ${added} products imported, backed up, wiped and restored; "listgrove ${listed}" ended with a searchable site; nothing was written into the package`;
}

/** Builds and packs. @returns the tarball. */
async function packProject(folder: string) {
  const printed = await runIn('.', 'npm', [
    ...['run', '--silent', 'package', '--', '--json', '--silent', '--pack-destination', folder],
  ]);
  const [first] = packed.parse(JSON.parse(printed.slice(printed.search(/^\[$/m))));
  assert.ok(first);
  const names = first.files.map(({ path }) => path);
  assert.deepEqual(
    names.filter((name) => UNWANTED.test(name)),
    [],
  );
  const megabytes = (bytes: number) => (bytes / 1e6).toFixed(1);
  return {
    file: join(folder, first.filename),
    description: `${names.length} files, ${megabytes(first.size)} MB packed, ${megabytes(first.unpackedSize)} MB unpacked`,
  };
}

/** From init to a restored backup. @returns the number of products. */
async function makeSite(site: string): Promise<number> {
  const listgrove = async (...args: string[]) => runIn(site, 'npx', ['--no-install', 'listgrove', ...args]);
  assert.match(await listgrove('init'), /Next: .*\n[^]*npx listgrove start/);
  assert.equal((await stat(join(site, '.env'))).mode & 0o777, 0o600);
  const url = await configure(site);
  await cp(LIST, join(site, 'list.md'));
  assert.match(await listgrove('import', '--help'), /^Usage: listgrove import /);
  const counts = z
    .object({ added: z.number() })
    .parse(JSON.parse(await listgrove('import', '--json', './list.md')));
  assert.ok(counts.added > 5);

  const start = () => startIn(site, url, ['node_modules/.bin/listgrove', 'start']);
  const served = await start();
  const seen = await look(served);
  assert.match(await listgrove('import', 'list.md'), / 0 added/);
  await listgrove('backup', 'all.backup');
  assert.match(await listgrove('doctor'), / 0 errors\.\n$/);
  assert.equal(await served.stop(), 0);

  await rm(join(site, 'data'), { recursive: true });
  assert.match(await listgrove('restore', 'all.backup', '--verify'), /can be restored/);
  await listgrove('restore', 'all.backup');
  const restored = await start();
  assert.deepEqual(await look(restored), seen);
  assert.equal(await restored.stop(), 0);
  return counts.added;
}

/** Gives a site a port of its own. @returns its URL. */
async function configure(site: string): Promise<string> {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const file = join(site, '.env');
  const text = await readFile(file, 'utf8');
  const changed = text
    .replace(/^PORT=.*$/m, `PORT=${port}\nDRAIN_NOTICE_MS=0`)
    .replace(/^NEXT_PUBLIC_SITE_URL=.*$/m, `NEXT_PUBLIC_SITE_URL=${url}`);
  assert.notEqual(changed, text);
  await writeFile(file, changed);
  return url;
}

/** The names of listed products, on the home page and by a search with a slip. */
async function look({ read }: SiteProcess): Promise<string[]> {
  const home = await read('/index.md');
  const names = [...home.matchAll(/\[([^\]]+)\]\(\S*\/tool\//g)].map(([, name = '']) => name).sort();
  assert.ok(names.length > 5, home);
  const word = names.find((name) => /^[a-z]{6,}$/i.test(name)) ?? names[0] ?? '';
  const slip = word.slice(0, -2) + word.slice(-1);
  assert.ok(
    (await read(`/search?q=${encodeURIComponent(slip)}`)).includes(word),
    `${slip} does not find ${word}`,
  );
  const script = /\/_next\/static\/[^"]+\.js/.exec(await read('/'))?.[0] ?? '';
  for (const file of [script, '/favicon.svg', '/sw.js']) await read(file);
  return names;
}

/** Makes another folder a site by one command, with the package of the first. @returns the name of the list. */
async function serveListElsewhere(folder: string, program: string): Promise<string> {
  const elsewhere = join(folder, 'elsewhere');
  await mkdir(elsewhere);
  await runIn(elsewhere, process.execPath, [program, 'init']);
  const url = await configure(elsewhere);
  const list = resolve(LIST);
  const served = await startIn(elsewhere, url, [program, list]);
  await look(served);
  assert.equal(await served.stop(), 0);
  assert.ok((await readdir(elsewhere)).includes('data'));
  return 'bullets.md';
}

/** @returns the bytes of all files, and how many packages npm has put there. */
async function measureInstalled(folder: string): Promise<[bytes: number, packages: number]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(files.map((file) => stat(join(file.parentPath, file.name))));
  const { packages } = z
    .object({ packages: z.record(z.string(), z.unknown()) })
    .parse(JSON.parse(await readFile(join(folder, '.package-lock.json'), 'utf8')));
  return [sizes.reduce((sum, { size }) => sum + size, 0), Object.keys(packages).length];
}

async function hashFiles(folder: string): Promise<string> {
  const hash = createHash('sha256');
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  for (const file of files.sort()) hash.update(file).update(await readFile(file));
  return hash.digest('hex');
}

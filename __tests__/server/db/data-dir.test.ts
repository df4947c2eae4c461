import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import {
  chmod,
  chown,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  rm,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepareDataDir } from '@/server/db/data-dir';
import { programArguments } from '../../setup/program-file';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'data-dir-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const modeOf = async (path: string) => ((await lstat(path)).mode & 0o777).toString(8);

it('creates a folder that only its user can open', async () => {
  expect(prepareDataDir(join(folder, 'new', 'data'))).toBe(true);

  expect(await modeOf(join(folder, 'new', 'data'))).toBe('700');
  expect(await readdir(join(folder, 'new', 'data'))).toEqual([]);
});

it('deletes what killed processes have left behind an hour ago, and nothing else', async () => {
  const id = randomUUID();
  const names = [`write-test-${id}`, `database.lock.${id}`, `session-keys.${id}`];
  const kept = [
    'database.lock',
    'session-keys',
    `session-keys.before-restore-2026`,
    `write-test-${randomUUID()}`,
  ];
  for (const name of [...names, ...kept]) await writeFile(join(folder, name), 'x');
  for (const name of [...names, ...kept.slice(0, 3)])
    await utimes(join(folder, name), new Date('2026-01-01'), new Date('2026-01-01'));

  prepareDataDir(folder);

  expect((await readdir(folder)).sort()).toEqual(kept.sort());
});

it('closes what an earlier version left open, and follows no link out of the folder', async () => {
  const outside = join(folder, 'outside');
  const data = join(folder, 'data');
  await writeFile(outside, 'x');
  await chmod(outside, 0o644);
  await mkdir(join(data, 'images', 'ab'), { recursive: true });
  for (const path of ['session-keys', 'images/ab/abc']) await writeFile(join(data, path), 'x');
  for (const path of ['', 'images', 'images/ab']) await chmod(join(data, path), 0o755);
  await chmod(join(data, 'session-keys'), 0o644);
  await chmod(join(data, 'images/ab/abc'), 0o666);
  await symlink(outside, join(data, 'link'));

  expect(prepareDataDir(data)).toBe(true);

  const modes = ['', 'images', 'images/ab', 'session-keys', 'images/ab/abc'].map((path) =>
    modeOf(join(data, path)),
  );
  expect(await Promise.all(modes)).toEqual(['700', '700', '700', '600', '600']);
  expect(await modeOf(outside)).toBe('644');
});

// Only root can create what another user cannot change.
const itAsRoot = process.getuid?.() === 0 ? it : it.skip;

itAsRoot('says that something in it belongs to another user, and closes the rest', async () => {
  const nobody = 65_534;
  const data = join(folder, 'data');
  const nested = join(data, 'images');
  await mkdir(nested, { recursive: true });
  await chmod(folder, 0o755);
  for (const name of ['a-own', 'b-foreign', 'c-own'])
    await writeFile(join(nested, name), 'x', { mode: 0o644 });
  for (const path of [data, nested, join(nested, 'a-own'), join(nested, 'c-own')])
    await chown(path, nobody, nobody);

  process.seteuid?.(nobody);
  const isClosed = prepareDataDir(data);
  process.seteuid?.(0);

  expect(isClosed).toBe(false);
  const modes = ['', 'images', 'images/a-own', 'images/b-foreign', 'images/c-own'].map((path) =>
    modeOf(join(data, path)),
  );
  expect(await Promise.all(modes)).toEqual(['700', '700', '600', '644', '600']);
});

it('names DATA_DIR and an example when it is a file', async () => {
  await writeFile(join(folder, 'file'), 'x');

  for (const path of [join(folder, 'file'), join(folder, 'file', 'data')]) {
    expect(() => prepareDataDir(path)).toThrow(
      `DATA_DIR is "${path}", which cannot be used: it is not a folder; set DATA_DIR to a folder that this user can write, for example ./data.`,
    );
  }
});

/**
 * Root may write everywhere, so a start as root becomes another user when it creates the folder: not before, because
 * only root may be able to read this clone and the modules in it.
 */
const asNobodyFromThere = `data:text/javascript,${encodeURIComponent(`
  import fs from 'node:fs';
  import { syncBuiltinESMExports } from 'node:module';
  const { mkdirSync } = fs;
  fs.mkdirSync = (path, options) => {
    if (path === process.env.DATA_DIR) process.seteuid(65534);
    return mkdirSync(path, options);
  };
  syncBuiltinESMExports();
`)}`;

it('is one sentence of the start when the folder cannot be written', async () => {
  await chmod(folder, 0o555);
  const preload = process.getuid?.() === 0 ? ['--import', asNobodyFromThere] : [];
  const start = spawn(process.execPath, [...preload, ...programArguments('host/listgrove.ts'), 'server'], {
    env: { ...process.env, NODE_OPTIONS: '', APP_ENV: 'development', DATA_DIR: folder, PORT: '0' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let output = '';
  start.stderr.on('data', (chunk: Buffer) => (output += chunk.toString('utf8')));

  const [code] = await once(start, 'close');
  await chmod(folder, 0o700);

  expect([code, output]).toEqual([
    1,
    `DATA_DIR is "${folder}", which cannot be used: this user may not write there; set DATA_DIR to a folder that this user can write, for example ./data.\n`,
  ]);
});

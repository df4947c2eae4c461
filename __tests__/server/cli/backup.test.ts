import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { openDatabase } from '@/server/db/client';
import { type ProductServerProcess, spawnProductServer } from '../../setup/product-servers';
import { programArguments } from '../../setup/program-file';
import { until } from '../../setup/until';

/** The commands beside a product server that has the data folder open and writes backups on its own. */
let folder = '';
let dataDir = '';
let scheduled = '';
let site: ProductServerProcess;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'backup-cli-'));
  dataDir = join(folder, 'data');
  scheduled = join(folder, 'scheduled');
  await mkdir(scheduled);
  const names = ['2026-01-01T00-00-00-000Z.backup', '2026-01-02T00-00-00-000Z.backup', 'mine.backup'];
  for (const name of names) await writeFile(join(scheduled, name), 'older');
  site = await spawnProductServer({
    ...{ DATABASE_URL: '', DATA_DIR: dataDir, BACKUP_DIR: scheduled, BACKUP_KEEP: '2' },
    BACKUP_PASSPHRASE: 'open sesame',
  });
});
afterAll(async () => {
  await site.kill();
  await rm(folder, { recursive: true, force: true });
});

type Ended = { code: number | null; out: string; err: string };

function run(
  program: 'backup' | 'restore',
  args: string[],
  variables: Record<string, string> = {},
): Promise<Ended> {
  const own = { APP_ENV: 'development', NODE_OPTIONS: '', DATA_DIR: dataDir, DATABASE_URL: '', ...variables };
  const child = spawn(process.execPath, [...programArguments('host/listgrove.ts'), program, ...args], {
    env: { ...process.env, ...own },
  });
  const ended = { out: '', err: '' };
  child.stdout.on('data', (part: Buffer) => (ended.out += part.toString()));
  child.stderr.on('data', (part: Buffer) => (ended.err += part.toString()));
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, ...ended })));
}

it('writes backups on a schedule, and keeps the last ones', async () => {
  await until(async () => !(await readdir(scheduled)).includes('2026-01-01T00-00-00-000Z.backup'), {
    withinMs: 60_000,
  });
  const names = (await readdir(scheduled)).sort();
  expect(names.slice(0, 1)).toEqual(['2026-01-02T00-00-00-000Z.backup']);
  expect(names.slice(2)).toEqual(['mine.backup']);
  const file = join(scheduled, names[1] ?? '');
  const wrong = await run('restore', [file], {
    BACKUP_PASSPHRASE: 'close sesame',
    DATA_DIR: join(folder, 'new'),
  });
  expect(wrong).toMatchObject({
    code: 1,
    err: 'BACKUP_PASSPHRASE is not the passphrase with which the keys of this backup were encrypted.\n',
  });
});

it('writes a backup of a running site, rehearses it, and restores it once the site has stopped', async () => {
  const file = join(folder, 'backups', 'one.backup');
  expect(await run('backup', [file])).toEqual({
    code: 0,
    out: `${file}: 0 products, 0 members, 0 upvotes, 0 images.\n`,
    err: '',
  });
  // Neither the copy of the database nor a partial file is left.
  expect(await readdir(join(folder, 'backups'))).toEqual(['one.backup']);

  const rehearsed = await run('restore', [file, '--verify']);
  expect(rehearsed).toMatchObject({ code: 0, err: '' });
  expect(rehearsed.out).toMatch(/The backup can be restored: every row of \d+ tables is there again\.\n$/);
  expect((await run('restore', [file, '--replace'])).err).toContain('stop that one first');
  await site.stop();
  expect((await run('restore', [file])).err).toContain('--replace');
  const other = join(folder, 'other');
  expect((await run('restore', [file], { DATA_DIR: other })).out).toContain(
    `Restored into ${other}. Without session keys: members sign in again.`,
  );
  const restored = await openDatabase({ dataDir: other, logger: pino({ level: 'silent' }) });
  expect((await restored.pool.query('SELECT FROM users')).rowCount).toBe(0);
  await restored.close();
});

it('writes the first backup of a new site without any setting, and names one by hand so that it stays', async () => {
  const project = process.cwd();
  const home = join(folder, 'new-site');
  const own = { ...{ DATABASE_URL: '', DATA_DIR: join(home, 'data') }, APP_ENV: 'production' };
  await mkdir(home);
  process.chdir(home);
  const added = await spawnProductServer({ ...own, NEXT_PUBLIC_SITE_URL: 'http://localhost:3000' });
  try {
    const scheduledName = /^\d{4}-\d\d-\d\dT[\d-]+Z\.backup$/;
    const names = () => readdir(join(home, 'backups')).catch(() => []);
    await until(async () => (await names()).some((name) => scheduledName.test(name)), { withinMs: 60_000 });
    expect(await run('backup', [], own)).toMatchObject({
      code: 0,
      err: '',
      out: expect.stringMatching(/^backups\/\S+Z\.by-hand\.backup: 0 products/),
    });
    const written = await names();
    expect(written.filter((name) => scheduledName.test(name))).toHaveLength(1);
    expect(written).toHaveLength(2);
    const first = join('backups', written.find((name) => scheduledName.test(name)) ?? '');
    expect(await run('restore', [first, '--verify'], own)).toMatchObject({ code: 0, err: '' });
  } finally {
    await added.kill();
    process.chdir(project);
  }
});

it('hands the keys of sessions over, also to a site that has its keys in the configuration', async () => {
  const [own, other] = [1, 2].map((byte) => Buffer.alloc(32, byte).toString('base64url'));
  const passphrase = { BACKUP_PASSPHRASE: 'open sesame' };
  const source = join(folder, 'source');
  const database = await openDatabase({ dataDir: source, logger: pino({ level: 'silent' }) });
  await database.close();
  const file = join(folder, 'configured.backup');
  await run('backup', [file], { ...passphrase, DATA_DIR: source, SESSION_KEYS: own ?? '' });

  const kept = join(folder, 'kept');
  const restored = await run('restore', [file], { ...passphrase, DATA_DIR: kept });
  expect(restored).toMatchObject({ code: 0, err: '' });
  expect(restored.out).toMatch(/Restored into \S+kept\.\n$/);
  expect(await readFile(join(kept, 'session-keys'), 'utf8')).toBe(`${own}\n`);

  const same = { ...passphrase, DATA_DIR: join(folder, 'same'), SESSION_KEYS: `${other},${own}` };
  expect((await run('restore', [file], same)).out).toContain('same. Members stay signed in.\n');

  const moved = { ...passphrase, DATA_DIR: join(folder, 'moved'), SESSION_KEYS: other ?? '' };
  const handed = join(folder, 'moved', 'restored-session-keys');
  expect((await run('restore', [file], moved)).out).toContain(`put the line of ${handed} in place`);
  expect(await readFile(handed, 'utf8')).toBe(`SESSION_KEYS=${own},${other}\n`);
  expect((await stat(handed)).mode & 0o777).toBe(0o600);
});

it('says what is wrong with the command line, the folder and the file', async () => {
  expect(await run('backup', ['one', 'two'])).toMatchObject({ code: 2 });
  expect((await run('restore', [])).err).toMatch(/^<file> is missing: a backup\./);
  const none = join(folder, 'none');
  expect(await run('restore', [none])).toEqual({
    code: 1,
    out: '',
    err: `There is no file ${none}. Name a backup, such as backups/….backup.\n`,
  });
  expect(await run('backup', [join(folder, 'x')], { DATA_DIR: none })).toEqual({
    code: 1,
    out: '',
    err: `There is no database in ${none}.\n`,
  });
});

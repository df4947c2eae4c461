import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'dotenv';
import { hasConfiguration, initSite } from '@/host/folders';
import { initEmptyFolder } from '@/host/init';
import { readServingEnv } from '@/server/config/env';

let folders: string[] = [];
beforeEach(async () => {
  folders = await Promise.all([1, 2].map(() => mkdtemp(join(tmpdir(), 'site-folder-'))));
});
afterEach(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))));

const keysOf = async (folder: string) =>
  readServingEnv(parse(await readFile(join(folder, '.env'), 'utf8'))).sessionKeys;

it('writes a configuration that works, with secrets of its own that only the owner can read', async () => {
  const [folder = '', other = ''] = folders;
  expect(await hasConfiguration(folder)).toBe(false);
  expect(await initSite(folder)).toEqual([
    '.env is written.',
    'site.json is written.',
    'site.schema.json is written.',
  ]);
  await initSite(other);

  expect(await hasConfiguration(folder)).toBe(true);
  expect((await stat(join(folder, '.env'))).mode & 0o777).toBe(0o600);
  expect(await keysOf(folder)).toHaveLength(1);
  expect(await keysOf(folder)).not.toEqual(await keysOf(other));
});

it('keeps the files that are there', async () => {
  const [folder = ''] = folders;
  await writeFile(join(folder, 'site.json'), '{}');
  await initSite(folder);
  const secrets = await readFile(join(folder, '.env'), 'utf8');

  expect(await initSite(folder)).toContain('.env is there already and stays as it is.');
  expect(await readFile(join(folder, '.env'), 'utf8')).toBe(secrets);
  expect(await readFile(join(folder, 'site.json'), 'utf8')).toBe('{}');
});

it('makes a folder a site that has no configuration, and none where the environment has one', async () => {
  const [folder = ''] = folders;
  expect(await initEmptyFolder(folder, { NEXT_PUBLIC_SITE_URL: 'https://tools.example' })).toEqual([]);
  expect(await hasConfiguration(folder)).toBe(false);
  expect(await initEmptyFolder(folder, { PORT: '4000', HOST: '127.0.0.1', SMTP_URL: ' ' })).toHaveLength(3);
  expect(await initEmptyFolder(folder, {})).toEqual([]);
  const { PORT, NEXT_PUBLIC_SITE_URL } = parse(await readFile(join(folder, '.env'), 'utf8'));
  expect([PORT, NEXT_PUBLIC_SITE_URL]).toEqual(['4000', 'http://localhost:4000']);
});

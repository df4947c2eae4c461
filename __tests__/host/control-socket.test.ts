import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listenControlSocket } from '@/host/control-socket';
import { openImportTarget } from '@/server/cli/import-target';
import { createControlApp } from '@/server/routes/control';
import { callControl, ControlFailure, isSiteRunning } from '@/server/control/control-client';
import { controlSocketPath } from '@/server/control/control-socket-path';
import { draftProduct } from '@/server/import/import-draft';
import { setUpTestApp } from '../setup/test-app';

const api = setUpTestApp();
let folder = '';
let closing: (() => Promise<void>)[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'control-'));
});

afterEach(async () => {
  await Promise.all(closing.map((close) => close()));
  closing = [];
  await rm(folder, { recursive: true, force: true });
});

async function startSite(dataDir = folder) {
  const control = await listenControlSocket(createControlApp(api.deps()), dataDir);
  closing.push(control.close);
  return control;
}

const drafts = ['Ada', 'Bob'].flatMap((name, index) => {
  const drafted = draftProduct({
    line: index + 1,
    name,
    url: `https://${name}.example.com`,
    text: `${name} is a tool`,
    details: '',
    tags: [],
  });
  return typeof drafted === 'string' ? [] : [drafted];
});

it('imports through the running site', async () => {
  await startSite();
  const target = await openImportTarget({ dataDir: folder, databaseURL: undefined }, { isDryRun: false });
  expect(target.description).toBe('the running site');
  expect(await target.importBatch(drafts)).toEqual([
    { line: 1, outcome: 'added' },
    { line: 2, outcome: 'added' },
  ]);
  expect((await api.request('GET', '/api/products')).body).toMatchObject({
    products: [{ name: 'Bob' }, { name: 'Ada' }],
  });
});

it('may be opened by its owner alone', async () => {
  const { path } = await startSite();
  expect((await stat(path)).mode & 0o777).toBe(0o600);
});

it('takes the place of a socket that a killed site left behind', async () => {
  await writeFile(controlSocketPath(folder), '');
  expect(await isSiteRunning(folder)).toBe(false);
  await startSite();
  expect(await isSiteRunning(folder)).toBe(true);
});

it('works in a folder whose path is too long for a socket', async () => {
  const deep = join(folder, 'a-folder-with-a-long-name'.repeat(4), 'and-another-with-a-long-name'.repeat(4));
  await mkdir(deep, { recursive: true });
  await startSite(deep);
  expect(await isSiteRunning(deep)).toBe(true);
});

it('is gone when the site is', async () => {
  const { close } = await startSite();
  closing = [];
  await close();
  expect(await isSiteRunning(folder)).toBe(false);
  await expect(callControl(folder, 'POST', '/import', {})).rejects.toThrow(
    new ControlFailure('The running site stopped before it answered.'),
  );
});

it('refuses what is not an import, and changes nothing', async () => {
  await startSite();
  const [first] = drafts;
  const body = { drafts: [{ ...first, name: '' }], isDryRun: false };
  await expect(callControl(folder, 'POST', '/import', body)).rejects.toThrow(
    'The command and the running site are not of the same version.',
  );
  expect((await api.request('GET', '/api/products')).body).toMatchObject({ products: [] });
});

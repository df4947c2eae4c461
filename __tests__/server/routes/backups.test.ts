import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { linkBackupCall, listBackupsCall } from '@/lib/contract/backup';
import { HOUR_MS, MINUTE_MS } from '@/lib/contract/plain/durations';
import { readBackupWork } from '@/server/backup/backup-work';
import type { ServerEnv } from '@/server/config/env';
import { openDatabase } from '@/server/db/client';
import { auditEntries } from '@/server/db/schema';
import { buildIdentity } from '../../setup/build';
import { buildSignedInUser, type SignedInUser } from '../../setup/signed-in-user';
import { backupLinks, setUpTestApp, testNow } from '../../setup/test-app';
import { until } from '../../setup/until';

const env: Partial<ServerEnv> = {};
const api = setUpTestApp(() => env);
const project = process.cwd();
const byHand = 'mine.backup';
const scheduled = '2026-01-01T00-00-00-000Z.backup';

let folder = '';
let backups = '';
let admin: SignedInUser;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'backups-'));
  backups = join(folder, 'backups');
  await mkdir(backups);
  await writeFile(join(backups, byHand), 'by hand');
  await writeFile(join(backups, scheduled), 'scheduled');
  env.backups = { folder: backups, everyHours: 24, keptCount: 7, passphrase: '' };
  admin = await buildSignedInUser(api, { role: 'admin' });
});
afterEach(async () => {
  process.chdir(project);
  await rm(folder, { recursive: true });
});

const request = (method: string, path = '', body?: object, { headers }: SignedInUser = admin) =>
  api.request(method, `/api/moderation/backups${path}`, { headers, body });
const list = async () => listBackupsCall.answer.parse((await request('GET')).body);
const linkTo = async (name: string) => {
  const { url } = linkBackupCall.answer.parse((await request('POST', '/links', { name })).body);
  return new URL(url).pathname;
};
/** As a navigation: with the cookie of the session, and without its header. */
const follow = (path: string, { headers }: SignedInUser = admin) =>
  api.request('GET', path, {
    headers: { cookie: `encrypted_token=${headers.accessToken.replace('Bearer ', '')}` },
  });
const logged = async () => (await api.db.select().from(auditEntries)).map(({ action }) => action);

/** Runs what the site runs: the process reads the configuration in its folder. */
async function setUpSite() {
  const dataDir = join(folder, 'data');
  await writeFile(join(folder, '.env'), `DATA_DIR=${dataDir}\n`);
  process.chdir(folder);
  const database = await openDatabase({ dataDir, logger: pino({ level: 'silent' }) });
  await database.close();
}
const untilEnded = () =>
  until(async () => (await readBackupWork(backups))?.state !== 'running', { withinMs: 120_000 });

it('lists the files that are backups, with kind, time and size', async () => {
  await writeFile(join(backups, 'notes.txt'), '');
  await writeFile(join(backups, 'x.backup.part'), '');
  await mkdir(join(backups, 'folder.backup'));
  await symlink('/etc/hostname', join(backups, 'link.backup'));
  const { backups: found, ...overview } = await list();
  expect(found.map(({ name, kind, bytes }) => [name, kind, bytes]).sort()).toEqual([
    [scheduled, 'scheduled', 9],
    [byHand, 'by-hand', 7],
  ]);
  expect(overview).toMatchObject({ state: 'ready', folder: backups, database: 'embedded', work: null });
  expect(overview.restoreCommand).toMatch(/^npm run restore -- '\S+\.backup' --replace$/);
});

it('says that the folder is missing, and that backups are off', async () => {
  env.backups = { folder: join(folder, 'no'), everyHours: 24, keptCount: 7, passphrase: 'x' };
  expect(await list()).toMatchObject({ state: 'missing', backups: [], hasPassphrase: true });
  env.backups = { folder: undefined, everyHours: 24, keptCount: 7, passphrase: '' };
  expect(await list()).toMatchObject({ state: 'off', folder: '', backups: [] });
  expect(await request('POST')).toMatchObject({ status: 503 });
});

it('makes a backup, only one at a time, and checks it without touching data', async () => {
  await setUpSite();
  expect(await request('POST')).toMatchObject({ status: 202, body: { work: { state: 'running' } } });
  expect(await request('POST')).toMatchObject({ status: 409 });
  expect(await request('POST', '/checks', { name: byHand })).toMatchObject({ status: 409 });
  await untilEnded();
  const name = `${testNow.toISOString().replaceAll(/[:.]/g, '-')}.by-hand.backup`;
  const { work, backups: found } = await list();
  expect(work).toMatchObject({ kind: 'make', name, state: 'done', message: null });
  expect(found.find((each) => each.name === name)).toMatchObject({ kind: 'by-hand' });

  expect(await request('POST', '/checks', { name })).toMatchObject({ status: 202 });
  await untilEnded();
  expect((await list()).work).toMatchObject({ kind: 'check', name, state: 'done' });
  expect(await logged()).toEqual(['backup.make', 'backup.check']);
}, 300_000);

it('says why a backup could not be made, and why one cannot be restored', async () => {
  await writeFile(join(folder, '.env'), `DATA_DIR=${join(folder, 'no')}\n`);
  process.chdir(folder);
  await request('POST');
  await untilEnded();
  expect((await list()).work).toMatchObject({
    state: 'failed',
    message: `There is no database in ${join(folder, 'no')}.`,
  });
  await request('POST', '/checks', { name: byHand });
  await untilEnded();
  expect((await list()).work).toMatchObject({
    ...{ kind: 'check', state: 'failed' },
    message: expect.stringContaining('is not a backup of this software'),
  });
}, 120_000);

it('says that work failed whose process has ended', async () => {
  const work = { kind: 'make', name: byHand, state: 'running', startedAt: testNow.toISOString() };
  await writeFile(
    join(backups, '.browser-work.json'),
    JSON.stringify({ ...work, endedAt: null, message: null }),
  );
  expect((await list()).work).toMatchObject({ state: 'failed', message: null });
});

it('hands out a backup as a file to save', async () => {
  const answer = await follow(await linkTo(byHand));
  expect(answer).toMatchObject({ status: 200, text: 'by hand' });
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-disposition': `attachment; filename="${byHand}"`,
    'cache-control': 'no-store',
    'content-length': '7',
  });
  expect(await logged()).toEqual(['backup.download']);
});

it('refuses links that are old, forged, or of another member', async () => {
  const path = await linkTo(byHand);
  const other = await buildSignedInUser(api, { role: 'admin' });
  expect(await follow(path, other)).toMatchObject({ status: 404 });
  expect(await api.request('GET', path)).toMatchObject({ status: 404 });
  expect(await follow(path.replace(byHand, scheduled))).toMatchObject({ status: 404 });
  expect(await follow(`${path.slice(0, -1)}${path.endsWith('A') ? 'B' : 'A'}`)).toMatchObject({
    status: 404,
  });
  api.clock.now = new Date(testNow.getTime() + MINUTE_MS + 1);
  expect(await follow(path)).toMatchObject({ status: 404 });
});

it('refuses names that lead elsewhere, and links to other files', async () => {
  await writeFile(join(folder, 'secret.backup'), 'secret');
  await symlink(join(folder, 'secret.backup'), join(backups, 'link.backup'));
  for (const name of ['../secret.backup', '..%2Fsecret.backup', '/etc/passwd', '.env', 'a/b.backup'])
    expect(await request('POST', '/links', { name })).toMatchObject({ status: 400 });
  for (const name of ['link.backup', 'no.backup']) {
    expect(await request('POST', '/links', { name })).toMatchObject({ status: 404 });
    expect(await request('POST', '/checks', { name })).toMatchObject({ status: 404 });
    const signed = backupLinks.sign(`${admin.id}.${testNow.getTime()}.${name}`);
    expect(await follow(`/api/moderation/backups/downloads/${signed}`)).toMatchObject({ status: 404 });
  }
});

it('is for admins, and hands out files only after a fresh sign-in and to those who still are admins', async () => {
  const moderator = await buildSignedInUser(api, { role: 'moderator' });
  expect(await request('GET', '', undefined, moderator)).toMatchObject({ status: 403 });
  const theirs = backupLinks.sign(`${moderator.id}.${testNow.getTime()}.${byHand}`);
  expect(await follow(`/api/moderation/backups/downloads/${theirs}`, moderator)).toMatchObject({
    status: 403,
  });

  await buildIdentity(api.db, admin);
  api.clock.now = new Date(testNow.getTime() + HOUR_MS);
  expect(await request('GET')).toMatchObject({ status: 200 });
  expect(await request('POST', '/links', { name: byHand })).toMatchObject({
    status: 401,
    body: { fields: { accessToken: expect.any(String) } },
  });
});

import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { listenControlSocket } from '@/host/listen';
import { createControlApp } from '@/server/control/control-app';
import { contactMessages } from '@/server/db/schema/report-schema';
import { insertEmail } from '@/server/queries/emails';
import { buildProduct, buildUser } from '../../setup/build';
import { programArguments } from '../../setup/program-file';
import { setUpTestApp, testNow } from '../../setup/test-app';

/** Terminal commands while the site runs on the same data folder. */
const api = setUpTestApp();
let folder = '';
let close = () => Promise.resolve();

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'running-site-'));
  ({ close } = await listenControlSocket(createControlApp(api.deps()), folder));
});
afterEach(async () => {
  await close();
  await rm(folder, { recursive: true, force: true });
});

function run(...args: string[]): Promise<{ code: number | null; out: string; err: string }> {
  const env = { ...process.env, NODE_OPTIONS: '', DATA_DIR: folder, DATABASE_URL: '' };
  const child = spawn(process.execPath, [...programArguments('host/listgrove.ts'), ...args], { env });
  const ended = { out: '', err: '' };
  child.stdout.on('data', (part: Buffer) => (ended.out += part.toString()));
  child.stderr.on('data', (part: Buffer) => (ended.err += part.toString()));
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, ...ended })));
}
const admin = (...args: string[]) => run('admin', ...args);
const succeeded = (out: string) => ({ code: 0, out, err: '' });

it('grants and revokes roles', async () => {
  await buildUser(api.db, { handle: 'ada' });

  expect(await admin('grant', '@ada', 'moderator')).toEqual(succeeded('@ada: member → moderator\n'));
  expect(await admin('grant', '@ada', 'moderator')).toEqual(
    succeeded('@ada already has the role moderator.\n'),
  );
  expect(await admin('revoke', '@ada', 'admin')).toEqual({
    code: 1,
    out: '',
    err: '@ada has the role moderator, not admin.\n',
  });
  expect(await admin('revoke', '@ada')).toEqual(succeeded('@ada: moderator → member\n'));
});

it('takes the settings of one site to another, all of them or none', async () => {
  const file = join(folder, 'settings.json');
  const write = (settings: object) => writeFile(file, JSON.stringify({ settings }));
  const stored = async (): Promise<unknown> => JSON.parse((await run('settings', 'export')).out);
  expect(await stored()).toEqual({ settings: {} });

  await write({ NEXT_PUBLIC_SITE_NAME: 'Fontgrove', SIGN_UP: 'invite' });
  const shown = 'NEXT_PUBLIC_SITE_NAME: Listgrove → Fontgrove\nSIGN_UP: open → invite\n';
  const preview = await run('settings', 'import', file, '--dry-run');
  expect(preview).toMatchObject({ code: 0, out: expect.stringContaining('SIGN_UP: open → invite\n') });
  expect(preview.out).toMatch(/\nNothing was changed\.\n$/);
  expect(await stored()).toEqual({ settings: {} });
  expect((await run('settings', 'import', file)).out).toContain(shown.split('\n')[0]);
  expect(await stored()).toEqual({ settings: { NEXT_PUBLIC_SITE_NAME: 'Fontgrove', SIGN_UP: 'invite' } });
  expect(api.deps().env).toMatchObject({ siteName: 'Fontgrove', signUp: { mode: 'invite' } });
  expect((await run('settings', 'import', file)).out).toBe(
    'Nothing changes: the site has these settings already.\n',
  );

  await write({ SITE_COLOR: '#2563eb', SIGN_UP: 'everybody', DATABASE_URL: 'x' });
  const refused = await run('settings', 'import', file);
  expect(refused).toMatchObject({ code: 1, out: '' });
  expect(refused.err).toContain('DATABASE_URL: There is no such setting.');
  await write({ SITE_COLOR: '#2563eb', SIGN_UP: 'everybody' });
  expect((await run('settings', 'import', file)).err).toContain(
    'SIGN_UP: SIGN_UP is "everybody" but must be',
  );
  expect(api.deps().env.siteColor).toBe('');

  await write({ SIGN_UP: null });
  await run('settings', 'import', file);
  expect(await stored()).toEqual({ settings: { NEXT_PUBLIC_SITE_NAME: 'Fontgrove' } });
  await writeFile(file, '{"name": "Fontgrove"}');
  expect((await run('settings', 'import', file)).err).toContain('is not a file of settings');
  expect((await run('settings', 'import', `${file}.gone`)).err).toBe(`There is no file ${file}.gone.\n`);
});

it('checks the hashes of the moderation log', async () => {
  expect(await admin('log')).toEqual(succeeded('The moderation log is empty.\n'));
  await api.db.execute(sql`
    INSERT INTO audit_entries (actor_handle, action, subject_kind)
    SELECT 'grace', 'user.role', 'user' FROM generate_series(1, 2100)`);
  expect(await admin('log')).toEqual(succeeded('The moderation log is unbroken up to entry 2100.\n'));

  await api.pool.query(`ALTER TABLE audit_entries DISABLE TRIGGER USER`);
  await api.pool.query(`DELETE FROM audit_entries WHERE id = 1500`);
  await api.pool.query(`ALTER TABLE audit_entries ENABLE TRIGGER USER`);
  const { code, err } = await admin('log');
  expect([code, err]).toEqual([1, expect.stringContaining('The moderation log is broken at entry 1501:')]);
});

it('counts the emails that are not sent', async () => {
  await insertEmail(api.db, { email: 'a@x.example', subject: 'Hello', body: 'Text', createdAt: testNow });
  expect(await admin('mail')).toEqual(
    succeeded(
      `Waiting to be sent: 1, the oldest since ${testNow.toISOString()}\nFailed at least once, tried again: 0\nGiven up in the last 30 days: 0\n`,
    ),
  );
});

it('shows the messages that wait, without letting them act on the terminal', async () => {
  expect(await admin('messages')).toEqual(succeeded('No message waits.\n'));
  await api.db.insert(contactMessages).values([
    { name: 'Eve', email: 'eve@x.example', message: 'Line 1\nLine \u001b[2J2', createdAt: testNow },
    { email: 'a@x.example', message: 'Done', createdAt: testNow, closedAt: testNow },
  ]);
  expect(await admin('messages')).toEqual(
    succeeded(`${testNow.toISOString()} Eve <eve@x.example>\n  Line 1\n  Line \\u{1b}[2J2\n`),
  );
});

it('rebuilds the search documents of all products', async () => {
  for (let count = 1; count <= 3; count += 1) await buildProduct(api.db, { name: `Product ${count}` });
  await api.db.execute(sql`DELETE FROM search_documents`);

  expect(await run('reindex')).toEqual(succeeded('3 products\nSearch is up to date.\n'));
  const { rows } = await api.db.execute(sql`SELECT count(*)::int AS count FROM search_documents`);
  expect(rows).toEqual([{ count: 3 }]);
});

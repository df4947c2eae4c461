import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
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

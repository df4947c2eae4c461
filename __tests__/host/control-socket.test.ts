import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import { provideCatalog } from '@/lib/texts/language';
import { listenControlSocket } from '@/host/listen';
import { openTarget } from '@/server/cli/open-target';
import { controlCommands } from '@/server/control/contract';
import {
  controlSocketPath,
  callControl,
  ControlFailure,
  isSiteRunning,
} from '@/server/control/control-client';
import { createControlApp } from '@/server/control/control-app';
import { draftProduct } from '@/server/import/import-draft';
import { insertEmail } from '@/server/queries/emails';
import { buildProduct, buildUser } from '../setup/build';
import { speakGerman } from '../setup/german';
import { setUpTestApp, testNow } from '../setup/test-app';

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

async function startSite(dataDir = folder, app = createControlApp(api.deps())) {
  const control = await listenControlSocket(app, dataDir);
  closing.push(control.close);
  return control;
}

const openFolder = () => openTarget({ ...api.deps().env, dataDir: folder, databaseURL: undefined });

const versionMismatch = new ControlFailure(
  'This command and the running site are of different versions. Restart the site, then run the command again.',
);

const drafts = ['Ada', 'Bob'].flatMap((name, index) => {
  const drafted = draftProduct({
    line: index + 1,
    name,
    url: `https://${name}.example.com`,
    text: `${name} is a tool`,
    details: '',
    tags: [],
  });
  return 'refusal' in drafted ? [] : [drafted];
});

it('imports through the running site', async () => {
  await startSite();
  const target = await openFolder();
  expect(target.description).toBe('the running site');
  expect(await target.run(controlCommands.import, { drafts, isDryRun: false })).toEqual({
    outcomes: [
      { line: 1, outcome: 'added' },
      { line: 2, outcome: 'added' },
    ],
  });
  expect((await api.request('GET', '/api/products')).body).toMatchObject({
    products: [{ name: 'Bob' }, { name: 'Ada' }],
  });
});

it('reindexes, pauses the outbox, counts emails and changes roles through the running site', async () => {
  await startSite();
  const product = await buildProduct(api.db, { name: 'React' });
  await api.db.execute(sql`INSERT INTO search_mirrors (app_id) VALUES ('APP')`);
  const pausedUntil = async () =>
    (await api.db.execute(sql`SELECT paused_until::text AS until FROM search_mirrors`)).rows;
  await buildUser(api.db, { handle: 'ada' });

  expect(await callControl(folder, controlCommands.reindex, { afterId: '0' })).toMatchObject({
    lastId: product.id,
    hits: [{ title: 'React' }],
  });
  const until = '2036-06-01T13:00:00.000Z';
  expect(await callControl(folder, controlCommands.pause, { until })).toEqual({});
  expect(await pausedUntil()).toEqual([{ until: '2036-06-01 13:00:00+00' }]);
  expect(await callControl(folder, controlCommands.pause, { until: null })).toEqual({});
  expect(await pausedUntil()).toEqual([{ until: '-infinity' }]);
  await insertEmail(api.db, { email: 'a@x.example', subject: 'Hello', body: 'Text', createdAt: testNow });
  expect(await callControl(folder, controlCommands.mail, {})).toEqual({
    waitingCount: 1,
    retriedCount: 0,
    givenUpCount: 0,
    oldestAt: testNow.toISOString(),
  });
  expect(await callControl(folder, controlCommands.role, { member: '@ada', role: 'moderator' })).toEqual({
    handle: 'ada',
    from: 'member',
    to: 'moderator',
  });
  await expect(callControl(folder, controlCommands.role, { member: '@bob', role: 'admin' })).rejects.toThrow(
    new ControlFailure('No account found for @bob. Have they signed in yet?'),
  );
});

it('answers in English whatever the language of the site, because the terminal shows it', async () => {
  await startSite();
  await buildProduct(api.db, {
    ...{ name: 'Ada', url: 'https://ada.example.com', canonicalURL: drafts[0]?.canonicalURL },
    status: 'pending',
  });
  speakGerman({
    'import.isPending': 'Es wurde eingereicht und wartet auf einen Moderator.',
    'retire.noSuchSlug': 'Es gibt kein {noun} mit dem Slug {slug}.',
  });
  try {
    const { outcomes } = await callControl(folder, controlCommands.import, { drafts, isDryRun: true });
    expect(outcomes).toEqual([
      { line: 1, outcome: 'skipped', reason: 'It was submitted and is waiting for a moderator.' },
      { line: 2, outcome: 'added' },
    ]);
    const erase = { slug: 'no-such-tool', ground: 'court-order' } as const;
    await expect(callControl(folder, controlCommands.erase, erase)).rejects.toThrow(
      new ControlFailure("There's no tool with the slug no-such-tool."),
    );
  } finally {
    provideCatalog(undefined);
  }
});

it('gives only the owner of the folder access to the socket', async () => {
  const { path } = await startSite();
  expect((await stat(path)).mode & 0o777).toBe(0o600);
});

it('replaces a socket that a killed site left behind', async () => {
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

it('is not reachable after the site has stopped', async () => {
  const { close } = await startSite();
  closing = [];
  await close();
  expect(await isSiteRunning(folder)).toBe(false);
  await expect(callControl(folder, controlCommands.ping, {})).rejects.toThrow(
    new ControlFailure('The running site stopped before it responded.'),
  );
});

describe('when the command and the site are of different versions', () => {
  it('rejects a request that does not match the contract, and changes nothing', async () => {
    await startSite();
    const invalid = drafts.map((draft) => ({ ...draft, name: '' }));
    await expect(
      callControl(folder, controlCommands.import, { drafts: invalid, isDryRun: false }),
    ).rejects.toThrow(versionMismatch);
    expect((await api.request('GET', '/api/products')).body).toMatchObject({ products: [] });
  });

  it('rejects a command that the site does not know', async () => {
    await startSite();
    const unknown = { path: '/later', answer: z.object({}) };
    await expect(callControl(folder, unknown, {})).rejects.toThrow(versionMismatch);
  });

  it.each([
    ['an answer that does not match the contract', Response.json({ isError: false, answer: { handle: 1 } })],
    ['a response of another form', Response.json({ isError: false, handle: 'ada' })],
    ['a response that is not JSON', new Response('404 Not Found', { status: 404 })],
  ])('rejects %s, but knows that the site is running', async (_name, response) => {
    await startSite(folder, { fetch: () => Promise.resolve(response.clone()) });
    expect(await isSiteRunning(folder)).toBe(true);
    await expect(
      callControl(folder, controlCommands.role, { member: '@ada', role: 'admin' }),
    ).rejects.toThrow(versionMismatch);
  });
});

it('logs an unexpected error and tells the command only where to look', async () => {
  const logged: unknown[] = [];
  const logger = Object.assign(Object.create(api.deps().logger), {
    error: (entry: unknown) => logged.push(entry),
  });
  const db = Object.assign(Object.create(api.db), {
    transaction: () => Promise.reject(new Error('The disk is full')),
  });
  await startSite(folder, createControlApp({ ...api.deps(), db, logger }));

  await expect(callControl(folder, controlCommands.import, { drafts, isDryRun: false })).rejects.toThrow(
    new ControlFailure('The site could not run this command. Its log says why.'),
  );
  expect(logged).toEqual([{ err: new Error('The disk is full'), command: '/import' }]);
});

it('is in the data folder as long as a socket may have its path, else in the folder for temporary files', () => {
  const socketIn = (bytes: number) => {
    const dataDir = `/${'d'.repeat(bytes - '//control.sock'.length)}`;
    return controlSocketPath(dataDir).replace(dataDir, 'DATA_DIR');
  };
  expect(socketIn(103)).toBe('DATA_DIR/control.sock');
  expect(socketIn(104)).toMatch(/^\/.+\/directory-[0-9a-f]{16}\.sock$/);
});

it.each(Object.entries(controlCommands))('knows the command %s', async (_, { path }) => {
  const app = createControlApp(api.deps());
  const ask = (command: string) =>
    app.fetch(new Request(`http://site${command}`, { method: 'POST', body: '{"unknown": true' }));
  expect((await ask('/no-command')).status).toBe(404);
  // The body cannot be read, so nothing is run.
  expect((await ask(path)).status).toBe(500);
});

import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { copyGermanProgram } from '../setup/german';
import { spawnProductServer } from '../setup/product-servers';

/** The product server alone, in another language, and the commands of the terminal beside it. */
let dataDir = '';
let german: Awaited<ReturnType<typeof copyGermanProgram>>;
let site: Awaited<ReturnType<typeof spawnProductServer>>;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'german-'));
  german = await copyGermanProgram({
    'signIn.needed': 'Melde dich dafür an.',
    'list.allTags': 'Alle Schlagwörter',
    'retire.noSuchSlug': 'Es gibt kein {noun} mit dem Slug {slug}.',
  });
  site = await spawnProductServer(
    { DATA_DIR: dataDir, DATABASE_URL: '', SITE_LANGUAGE: 'de' },
    german.program,
  );
});
afterAll(async () => {
  await site.stop();
  await german.remove();
  await rm(dataDir, { recursive: true, force: true });
});

it('refuses in the language of the site, without pages', async () => {
  const answer = await fetch(`${site.url}/user/private/products`, {
    headers: { originUrl: 'http://localhost/' },
  });
  expect(await answer.json()).toMatchObject({
    code: 'unauthenticated',
    message: 'Melde dich dafür an.',
    reason: 'signIn.needed',
  });
  expect(await (await fetch(`${site.url}/tags.md`)).text()).toContain('# Alle Schlagwörter');
});

it('refuses a command of the terminal in English, while the site speaks another language', async () => {
  const erased = promisify(execFile)(
    process.execPath,
    [...german.program, 'admin', 'erase', 'no-such-tool', 'illegal-content'],
    { env: { ...process.env, NODE_OPTIONS: '', DATA_DIR: dataDir, DATABASE_URL: '', SITE_LANGUAGE: 'de' } },
  );
  await expect(erased).rejects.toMatchObject({
    stderr: "There's no tool with the slug no-such-tool.\n",
    code: 1,
  });
});

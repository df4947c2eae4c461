import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { DAY_MS, HOUR_MS } from '@/lib/contract/plain/durations';
import { OwnerError } from '@/server/base/errors';
import { DEMO_ADMIN, DEMO_MEMBERS } from '@/server/identity/identity-local';
import { serveBuilt } from '../bench/processes';
import { openSession } from '../e2e/member';
import type { DrillRequest } from './drill';
import { siteEnv } from './built-site';
import { buildCommit } from './old-build';
import type { Write } from './texts-in-browser';
import { readDocuments, readFailures, readMails } from './texts-served';
import { readAsViewers } from './texts-viewers';

const PORT = 3983;
const URL = `http://localhost:${PORT}`;
/** A Wednesday, when both sides start. */
const STARTS_AT = new Date('2030-06-05T10:00:00Z');

const SITE = {
  NEXT_PUBLIC_SITE_SOCIAL: JSON.stringify([{ name: 'GitHub', url: 'https://github.com' }]),
  NEXT_PUBLIC_SITE_PROMOS: JSON.stringify([{ text: 'How the ranking works', url: '/ranking' }]),
};
const handlesOf = (name: string) => DEMO_MEMBERS.map(({ handle }) => handle).filter((handle) => handle.endsWith(`-${name}`)); // prettier-ignore
/** Their number leaves room for the limits of moderators. */
const MODERATORS = handlesOf('moss');

type Side = { cwd: string; demo: string; folder: string; env: Record<string, string> };

/** Serves a build at an instant of the drill, while something is done. */
async function served<T>(
  { cwd, env }: Pick<Side, 'cwd' | 'env'>,
  dataDir: string,
  at: Date,
  work: (movedMs: number, env: Record<string, string>) => Promise<T>,
): Promise<T> {
  const movedMs = at.getTime() - Date.now();
  const clock = resolve(import.meta.dirname, 'moved-clock.js');
  const own = {
    ...{ ...env, DATA_DIR: dataDir, LOG_LEVEL: 'error', ADMIN_EMAILS: 'admin@site.example', PORT: String(PORT) },
    ...{ NODE_OPTIONS: `--import=${clock}`, CLOCK_MOVED_MS: String(movedMs), NEXT_PUBLIC_SITE_URL: URL },
  }; // prettier-ignore
  // Older commits have another program.
  const program = existsSync(join(cwd, 'dist/main.js')) ? ['dist/main.js'] : ['dist/listgrove.js', 'start'];
  const site = await serveBuilt(PORT, own, { program, folder: cwd });
  try {
    return await work(movedMs, own);
  } finally {
    await site.stop();
  }
}

/** Makes the demo with the older build, which cannot open a database of the newer one. */
async function makeDemo(side: Side): Promise<void> {
  if (existsSync(side.demo)) return;
  console.log('  Making the demo …');
  const dataDir = `${side.demo}-part`;
  rmSync(dataDir, { recursive: true, force: true });
  mkdirSync(dataDir, { mode: 0o700 });
  await served(side, dataDir, new Date(STARTS_AT.getTime() - HOUR_MS), async () => {
    const headers = {
      ...{ accessToken: `Bearer ${await openSession(URL, DEMO_ADMIN)}`, originUrl: `${URL}/` },
      'content-type': 'application/json',
    };
    for (const handle of MODERATORS) {
      const found = await (await fetch(`${URL}/api/moderation/users?q=${handle}`, { headers })).text();
      const [, id = ''] = /"id":"(\d+)"/.exec(found) ?? [];
      const body = JSON.stringify({ role: 'moderator' });
      const { status } = await fetch(`${URL}/api/moderation/users/${id}/role`, { method: 'POST', headers, body });
      if (status !== 200) throw new Error(`${handle} has not become a moderator: ${status}`);
    }
  }); // prettier-ignore
  cpSync(dataDir, side.demo, { recursive: true });
  rmSync(dataDir, { recursive: true });
}

/** Writes everything that one side says. @param only part of the names of the pages to read. */
async function readSide(side: Side, only = ''): Promise<void> {
  const { folder } = side;
  const part = `${folder}-part`;
  for (const each of [part, folder]) rmSync(each, { recursive: true, force: true });
  const write: Write = (file, lines) => {
    const [kind = '', ...rest] = file.split('/');
    const path = join(part, kind, `${encodeURIComponent((rest.join('/') || kind).slice(0, 80))}.txt`);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, `${lines.join('\n')}\n`);
  };
  const dataDir = `${part}-data`;
  rmSync(dataDir, { recursive: true, force: true });
  cpSync(side.demo, dataDir, { recursive: true });
  await served(side, dataDir, STARTS_AT, async (movedMs) => {
    await readDocuments(URL, write);
    await readAsViewers(URL, { movedMs, write, only });
  });
  const later = new Date(STARTS_AT.getTime() + 3 * DAY_MS);
  await served(side, dataDir, later, async (_, env) => {
    const newsletter = ['run', '--silent', 'newsletter', '--', 'weekly', '--to', 'reader@site.example'];
    const sent = spawnSync('npm', newsletter, { cwd: side.cwd, env: { ...process.env, ...env }, encoding: 'utf8' });
    if (sent.status !== 0) throw new Error(sent.stderr);
    console.log(`  ${await readMails(URL, await openSession(URL, DEMO_ADMIN), dataDir, write)} emails`);
    if (only !== '') return;
    console.log(`  ${await readFailures(URL, { member: handlesOf('clover'), moderator: MODERATORS }, write)} calls with failures`);
  }); // prettier-ignore
  rmSync(dataDir, { recursive: true });
  cpSync(part, folder, { recursive: true });
  rmSync(part, { recursive: true });
}

const FILES = ['texts.ts', 'texts-in-browser.ts', 'texts-viewers.ts', 'texts-acts.ts', 'texts-served.ts', 'moved-clock.js', 'fuzz-requests.ts', 'fuzz-values.ts', '../e2e/every-page.ts']; // prettier-ignore

/**
 * Reads everything that a commit and the present build say in English, on the same demo and with the same clock: pages for
 * each kind of viewer, with what their buttons open, documents, emails and failures. Keeps what the commit says beside its build.
 *
 * @throws OwnerError for each text that differs.
 */
export async function drillTexts({ base, only }: Pick<DrillRequest, 'base' | 'only'>): Promise<string> {
  if (base === undefined) throw new OwnerError('Name the older commit: --base <commit>.');
  const cwd = buildCommit(base);
  const env = { ...(await siteEnv()), ...SITE };
  const hash = createHash('sha256');
  for (const file of FILES) hash.update(readFileSync(resolve(import.meta.dirname, file)));
  const demo = join(cwd, 'texts-demo');
  const older: Side = { cwd, demo, env, folder: join(cwd, `texts-${hash.digest('hex').slice(0, 12)}`) };
  await makeDemo(older);
  if (!existsSync(older.folder)) await readSide(older);
  const folder = resolve('test-results/texts');
  await readSide({ cwd: process.cwd(), demo, env, folder }, only);
  return compareFolders(older.folder, folder, only);
}

const [SHOWN_CHARS, SHOWN_LINES] = [400, 12];
/** What may differ: a pattern of the file and the lines, with the reason. */
const ALLOWED: readonly { pattern: RegExp; why: string }[] = [
  { pattern: /opened[^\n]*\n +[-+]Upvote removed · /, why: 'The toast comes for a moment, before that of the refusal.' },
  { pattern: /^documents[^\n]*\n +\+,"reason":("[\w.]+"$|\n.*"values":)/s, why: 'Failures name the key of their text.' },
  { pattern: /\/moderation\/jobs[^\n]*\n +-\d+\n +\+\d+$/, why: 'What waits in a queue depends on the moment.' },
  { pattern: /^documents\/opensearch[^\n]*\n.*\+<OpenSearchDescription [^\n]* xml:lang="en">$/s, why: 'Programs read the language.' },
]; // prettier-ignore

/** @throws OwnerError for the texts that differ, each with where it is. */
function compareFolders(older: string, newer: string, only?: string): string {
  const options = ['diff', '--no-index', '--no-renames', '--unified=0', '--text', older, newer];
  const { stdout } = spawnSync('git', options, { encoding: 'utf8', maxBuffer: 2 ** 30 });
  const places = new Map<string, string[]>();
  let file = '';
  for (const block of stdout.split(/^(?=diff --git |@@ )/m)) {
    const [head = '', ...lines] = block.trimEnd().split('\n');
    if (block.startsWith('diff'))
      file = decodeURIComponent(head.slice(head.indexOf(` b${newer}/`) + newer.length + 3));
    if (!block.startsWith('@@')) continue;
    const kind = file.split('/')[0] ?? '';
    if (only !== undefined && !existsSync(join(newer, kind))) continue;
    const shown = lines.map((line) => `      ${line.slice(0, SHOWN_CHARS)}`);
    const difference = [
      ...shown.slice(0, SHOWN_LINES),
      ...(shown.length > SHOWN_LINES ? ['      …'] : []),
    ].join('\n');
    if (ALLOWED.some(({ pattern }) => pattern.test(`${file}\n${difference}`))) continue;
    places.set(difference, [...(places.get(difference) ?? []), file]);
  }
  const differences = Array.from(places, ([difference, at]) => `${at[0]}${at.length > 1 ? ` and ${at.length - 1} others` : ''}\n${difference}`); // prettier-ignore
  if (differences.length > 0)
    throw new OwnerError(`${differences.length} texts differ:\n${differences.join('\n')}`);
  return `no text differs; ${newer}`;
}

import { execFile } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pino from 'pino';
import * as z from 'zod/mini';
import { uploadLogoCall } from '@/lib/contract/image';
import { imageKey } from '@/lib/contract/plain/image-url';
import { openDatabase } from '@/server/db/client';
import { users } from '@/server/db/schema';
import { freePort, serveBuilt } from '../bench/processes';
import { until } from '../setup/until';
import { addMembers, siteEnv } from './built-site';
import { DEFAULTS, type DrillRequest } from './drill';
import { requireNone } from './require-none';
import { foreignTo, type Look, logoOf, LOOKS, productsCSV } from './two-sites-look';
import { type Read, readSite } from './two-sites-read';

const run = promisify(execFile);
const WAIT = { withinMs: 120_000, everyMs: 250 } as const;
/** Shown at once, before the other site is read. */
const HITS_SHOWN = 20;
/** An address of both sites in so many is one of a product of its own. */
const ADDRESSES_OF_PRODUCT = 10;

/**
 * Serves one build as two sites with names, nouns, colors and logos of their own, and reads pages, feeds, Markdown, embeds, badges,
 * cards, icons, documents and emails of both.
 *
 * @returns the figures. @throws OwnerError with all words, colors and images of the other site or of the software.
 */
export async function drillTwoSites(folder: string, _round: number, request: DrillRequest): Promise<string> {
  const limit = Math.ceil((request.requests ?? DEFAULTS.siteAddresses) / LOOKS.length);
  const productCount = Math.max(2, Math.ceil(limit / ADDRESSES_OF_PRODUCT));
  const env = await siteEnv();
  const [first, second] = LOOKS;
  const sites = [];
  const hits: string[] = [];
  const reads: Read[] = [];
  let emailCount = 0;
  try {
    for (const look of LOOKS) sites.push(await startSite(folder, look, productCount, env));
    for (const [index, { url, token, dataDir }] of sites.entries()) {
      const [look, other] = index === 0 ? [first, second] : [second, first];
      const read = await readSite({ url, look, other, token, productCount }, limit);
      reads.push(read);
      hits.push(...read.hits);
      const emails = await readEmails(url, token, dataDir);
      emailCount += emails.length;
      const { words, colors } = foreignTo(other);
      for (const email of emails)
        for (const pattern of [words, colors])
          if (pattern.test(email)) hits.push(`An email of ${look.name}: ${email.slice(0, 400)}`);
      const said = [...read.counts].map(([type, count]) => `${count} ${type || 'without content'}`);
      console.log(`  ${look.name}: ${said.join(', ')}; ${read.hits.length} hits`);
      for (const hit of read.hits.slice(0, HITS_SHOWN)) console.log(`    ${hit}`);
      const { names, colors: colored, logos } = read.own;
      console.log(`  ${names} texts with its name, ${colored} with its color, ${logos} images with its logo`);
      if (names === 0 || colored === 0 || logos === 0) hits.push(`${look.name} does not show its own look`);
    }
  } finally {
    for (const { stop } of sites) await stop();
  }
  const [ofFirst, ofSecond] = reads;
  for (const [hash, path] of ofFirst?.marks ?? [])
    if (ofSecond?.marks.has(hash)) hits.push(`${path} is the same image on both sites`);
  requireNone(hits, 'words, colors or images of another site');
  const total = reads.flatMap(({ counts }) => [...counts.values()]).reduce((sum, count) => sum + count, 0);
  return `two sites from one build: ${total} addresses and ${emailCount} emails without a word, color or image of the other or of the software`;
}

async function startSite(
  folder: string,
  look: Look,
  productCount: number,
  built: Readonly<Record<string, string>>,
) {
  const dataDir = join(folder, look.noun);
  const [siteFile, list] = [join(folder, `${look.noun}.json`), join(folder, `${look.noun}.csv`)];
  await writeFile(siteFile, '{"fields":[]}');
  await writeFile(list, productsCSV(look, productCount));
  const options = { dataDir, logger: pino({ level: 'warn' }) };
  const [token = ''] = await addMembers(options, 1);
  const { db, close } = await openDatabase(options);
  await db.update(users).set({ role: 'admin' });
  await close();
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const env = {
    ...built,
    ...{
      APP_ENV: 'development',
      DATA_DIR: dataDir,
      PORT: String(port),
      SITE_FILE: siteFile,
      BACKUP_DIR: 'off',
    },
    ...{ NEXT_PUBLIC_SITE_URL: url, NEXT_PUBLIC_SITE_NAME: look.name, NEXT_PUBLIC_SITE_NOUN: look.noun },
    ...{ SITE_COLOR: look.color, SIGN_IN_EMAIL: 'on', UNLIMITED_ADDRESSES: '127.0.0.1', LOG_LEVEL: 'error' },
  };
  const site = await serveBuilt(port, env);
  await run('npm', ['run', '--silent', 'import', '--', list], { env: { ...process.env, ...env } });
  await setLogo(url, token, look);
  return { url, token, dataDir, stop: site.stop };
}

async function setLogo(url: string, token: string, look: Look): Promise<void> {
  const headers = { accessToken: `Bearer ${token}` };
  const body = new FormData();
  body.set('file', new File([logoOf(look)], 'logo.svg'));
  const path = `${url}/api/moderation/settings`;
  const uploaded: unknown = await (await fetch(`${path}/logos`, { method: 'POST', headers, body })).json();
  const value = imageKey(uploadLogoCall.answer.parse(uploaded).imageURL) ?? '';
  // A job draws the sizes of the image, before which the setting is refused.
  const isSet = async () => {
    const answer = await fetch(path, {
      method: 'PUT',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ basedOn: 0, changes: [{ name: 'SITE_LOGO', value }], note: '' }),
    });
    return answer.ok;
  };
  await until(isSet, WAIT);
}

const email = z.object({ subject: z.string(), text: z.string(), html: z.optional(z.string()) });

/** Asks for emails, and reads them. */
async function readEmails(url: string, token: string, dataDir: string): Promise<string[]> {
  const post = (path: string, body: object, headers: Record<string, string> = {}) =>
    fetch(`${url}/api${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  await post('/user/login/email', { email: 'reader@members.example' });
  await post('/newsletter/subscribe', { email: 'reader@members.example' });
  const own = { accessToken: `Bearer ${token}` };
  await post('/user/private/identities/email', { email: 'other@members.example' }, own);
  const outbox = join(dataDir, 'outbox');
  const list = async () => (await readdir(outbox).catch(() => [])).filter((file) => file.endsWith('.json'));
  await until(async () => (await list()).length >= 3, WAIT);
  const texts: string[] = [];
  for (const file of await list()) {
    const { subject, text, html } = email.parse(JSON.parse(await readFile(join(outbox, file), 'utf8')));
    texts.push([subject, text, html].join('\n'));
  }
  return texts;
}

import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { chromium } from 'playwright';
import pino from 'pino';
import { SESSION_COOKIE } from '@/lib/contract/plain/site';
import { OwnerError } from '@/server/base/errors';
import { freePort, serveBuilt } from '../bench/processes';
import { findOrInstallChromium } from '../setup/chromium';
import { until } from '../setup/until';
import { BOOK_SITE, BOOK_WORDS, bookSiteFile, BOOKS_CSV } from './book-directory';
import { addMembers, siteEnv } from './built-site';
import { FONTS, FOREIGN, requireEqual, requireOwnWords, siteFile, toCSV, wordsOf } from './font-directory';
import { approve, compare, filterLists, openReader, type Reader, search, submit } from './font-visits';

const run = promisify(execFile);

const SITE = {
  NEXT_PUBLIC_SITE_NAME: 'Ligature',
  NEXT_PUBLIC_SITE_NOUN: 'font',
  SITE_COLOR: '#7c3aed',
};

/** Everything on the site that an address leads to. Each file is asked for by another visitor, so that no limit is reached. */
async function crawl(url: string, starts: readonly string[], foreign?: RegExp): Promise<Map<string, number>> {
  const found = new Map<string, number>(starts.map((path) => [path, 0]));
  for (const path of found.keys()) {
    const size = found.size;
    const visitor = `10.9.${size >> 8}.${size & 255}`;
    const answer = await fetch(url + path, { headers: { 'x-forwarded-for': visitor } });
    found.set(path, answer.status);
    if (!/text|json|xml/.test(answer.headers.get('content-type') ?? '')) continue;
    const text = await answer.text();
    requireOwnWords(wordsOf(text), path, foreign);
    const links = text.matchAll(/(?:href|src|action|url)=["']([^"']+)|<loc>([^<]+)|"(\/[^"\\]*)"/g);
    for (const [, attribute, location, property] of links) {
      const link = (attribute ?? location ?? property ?? '').replaceAll('&amp;', '&');
      if (!URL.canParse(link, url + path)) continue;
      const { origin, pathname, search } = new URL(link, url + path);
      // There is any number of combinations of filters.
      const isOneOfMany = search.includes('&') || /^\/(?:_next|api\/(?!docs|openapi))/.test(pathname);
      if (origin === url && !isOneOfMany && !found.has(pathname + search)) found.set(pathname + search, 0);
    }
  }
  return found;
}

/** Asks for an email, and reads it. */
async function readMail({ page, check, open }: Reader, dataDir: string): Promise<number> {
  await open('/newsletter', 'newsletter');
  await page.getByRole('main').getByRole('textbox').fill('reader@site.invalid');
  await page.getByRole('main').getByRole('button', { name: 'Subscribe' }).click();
  await check('subscribed');
  const outbox = join(dataDir, 'outbox');
  const list = async () => (await readdir(outbox).catch(() => [])).filter((file) => file.endsWith('.json'));
  await until(async () => (await list()).length > 0, { withinMs: 30_000, everyMs: 100 });
  const files = await list();
  for (const file of files) requireOwnWords(await readFile(join(outbox, file), 'utf8'), `The email ${file}`);
  return files.length;
}

/** What agents read of the site, with the official client. */
async function readAsAgent(url: string): Promise<void> {
  const client = new Client({ name: 'drill', version: '1.0.0' });
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`)));
  const { tools } = await client.listTools();
  await client.close();
  requireOwnWords(JSON.stringify([client.getInstructions(), tools]), 'The description for agents');
}

const STARTS = [
  ...['/', '/new', '/top/day', '/top/week', '/tags', '/compare', '/search', '/search?q=sans', '/ranking'],
  ...['/moderation-log', '/moderation-log/feed.xml'],
  ...['/no-such-page', '/font/no-such-font', '/tag/no-such-tag', '/u/nobody', '/new?after=damaged'],
  ...['/account/submit', '/account/profile?status=approved', '/account/bookmarks', '/account/settings'],
  ...['/sitemap.xml', '/robots.txt', '/llms.txt', '/opensearch.xml', '/.well-known/security.txt'],
  ...[
    '/feed.xml',
    '/rss.xml',
    '/feed.json',
    '/api/openapi.json',
    '/developers',
    '/sponsors',
    '/rules',
    '/invitation',
    '/api/fields',
    '/api/filters',
  ],
];

/** The site of books says its own words, so that their absence elsewhere means something. */
async function requireBooks(url: string): Promise<void> {
  const textOf = async (path: string) => (await fetch(url + path)).text();
  const home = await textOf('/');
  for (const word of ['Shelfmark', '#b45309', 'Read with us in winter', 'Quill Press']) {
    if (!home.includes(word)) throw new OwnerError(`The home page of the books does not say ${word}`);
  }
  // A job fills in what lists can be filtered by.
  const poetry = () => textOf('/new?genre=poetry');
  await until(async () => (await poetry()).includes('href="/book/volume-3"'), {
    withinMs: 60_000,
    everyMs: 250,
  });
  requireEqual((await poetry()).includes('href="/book/volume-1"'), false, 'A novel in the list of poetry');
}

/** What only the site of fonts says. */
const FONT_WORDS = /\bLigature\b|[Ff]oundr|[Ll]icence/;
/** What only the shipped site says. */
const TOOL_WORDS = /\bListgrove\b|\btools?\b/i;
const eitherOf = (...patterns: RegExp[]) => new RegExp(patterns.map(({ source }) => source).join('|'), 'i');

/**
 * Serves one build as three sites at once: the demo, a site of fonts and a site of books, each with a noun, color, layout,
 * site file and data folder of its own. On the site of fonts, uses all that depends on them in Chromium: import, lists and
 * their filters, search, comparison, form and moderation.
 *
 * @throws Error for the first result that is wrong, and for the first page, feed, description of the calls or email that
 *   has a word of another site or its file.
 */
export async function drillOtherNoun(folder: string): Promise<string> {
  const built = await siteEnv();
  const dataDir = join(folder, 'data');
  const screens = resolve('test-results/other-noun');
  await rm(screens, { recursive: true, force: true });
  await mkdir(screens, { recursive: true });
  const port = await freePort();
  const fonts = join(folder, 'fonts.csv');
  await writeFile(join(folder, 'fonts.json'), siteFile);
  await writeFile(fonts, toCSV());
  const [memberToken = '', moderatorToken = ''] = await addMembers(
    { dataDir, logger: pino({ level: 'warn' }) },
    2,
  );
  const env = {
    ...built,
    ...SITE,
    ...{ SITE_FILE: join(folder, 'fonts.json'), DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: 'error' },
    APP_ENV: 'development',
  };
  const site = await serveBuilt(port, env);
  const demoPort = await freePort();
  const demo = await serveBuilt(demoPort, { ...built, DATA_DIR: join(folder, 'demo'), LOG_LEVEL: 'error' });
  const bookPort = await freePort();
  await writeFile(join(folder, 'books.json'), bookSiteFile);
  await writeFile(join(folder, 'books.csv'), BOOKS_CSV);
  const bookEnv = {
    ...built,
    ...BOOK_SITE,
    ...{ SITE_FILE: join(folder, 'books.json'), DATA_DIR: join(folder, 'books'), PORT: String(bookPort) },
    ...{ LOG_LEVEL: 'error', APP_ENV: 'development' },
  };
  const books = await serveBuilt(bookPort, bookEnv);
  await run('npm', ['run', '--silent', 'import', '--', join(folder, 'books.csv')], {
    env: { ...process.env, ...bookEnv },
  });
  const command = (...words: string[]) =>
    run('npm', ['run', '--silent', ...words], { env: { ...process.env, ...env } });
  const browser = await chromium.launch({ executablePath: findOrInstallChromium() });
  try {
    const url = `http://localhost:${port}`;
    const { stdout } = await command('import', '--', '--json', fonts);
    requireEqual(
      JSON.parse(stdout),
      { added: FONTS.length, updated: 0, listed: 0, skipped: 0 },
      'The import',
    );
    await command('admin', '--', 'grant', '@drill-2', 'moderator');

    const openAs = async (name: string, token?: string, width = 1280) => {
      const context = await browser.newContext({
        ...{ baseURL: url, viewport: { width, height: 900 }, reducedMotion: 'reduce' },
        extraHTTPHeaders: { 'x-forwarded-for': `10.8.0.${name.length}` },
      });
      if (token) await context.addCookies([{ name: SESSION_COOKIE.name, value: token, url }]);
      const shots = join(screens, name);
      await mkdir(shots);
      return openReader(context, shots);
    };
    const visitor = await openAs('visitor');
    await filterLists(visitor);
    await search(visitor);
    await compare(visitor);
    await submit(await openAs('member', memberToken));
    const moderator = await openAs('moderator', moderatorToken);
    await approve(moderator);
    const mailCount = await readMail(visitor, dataDir);
    const phone = await openAs('phone', undefined, 360);
    for (const path of ['/', '/new?licence=open', '/font/kestrel-sans', '/search?q=sans']) {
      await phone.open(path, path.replaceAll(/\W+/g, '-'));
    }
    await readAsAgent(url);
    const crawled = await crawl(url, STARTS, eitherOf(FOREIGN, BOOK_WORDS));
    const failed = [...crawled].filter(([, status]) => status >= 500);
    requireEqual(failed, [], 'Addresses that fail');
    await requireBooks(`http://localhost:${bookPort}`);
    const ofBooks = await crawl(
      `http://localhost:${bookPort}`,
      STARTS.map((path) => path.replace('/font/', '/book/')),
      eitherOf(FONT_WORDS, TOOL_WORDS),
    );
    const ofDemo = await crawl(
      `http://localhost:${demoPort}`,
      ['/', '/tags', '/terms', '/sponsors', '/no-such-page'],
      eitherOf(FONT_WORDS, BOOK_WORDS),
    );
    return `three sites from one build, without a word of the others: ${crawled.size} addresses and ${mailCount} emails of ${FONTS.length} fonts, ${ofBooks.size} addresses of the books, ${ofDemo.size} of the demo; screens in ${screens}`;
  } finally {
    await browser.close();
    await site.stop();
    await demo.stop();
    await books.stop();
  }
}

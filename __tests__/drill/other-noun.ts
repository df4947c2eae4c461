import { execFile } from 'node:child_process';
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { isDeepStrictEqual, promisify } from 'node:util';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { type BrowserContext, chromium, type Page } from 'playwright';
import pino from 'pino';
import { SESSION_COOKIE } from '@/lib/contract/plain/session-cookie';
import { OwnerError } from '@/server/errors';
import { freePort, serveBuilt } from '../bench/processes';
import { findOrInstallChromium } from '../setup/chromium';
import { until } from '../setup/until';
import { addMembers, sessionKey } from './built-site';
import { listFiles } from './project-copy';

const run = promisify(execFile);

const SITE = { NEXT_PUBLIC_SITE_NAME: 'Ligature', NEXT_PUBLIC_SITE_NOUN: 'font' };
const LICENCES = ['Open', 'Personal use', 'Commercial'];
const FOUNDRIES = ['Northgate', 'Ōkami Type', 'خط الرمل'];
/** The word that would say “license” is spelled another way, so that only the project itself can say it. */
const siteFile = JSON.stringify({
  fields: [
    { key: 'foundry', label: 'Foundry', type: 'text', facet: true, list: true },
    {
      ...{ key: 'licence', label: 'Licence', type: 'choice', facet: true },
      choices: LICENCES.map((label) => ({ value: label.toLowerCase().replace(' ', '-'), label })),
    },
    { key: 'variable', label: 'Variable', type: 'boolean', facet: true },
    { key: 'weights', label: 'Weights', type: 'number', min: 1, max: 20, facet: true },
    { key: 'price', label: 'Price', type: 'money', currency: 'EUR', facet: true },
  ],
});

/** What the shipped site file and the shipped noun say. */
const FOREIGN = /\b(?:tools?|licenses?|platforms?)\b/i;
const STYLES = ['Sans', 'Serif', 'Mono'];
const FONTS = [
  'Alder',
  'Briar',
  'Cedar',
  'Dogwood',
  'Elm',
  'Fir',
  'Gorse',
  'Hazel',
  'Ivy',
  'Juniper',
].flatMap((name, place) =>
  STYLES.map((style, index) => {
    const number = place * STYLES.length + index;
    return {
      name: `${name} ${style}`,
      style,
      foundry: FOUNDRIES[number % 3] ?? '',
      licence: LICENCES[(number >> 1) % 3] ?? '',
      isVariable: number % 2 === 0,
      weights: 1 + (number % 9),
      price: (number % 5) * 12.5,
    };
  }),
);
type Font = (typeof FONTS)[number];

const toCSV = () =>
  [
    'Name,URL,Tagline,Tags,Foundry,Licence,Variable,Weights,Price',
    ...FONTS.map(({ name, style, foundry, licence, isVariable, weights, price }) =>
      [
        ...[name, `https://${name.toLowerCase().replace(' ', '-')}.example/`, `A ${style} for long texts`],
        ...[style, foundry, licence, isVariable ? 'yes' : 'no', weights, price],
      ].join(','),
    ),
  ].join('\n');

/** @throws OwnerError that says what differs. */
function requireEqual(seen: unknown, expected: unknown, what: string): void {
  if (isDeepStrictEqual(seen, expected)) return;
  throw new OwnerError(`${what}: ${JSON.stringify(seen)}, expected ${JSON.stringify(expected)}`);
}

/** @throws OwnerError with the words around the foreign one. */
function requireOwnWords(text: string, where: string): void {
  const at = text.search(FOREIGN);
  if (at >= 0) throw new OwnerError(`${where} says: …${text.slice(Math.max(0, at - 120), at + 120)}…`);
}

/** Copies the project, and builds it with the names of the other site. */
async function buildOther(folder: string): Promise<NodeJS.ProcessEnv> {
  for (const file of await listFiles()) await cp(file, join(folder, file));
  // As hard links: Next.js loads some of its modules twice when a symbolic link leads to them.
  await run('cp', ['-al', resolve('node_modules'), folder]);
  await writeFile(join(folder, 'fonts.json'), siteFile);
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('NEXT_PUBLIC_'));
  const env = { ...Object.fromEntries(inherited), ...SITE, NODE_ENV: 'production' as const };
  await run('npm', ['run', '--silent', 'build'], { cwd: folder, env, maxBuffer: 64 * 1024 * 1024 });
  return env;
}

/** The elements of a page with all that they say; without the scripts that people don't read. */
const wordsOf = (html: string) =>
  html.replace(/<script(?![^>]*json)[^>]*>[^]*?<\/script>|<style[^>]*>[^]*?<\/style>/g, '');

/** Everything on the site that an address leads to. Each file is asked for by another visitor, so that no limit is reached. */
async function crawl(url: string, starts: readonly string[]): Promise<Map<string, number>> {
  const found = new Map<string, number>(starts.map((path) => [path, 0]));
  for (const path of found.keys()) {
    const size = found.size;
    const visitor = `10.9.${size >> 8}.${size & 255}`;
    const answer = await fetch(url + path, { headers: { 'x-forwarded-for': visitor } });
    found.set(path, answer.status);
    if (!/text|json|xml/.test(answer.headers.get('content-type') ?? '')) continue;
    const text = await answer.text();
    requireOwnWords(wordsOf(text), path);
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

/** A page whose words are checked whenever it has been opened or changed. */
async function openReader(context: BrowserContext, folder: string) {
  const page = await context.newPage();
  let shotCount = 0;
  const check = async (name: string) => {
    await page.locator('html[data-ready=true]').waitFor();
    await page.waitForLoadState('networkidle');
    requireOwnWords(wordsOf(await page.content()), `${name} (${page.url()})`);
    shotCount += 1;
    await page.screenshot({ path: join(folder, `${String(shotCount).padStart(2, '0')}-${name}.png`) });
  };
  const open = async (path: string, name: string) => {
    await page.goto(path);
    await check(name);
  };
  return { page, check, open };
}
type Reader = Awaited<ReturnType<typeof openReader>>;

const namesOn = (page: Page) =>
  page.getByRole('main').getByRole('listitem').getByRole('heading').allInnerTexts();

async function requireFonts(page: Page, isShown: (font: Font) => boolean): Promise<void> {
  const expected = FONTS.filter(isShown).map(({ name }) => name);
  requireEqual((await namesOn(page)).toSorted(), expected.toSorted(), page.url());
}

/** Filters by a link and by a form. */
async function filterLists({ page, check, open }: Reader): Promise<void> {
  const panel = (label: string) => page.getByRole('region', { name: label });
  await open('/', 'home');
  await open('/new', 'new');
  const rows = await page.getByRole('main').getByRole('listitem').filter({ hasText: FOUNDRIES[1] }).count();
  requireEqual(rows, FONTS.filter(({ foundry }) => foundry === FOUNDRIES[1]).length, 'Rows with a foundry');
  await panel('Licence').getByRole('link', { name: /^Open/ }).click();
  await page.getByRole('heading', { level: 1, name: 'New fonts: Open' }).waitFor();
  await requireFonts(page, ({ licence }) => licence === 'Open');
  await panel('Variable').getByRole('link', { name: /^Yes/ }).click();
  await page.getByRole('heading', { level: 1, name: /Variable: Yes/ }).waitFor();
  await requireFonts(page, ({ licence, isVariable }) => licence === 'Open' && isVariable);
  await page.getByLabel('Price, to, EUR').fill('25');
  await panel('Price').getByRole('button', { name: 'Apply' }).click();
  await page.getByRole('heading', { level: 1, name: /Price: up to 25 EUR/ }).waitFor();
  await requireFonts(
    page,
    ({ licence, isVariable, price }) => licence === 'Open' && isVariable && price <= 25,
  );
  await check('filtered');
  await open('/tag/serif?weights=4..7', 'tag');
  await requireFonts(page, ({ style, weights }) => style === 'Serif' && weights >= 4 && weights <= 7);
  await open('/new?licence=open&price=1000..', 'nothing-matches');
}

async function search({ page, check, open }: Reader): Promise<void> {
  await open('/', 'before-search');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search' }).fill('mono');
  await page.getByRole('option').first().waitFor();
  await check('search-modal');
  await page.getByRole('combobox', { name: 'Search' }).fill('zzqqzz');
  await page.getByText('No Result found').waitFor();
  await check('search-modal-empty');
  await open('/search?q=mono', 'search');
  await page
    .getByRole('navigation', { name: 'Filter by Licence' })
    .getByRole('link', { name: /^Commercial/ })
    .click();
  await page.getByRole('link', { name: /Commercial.*, remove filter/ }).waitFor();
  await requireFonts(page, ({ style, licence }) => style === 'Mono' && licence === 'Commercial');
  await check('search-filtered');
  await open('/search?q=zzqqzz', 'search-empty');
}

async function compare({ page, open }: Reader): Promise<void> {
  await open('/compare', 'compare-form');
  await open('/compare/alder-sans-vs-briar-mono', 'compare');
  const labels = await page.getByRole('rowheader').allInnerTexts();
  const missing = ['Foundry', 'Licence', 'Variable', 'Weights', 'Price'].filter(
    (label) => !labels.includes(label),
  );
  requireEqual(missing, [], 'Labels that the comparison does not have');
}

const SUBMITTED = 'Kestrel Sans';

async function submit({ page, check, open }: Reader): Promise<void> {
  const main = page.getByRole('main');
  await open('/account/submit', 'submit');
  await main.getByRole('textbox', { name: 'Paste the link' }).fill('https://kestrel.example');
  await main.getByRole('button', { name: 'Fill it in myself' }).click();
  await main.getByRole('textbox', { name: 'Name' }).fill(SUBMITTED);
  await main.getByRole('textbox', { name: 'Tagline' }).fill('Reads well in small sizes');
  await main.getByRole('combobox', { name: 'Tags' }).fill('Sans,');
  await main.getByRole('button', { name: 'Add details' }).click();
  await main.getByRole('textbox', { name: 'Foundry' }).fill('Northgate');
  await main.getByRole('combobox', { name: 'Licence' }).selectOption('Commercial');
  await main.getByRole('combobox', { name: 'Variable' }).selectOption('Yes');
  await main.getByRole('textbox', { name: 'Weights' }).fill('99');
  await main.getByRole('textbox', { name: 'Price' }).fill('€1,249.50');
  await main.getByRole('button', { name: 'Submit this font' }).click();
  await main.getByText('Use a number from 1 to 20.').waitFor();
  await check('submit-error');
  await main.getByRole('textbox', { name: 'Weights' }).fill('9');
  await main.getByRole('button', { name: 'Submit this font' }).click();
  await page.waitForURL('**/account/profile?status=pending');
  await page.getByRole('heading', { name: SUBMITTED }).waitFor();
  await check('pending');
  for (const status of ['approved', 'rejected']) await open(`/account/profile?status=${status}`, status);
  for (const name of ['bookmarks', 'settings']) await open(`/account/${name}`, name);
}

async function approve({ page, check, open }: Reader): Promise<void> {
  await open('/moderation', 'moderation');
  const item = page.getByRole('article', { name: SUBMITTED });
  await item.getByRole('button', { name: 'Reject …' }).click();
  await check('rejection');
  await page.keyboard.press('Escape');
  await open('/moderation', 'moderation-again');
  await item.getByRole('button', { name: 'Approve' }).click();
  await item.waitFor({ state: 'detached' });
  await open('/font/kestrel-sans', 'product');
  const facts = (await page.locator('dl.product-facts dd:nth-of-type(1)').allInnerTexts()).slice(0, 5);
  requireEqual(facts, ['Northgate', 'Commercial', 'Yes', '9', '€1,249.50'], 'The facts of a page');
  await open('/font/kestrel-sans/alternatives', 'alternatives');
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
  ...['/no-such-page', '/font/no-such-font', '/tag/no-such-tag', '/u/nobody', '/new?after=damaged'],
  ...['/account/submit', '/account/profile?status=approved', '/account/bookmarks', '/account/settings'],
  ...['/sitemap.xml', '/robots.txt', '/llms.txt', '/opensearch.xml', '/.well-known/security.txt'],
  ...['/feed.xml', '/rss.xml', '/feed.json', '/api/openapi.json', '/api/docs', '/api/fields', '/api/filters'],
];

/**
 * Builds the site for another noun and another site file, with no other change, and uses all that depends on them in
 * Chromium: import, lists and their filters, search, comparison, form and moderation.
 *
 * @throws Error for the first result that is wrong, and for the first page, feed, description of the calls or email that
 *   has a word of the shipped site file.
 */
export async function drillOtherNoun(folder: string): Promise<string> {
  const copy = join(folder, 'copy');
  const dataDir = join(folder, 'data');
  const screens = resolve('test-results/other-noun');
  await rm(screens, { recursive: true, force: true });
  await mkdir(screens, { recursive: true });
  const built = await buildOther(copy);
  const port = await freePort();
  const [memberToken = '', moderatorToken = ''] = await addMembers(
    { dataDir, logger: pino({ level: 'warn' }) },
    2,
  );
  const env = {
    ...SITE,
    ...{ SITE_FILE: join(copy, 'fonts.json'), DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: 'error' },
    ...{ APP_ENV: 'development', SESSION_KEYS: sessionKey, TRUSTED_PROXY_HOPS: '1' },
  };
  const site = await serveBuilt(port, env, copy);
  const command = (...words: string[]) =>
    run('npm', ['run', '--silent', ...words], {
      cwd: copy,
      env: { ...built, ...env },
    });
  const browser = await chromium.launch({ executablePath: findOrInstallChromium() });
  try {
    const url = `http://localhost:${port}`;
    await writeFile(join(copy, 'fonts.csv'), toCSV());
    const { stdout } = await command('import', '--', '--json', 'fonts.csv');
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
    const crawled = await crawl(url, STARTS);
    const failed = [...crawled].filter(([, status]) => status >= 500);
    requireEqual(failed, [], 'Addresses that fail');
    return `${FONTS.length} fonts; ${crawled.size} addresses and ${mailCount} emails without a word of the shipped site file; screens in ${screens}`;
  } finally {
    await browser.close();
    await site.stop();
  }
}

import { textsLanguage } from '@/lib/texts/language';
import { t } from '@/lib/texts/texts';

/** The files that a page of the site shows or runs. */
const FILE =
  /\s(?:src|href)="(\/(?:(?:l\/[\w-]+\/)?_next\/static\/|api\/(?:marks|images|tiles)|icons\.svg|favicon)[^"#]*)/g;
/** The scripts that a page loads after its first paint. */
const LATE_SCRIPTS = /<script id="late-scripts"[^>]*>([^<]*)<\/script>/;
const DATA = /<script id="__NEXT_DATA__"[^>]*>([^<]*)<\/script>/;

const RESULTS_MAX = 50;
/** Deep enough for the products of a list, which lie four levels below the data of the page. */
const LEVELS_MAX = 8;

export type Saved = { name: string; tagline: string; path?: string };

/** The paths, with queries, of the files that a page needs to look like itself. */
export function filesOf(html: string): string[] {
  const shown = [...html.matchAll(FILE)].map(([, path = '']) => path.replaceAll('&amp;', '&'));
  return [...new Set([...shown, ...readStrings(LATE_SCRIPTS.exec(html)?.[1])])];
}

function readStrings(text = '[]'): string[] {
  const parsed: unknown = JSON.parse(text);
  return Array.isArray(parsed) ? parsed.filter((entry) => typeof entry === 'string') : [];
}

type Notice = {
  isOnline: boolean;
  /** When the page was kept, as ISO text. Absent: the page was made here. */
  keptAt?: string;
};

/** The page with a notice at its top that says how old it is. No link comes before the one that skips the header. */
export function withNotice(html: string, { isOnline, keptAt }: Notice): string {
  const cause = isOnline
    ? t('offline.unreachable', "We can't reach the server.")
    : t('offline.noConnection', "You're offline." /* above a page that the browser has saved */);
  const label = t('offline.notice', 'Connection' /* names the notice above a saved page */);
  const action = t('action.tryAgain', 'Try again' /* a button that loads the page again */);
  const notice =
    `<aside class="offline-notice" aria-label="${escapeHTML(label)}"><p><strong>${escapeHTML(cause)}</strong>${ageOf(keptAt)}</p>` +
    `<button type="button">${escapeHTML(action)}</button></aside><script src="/offline.js" async></script>`;
  return html
    .replace('</head>', '<link rel="stylesheet" href="/offline.css"/></head>')
    .replace(/<body[^>]*>/, (body) => body + notice);
}

function ageOf(keptAt: string | undefined): string {
  if (keptAt === undefined) return '';
  const shown = new Date(keptAt).toLocaleString(textsLanguage(), { dateStyle: 'medium', timeStyle: 'short' });
  const time = `<time datetime="${escapeHTML(keptAt)}">${escapeHTML(shown)}</time>`;
  // No text has this sign: the element takes its place once the words around it are escaped.
  const place = '\0';
  const age = t('offline.savedOn', 'This page was saved on {time}, and may be out of date.', { time: place });
  return ` ${escapeHTML(age).replace(place, () => time)}`;
}

type Content = { title: string; body: string };

/** Another page's header and footer around this content, without the scripts that would bring the other page back. */
export function withContent(shell: string, { title, body }: Content): string {
  const main = `<main id="main" tabindex="-1" class="mx-auto w-full max-w-content flex-1 px-4 pb-16 outline-none md:px-6 pt-6 md:pt-8"><article class="offline-page mx-auto max-w-prose"><h1 class="text-2xl font-extrabold sm:text-3xl">${escapeHTML(title)}</h1><div class="prose mt-8">${body}</div></article></main>`;
  return shell
    .replace(LATE_SCRIPTS, '')
    .replace(DATA, '')
    .replace(/<title[^>]*>[^<]*<\/title>/, () => `<title>${escapeHTML(title)}</title>`)
    .replace(/<main\b[^]*<\/main>/, () => main);
}

/** For a browser that keeps no page yet. */
export const emptyShell = () =>
  `<!DOCTYPE html><html lang="${textsLanguage()}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title></title></head><body dir="auto"><main></main></body></html>`;

export const titleOf = (html: string): string =>
  unescapeHTML(/<title[^>]*>([^<]*)/.exec(html)?.[1] ?? '').replace(/ · [^·]*$/, '');

/** The products that kept pages name, with the paths of those whose own page is kept. */
export function readProducts(pages: readonly { url: string; html: string }[]): Saved[] {
  const found = new Map<string, Saved>();
  function add(slug: string, saved: Saved): void {
    const path = saved.path ?? found.get(slug)?.path;
    found.set(slug, { ...saved, ...found.get(slug), path });
  }
  for (const { url, html } of pages) {
    const data: unknown = JSON.parse(DATA.exec(html)?.[1] ?? 'null');
    const isProductPage = isRecord(data) && data.page === '/[noun]/[slug]';
    const own = isProductPage && isRecord(data.query) ? data.query.slug : undefined;
    for (const { slug, ...product } of productsIn(data)) {
      add(slug, { ...product, ...(slug === own && { path: new URL(url).pathname }) });
    }
  }
  return [...found.values()];
}

type Named = { slug: string; name: string; tagline: string };

function productsIn(value: unknown, level = 0): Named[] {
  if (level > LEVELS_MAX || typeof value !== 'object' || value === null) return [];
  const below = Object.values(value).flatMap((each: unknown) => productsIn(each, level + 1));
  if (!isRecord(value)) return below;
  const { slug, name, tagline } = value;
  const isProduct = typeof slug === 'string' && typeof name === 'string' && typeof tagline === 'string';
  return isProduct ? [{ slug, name, tagline }, ...below] : below;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The products whose name or tagline has every word: those with the words in their name first, then those that can be read. */
export function searchProducts(products: readonly Saved[], text: string): Saved[] {
  const words = fold(text)
    .split(/\s+/)
    .filter((word) => word !== '');
  if (words.length === 0) return [];
  const hasAll = (field: string) => words.every((word) => field.includes(word));
  const rank = ({ name, path }: Saved) => (hasAll(fold(name)) ? 2 : 0) + (path === undefined ? 0 : 1);
  return products
    .filter(({ name, tagline }) => hasAll(fold(`${name} ${tagline}`)))
    .sort((a, b) => rank(b) - rank(a))
    .slice(0, RESULTS_MAX);
}

const fold = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

const entities = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#x27;' } as const;
type Special = keyof typeof entities;
const isSpecial = (sign: string): sign is Special => sign in entities;

/** For texts, and values between double quotes. */
export const escapeHTML = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => (isSpecial(sign) ? entities[sign] : sign));

function unescapeHTML(text: string): string {
  return Object.entries(entities).reduceRight((rest, [sign, entity]) => rest.replaceAll(entity, sign), text);
}

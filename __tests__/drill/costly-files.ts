import { encodeText } from './fuzz-requests';
import { fillText, type Making } from './worst-values';

export type Sent = { method: string; path: string; headers?: Record<string, string>; body?: string };

/** Of a running site. */
export type Names = { slugs: readonly string[]; tags: readonly string[]; cursors: readonly string[] };

const get = (path: string, headers?: Record<string, string>): Sent => ({
  method: 'GET',
  path,
  ...(headers && { headers }),
});

/** A text of the recipe within an address, and a number that makes the address a new one. */
const word = (making: Making, nonce: number, charsMax = 400) =>
  encodeText(`${fillText(making, charsMax)} ${nonce}`);
/** Every one of them in turn. */
const nth = (some: readonly string[], nonce: number) =>
  encodeURIComponent(some[nonce % some.length] ?? 'none');

function compared({ slugs }: Names, nonce: number): string {
  const picked = [1, 7, 31, 97].map((step) => slugs[(nonce * step + step) % slugs.length] ?? 'none');
  return encodeURIComponent([...new Set(picked)].toSorted().join('-vs-'));
}

/** A random combination of values of the demo's fields, as a query. */
function filters({ draw }: Making): string {
  const price = ['free', 'free-plan', 'paid'].filter(() => draw.chance(0.5));
  const platform = ['web', 'macos', 'windows', 'linux', 'ios', 'android', 'self-hosted'].filter(() =>
    draw.chance(0.5),
  );
  return [...price.map((value) => `price=${value}`), ...platform.map((value) => `platform=${value}`)].join(
    '&',
  );
}

type Make = (making: Making, nonce: number, names: Names) => Sent;

/** Each page is asked for as HTML, as Markdown and, where there is one, as a feed. */
const PAGES: Record<string, (making: Making, nonce: number, names: Names) => [path: string, query: string]> =
  {
    '/': (making, nonce, { tags }) => ['/', `tag=${nth(tags, nonce)}&${filters(making)}`],
    '/new': (making, nonce, { tags }) => ['/new', `tag=${nth(tags, nonce)}&${filters(making)}`],
    '/top/:period': (making, nonce, { tags }) => [`/top/${making.draw.pick(['day', 'week', 'month', 'all'])}`, `tag=${nth(tags, nonce)}&${filters(making)}`], // prettier-ignore
    '/new?after': (_making, nonce, { cursors }) => ['/new', `after=${nth(cursors, nonce)}`],
    '/search': (making, nonce) => ['/search', `q=${word(making, nonce)}`],
    '/search?q': (making, nonce) => ['/search', `q=${making.draw.pick(['a', 'built a', 'react', 'tool'])}&page=${1 + (nonce % 15)}&order=${making.draw.pick(['upvotes', 'newest', 'best'])}&${filters(making)}`], // prettier-ignore
    '/tool/:slug': (_making, nonce, { slugs }) => [`/tool/${nth(slugs, nonce)}`, ''],
    '/tool/:slug/alternatives': (_making, nonce, { slugs }) => [
      `/tool/${nth(slugs, nonce)}/alternatives`,
      '',
    ],
    '/tool/:unknown': (making, nonce) => [`/tool/${word(making, nonce, 100)}`, ''],
    '/tag/:slug': (making, nonce, { tags }) => [`/tag/${nth(tags, nonce)}`, `sort=${making.draw.pick(['new', 'top', 'hot'])}&${filters(making)}`], // prettier-ignore
    '/tags': () => ['/tags', ''],
    '/compare/:slugs': (_making, nonce, names) => [`/compare/${compared(names, nonce)}`, ''],
    '/u/:handle': (making, nonce) => [`/u/${making.draw.pick(['ada', `x${nonce}`])}`, ''],
    '/ranking': (_making, nonce, { slugs }) => ['/ranking', `of=${nth(slugs, nonce)}`],
    '/report': (_making, nonce, { slugs }) => ['/report', `of=${nth(slugs, nonce)}`],
    '/moderation-log': (making, nonce) => ['/moderation-log', `after=${word(making, nonce)}`],
  };
const FEEDS = ['/', '/top/:period', '/tag/:slug', '/u/:handle', '/search', '/search?q', '/moderation-log'];
const FEED_FILES = ['feed.xml', 'rss.xml', 'feed.json'];

const inPage =
  (make: Make, to: (path: string, making: Making) => string): Make =>
  (making, nonce, names) => {
    const { path } = make(making, nonce, names);
    const [pathname = '', query = ''] = path.split('?');
    return get(`${to(pathname, making)}?${query}`);
  };

const pages = Object.entries(PAGES).map(([name, make]): [string, Make] => [
  `page ${name}`,
  (making, nonce, names) => get(make(making, nonce, names).join('?')),
]);
const markdown = pages.map(([name, make]): [string, Make] => [
  name.replace('page ', '.md '),
  inPage(make, (path) => (path === '/' ? '/index.md' : `${path}.md`)),
]);
const feeds = pages
  .filter(([name]) => FEEDS.some((path) => name === `page ${path}`))
  .map(([name, make]): [string, Make] => [
    name.replace('page ', 'feed '),
    inPage(make, (path, { draw }) => `${path.replace(/\/$/, '')}/${draw.pick(FEED_FILES)}`),
  ]);

const others: Record<string, Make> = {
  '/oembed': (making, nonce, { slugs }) => get(`/oembed?url=${making.draw.chance(0.5) ? encodeURIComponent(`http://localhost/tool/${nth(slugs, nonce)}`) : word(making, nonce, 4_000)}`), // prettier-ignore
  '/listed': (making, nonce) =>
    get(`/listed?url=${word(making, nonce, 3_000)}&text=${word(making, nonce, 500)}`),
  '/badge': (making, nonce, { slugs }) => get(`/badge/tool/${nth(slugs, nonce)}.svg?theme=${making.draw.pick(['auto', 'dark', 'light'])}&size=${making.draw.pick(['small', 'medium', 'large'])}`), // prettier-ignore
  '/embed': (_making, nonce, { slugs }) => get(`/embed/tool/${nth(slugs, nonce)}`),
  '/og/tool': (_making, nonce, { slugs }) => get(`/og/tool/${nth(slugs, nonce)}.png`),
  '/og/tag': (_making, nonce, { tags }) => get(`/og/tag/${nth(tags, nonce)}.png`),
  '/data': ({ draw }, nonce) => get(`/data/${draw.pick(['products.jsonl', 'products.csv', 'awesome.md', 'votes.csv', 'votes/days.txt'])}?x=${nonce}`), // prettier-ignore
  '/sitemaps': ({ draw }, nonce) => get(`/${draw.pick(['sitemap.xml', 'sitemap-pages.xml', 'sitemap-products-1.xml', 'sitemap-tags-1.xml', 'sitemap-alternatives-1.xml'])}?x=${nonce}`), // prettier-ignore
  '/engines': ({ draw }, nonce) => get(`/${draw.pick(['robots.txt', 'llms.txt', 'opensearch.xml', 'manifest.webmanifest', '.well-known/security.txt', 'api/openapi.json', 'api/docs'])}?x=${nonce}`), // prettier-ignore
  '/api/marks': (making, nonce) => get(`/api/marks?of=${Array.from({ length: 50 }, (_, index) => word({ ...making, fill: 0.05 * making.fill }, nonce * 50 + index)).join()}`.slice(0, 12_000).replace(/%.?$/, '')), // prettier-ignore
  '/api/tiles': (making, nonce) => get(`/api/tiles/${word(making, nonce, 2_000)}.svg`),
  '/api/images': (making, nonce) => get(`/api/images/${word(making, nonce, 500)}`),
  '/mcp': (making, nonce) => ({
    ...{ method: 'POST', path: '/mcp' },
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify(
      making.draw.chance(0.1)
        ? Array.from({ length: 100 }, () => message(making, nonce))
        : message(making, nonce),
    ),
  }),
  'unknown path': (making, nonce) => get(`/${word(making, nonce, 3_000)}`),
};

/** What an agent sends to `/mcp`. */
const message = (making: Making, nonce: number) => ({
  ...{ jsonrpc: '2.0', id: nonce },
  method: making.draw.pick(['tools/call', 'tools/call', 'tools/list', 'initialize']),
  params: {
    name: making.draw.pick(['search', 'get', 'list', 'list_alternatives', 'compare', 'list_tags']),
    arguments: {
      ...{ query: `${fillText(making, 500)} ${nonce}`, limit: 50, slug: 'product-1' },
      slugs: ['product-1', 'product-2'],
    },
  },
});

/** What is no call: pages, and files of many formats. */
export const FILE_TARGETS: Record<string, Make> = Object.fromEntries([
  ...pages,
  ...markdown,
  ...feeds,
  ...Object.entries(others),
]);

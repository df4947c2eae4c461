import { parse } from '@/lib/contract/plain/site-color';
import { everyPage } from '../e2e/every-page';
import { foreignTo, hashOf, hasColor, type Look, ourImages } from './two-sites-look';
import { wordsOf } from './font-directory';

const CONCURRENT = 6;
/** Cards take long to draw. */
const CARDS = 150;

/** What says on every site what it runs on, and what its programs are called. */
const PERMITTED = /Runs on Listgrove|listgrove-verification|Listgrove \d+\.\d+\.\d+/g;

const STARTS = [
  ...[
    '/',
    '/new',
    '/top/day',
    '/top/week',
    '/top/month',
    '/top/all',
    '/tags',
    '/compare',
    '/search',
    '/ranking',
  ],
  ...[
    '/search?q=worth',
    '/search?q=zzqq',
    '/listed?url=nowhere.example',
    '/no-such-page',
    '/setup',
    '/newsletter',
  ],
  ...[
    '/privacy',
    '/terms',
    '/support',
    '/developers',
    '/sponsors',
    '/rules',
    '/invitation',
    '/moderation-log',
  ],
  ...['/feed.xml', '/rss.xml', '/feed.json', '/moderation-log/feed.xml', '/search/feed.xml?q=worth'],
  ...['/index.md', '/new.md', '/top/week.md', '/tags.md', '/search.md?q=worth', '/moderation-log.md'],
  ...['/sitemap.xml', '/robots.txt', '/llms.txt', '/opensearch.xml', '/manifest.webmanifest', '/offline.css'],
  ...[
    '/favicon.ico',
    '/favicon.svg',
    '/icon-192.png',
    '/icon-512.png',
    '/icon-maskable-512.png',
    '/icons.svg',
  ],
  ...[
    '/apple-touch-icon.png',
    '/og/home.png',
    '/.well-known/security.txt',
    '/api/openapi.json',
    '/api/fields',
  ],
  ...['/api/filters', '/api/rules', '/api/user/login/identity', '/api/no-such-call', '/mcp'],
];

/** The addresses of a product, beside what its page leads to. */
function addressesOf({ noun, product }: Look, url: string, number: number): string[] {
  const own = `/${noun}/${product.toLowerCase()}-${number}`;
  return [
    ...[
      own,
      `${own}.md`,
      `${own}/alternatives`,
      `${own}/alternatives.md`,
      `/embed${own}`,
      `/badge${own}.svg`,
    ],
    ...[`/oembed?url=${encodeURIComponent(url + own)}`, ...(number <= CARDS ? [`/og${own}.png`] : [])],
    `/api/reports?of=${own.slice(noun.length + 2)}`,
    `/report?of=${own.slice(noun.length + 2)}`,
  ];
}

export type ReadSite = {
  url: string;
  look: Look;
  other: Look;
  /** Of an admin. */
  token: string;
  productCount: number;
};
export type Read = {
  /** How many addresses have answered, by the kind of their content. */
  counts: Map<string, number>;
  /** A line for each foreign word, color or image. */
  hits: string[];
  /** The paths of the images that show the site's mark, by their hash. */
  marks: Map<string, string>;
  /** How many texts name the site and its color, and how many images have the color of its logo: what is looked for is there. */
  own: { names: number; colors: number; logos: number };
};

/** Asks for the starts, for all of each product and for what these lead to, at most `limit` addresses. */
export async function readSite(site: ReadSite, limit: number): Promise<Read> {
  const { url, look, other, token } = site;
  const foreign = foreignTo(other);
  const read: Read = {
    counts: new Map(),
    hits: [],
    marks: new Map(),
    own: { names: 0, colors: 0, logos: 0 },
  };
  const products = Array.from({ length: site.productCount }, (_, index) => addressesOf(look, url, index + 1));
  const pages = pagesOf(look);
  const members = pages.filter(({ isPrivate }) => isPrivate).map(({ path }) => path);
  const queue = [...STARTS, ...pages.map(({ path }) => path), ...products.flat()];
  const known = new Set(queue);
  const follow = (found: string, from: string) => {
    const link = found.replaceAll('&amp;', '&');
    if (!URL.canParse(link, url + from)) return;
    const { origin, pathname, search } = new URL(link, url + from);
    // Code and styles are the same for all sites. There is any number of combinations of filters.
    const isOther = origin !== url || search.includes('&') || /^\/(?:_next|api\/user)/.test(pathname);
    if (isOther || /[{}]|%7B/i.test(pathname) || known.has(pathname + search)) return;
    if (pathname.startsWith('/og/') || known.size >= limit) return;
    known.add(pathname + search);
    queue.push(pathname + search);
  };
  const check = (text: string, path: string, ...patterns: readonly RegExp[]) => {
    const said = text.replaceAll(PERMITTED, '');
    for (const pattern of patterns) {
      const at = said.search(pattern);
      if (at >= 0)
        read.hits.push(
          `${look.name}${path}: …${said.slice(Math.max(0, at - 60), at + 60).replace(/\s+/g, ' ')}…`,
        );
    }
  };
  const ask = async (path: string) => {
    const isPrivate = members.includes(path);
    const headers: Record<string, string> = isPrivate
      ? { cookie: `encrypted_token=${token}`, accessToken: `Bearer ${token}` }
      : {};
    const response = await fetch(url + path, { headers, redirect: 'manual' });
    const type = (response.headers.get('content-type') ?? '').replace(/;.*/s, '');
    read.counts.set(type, (read.counts.get(type) ?? 0) + 1);
    if (isPrivate && response.status === 404) read.hits.push(`${look.name}${path} is closed to the admin`);
    if (response.status >= 500) read.hits.push(`${look.name}${path} answers ${response.status}`);
    const bytes = Buffer.from(await response.arrayBuffer());
    check(
      [...response.headers].map((header) => header.join(': ')).join('\n'),
      `${path}, headers`,
      foreign.words,
      foreign.colors,
    );
    if (/^image\//.test(type)) {
      const hash = hashOf(bytes);
      const ours = ourImages.get(hash);
      if (ours !== undefined) read.hits.push(`${look.name}${path} is ${ours}`);
      if (STARTS.includes(path) || /mark\.webp$/.test(path)) read.marks.set(hash, path);
      if (type === 'image/png' && (await hasColor(bytes, [Buffer.from(parse(look.logoColor))])))
        read.own.logos += 1;
      if (type === 'image/png' && (await hasColor(bytes, foreign.pixels)))
        read.hits.push(`${look.name}${path} has a color of another site`);
    }
    if (!/^text\/|json|xml|javascript/.test(type)) return;
    const text = bytes.toString('utf8');
    if (text.includes(look.name)) read.own.names += 1;
    if (text.includes(look.color)) read.own.colors += 1;
    check(wordsOf(text), path, foreign.words);
    check(text, path, foreign.colors);
    const links = text.matchAll(
      /(?:href|src|action|url|content)=["']([^"'\s]+)|<loc>([^<]+)|"(\/[^"\\\s]*)"/g,
    );
    for (const [, attribute, location, property] of links)
      follow(attribute ?? location ?? property ?? '', path);
  };
  const work = async () => {
    for (let path = queue.shift(); path !== undefined; path = queue.shift()) await ask(path);
  };
  if (queue.length > limit) queue.splice(limit);
  while (queue.length > 0) await Promise.all(Array.from({ length: CONCURRENT }, work));
  return read;
}

/** The pages of `pages/`, with the names of this site in place of those of the demo. */
function pagesOf({ noun, product, tags: [tag] }: Look): { path: string; isPrivate: boolean }[] {
  const slug = (number: number) => `${product.toLowerCase()}-${number}`;
  return everyPage().map(({ path, as }) => ({
    path: path
      .replace('/tool/', `/${noun}/`)
      .replace('react-vs-svelte', `${slug(1)}-vs-${slug(2)}`)
      .replace(/\breact\b/, slug(1))
      .replace(/javascript/i, tag.toLowerCase())
      .replace('/u/ada-birch', '/u/drill-1'),
    isPrivate: as !== undefined,
  }));
}

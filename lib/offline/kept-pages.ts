import { KEPT } from './forget-kept-pages';
import { filesOf } from './offline-html';

/** The last number changes with what the caches contain: a worker deletes those of every other version. */
const PAGES = `${KEPT}pages-1`;
const FILES = `${KEPT}files-1`;
const KEPT_AT = 'x-kept-at';

/** A page of a list has about 70 KB, so that these take about 3 MB, and their files as much. */
const PAGES_MAX = 40;

/** The files of the notice that every kept page shows. */
const OWN_FILES = ['/offline.css', '/offline.js', '/icons.svg', '/favicon.ico'];

/** Headers that describe the body as it was received. The body that is shown has a notice in it. */
const BODY_HEADERS = ['content-encoding', 'content-length', 'etag', 'vary'];

export type KeptPage = { url: string; html: string; keptAt: string; headers: Headers };

export async function keepOwnFiles(): Promise<void> {
  await (await caches.open(FILES)).addAll(OWN_FILES);
}

export async function deleteOtherVersions(): Promise<void> {
  for (const name of await caches.keys()) {
    if (name.startsWith(KEPT) && name !== PAGES && name !== FILES) await caches.delete(name);
  }
}

/** Keeps a page that is the same for everyone, with the files that it shows, and drops one that is gone. */
export async function keepPage(url: string, response: Response): Promise<void> {
  const pages = await caches.open(PAGES);
  if (response.status === 404 || response.status === 410) {
    await pages.delete(url);
    return;
  }
  if (!isForEveryone(response)) return;
  const html = await response.text();
  const headers = new Headers(response.headers);
  for (const name of BODY_HEADERS) headers.delete(name);
  headers.set(KEPT_AT, new Date().toISOString());
  // The newest last: a cache lists its entries in the order in which they were added.
  await pages.delete(url);
  await pages.put(url, new Response(html, { headers }));
  await keepFiles(filesOf(html));
  await dropOldPages(pages);
}

/** Keeps a page that was shown without a navigation. Never rejects. */
export async function keepLater(href: string): Promise<void> {
  const url = keptURL(href);
  if (url === undefined) return;
  await fetch(url, { credentials: 'omit', cache: 'no-cache' }).then(
    (response) => keepPage(url, response),
    () => undefined,
  );
}

const isForEveryone = ({ status, redirected, type, headers }: Response) =>
  status === 200 &&
  !redirected &&
  type === 'basic' &&
  /\bpublic\b/.test(headers.get('cache-control') ?? '') &&
  (headers.get('content-type') ?? '').startsWith('text/html');

async function keepFiles(paths: readonly string[]): Promise<void> {
  const files = await caches.open(FILES);
  await Promise.all(
    paths.map(async (path) => {
      if (await files.match(path)) return;
      const response = await fetch(path);
      if (response.ok) await files.put(path, response);
    }),
  );
}

async function dropOldPages(pages: Cache): Promise<void> {
  const surplus = (await pages.keys()).slice(0, -PAGES_MAX);
  if (surplus.length === 0) return;
  for (const request of surplus) await pages.delete(request);
  const used = new Set(OWN_FILES);
  for (const { html } of await listPages()) for (const path of filesOf(html)) used.add(path);
  const files = await caches.open(FILES);
  for (const request of await files.keys()) {
    const { pathname, search } = new URL(request.url);
    if (!used.has(pathname + search)) await files.delete(request);
  }
}

/** All pages that are kept, the last visited first. */
export async function listPages(): Promise<KeptPage[]> {
  const pages = await caches.open(PAGES);
  const kept = await Promise.all((await pages.keys()).map(({ url }) => findPage(url)));
  return kept.flatMap((page) => page ?? []).reverse();
}

export async function findPage(url: string): Promise<KeptPage | undefined> {
  const response = await (await caches.open(PAGES)).match(url);
  if (!response) return undefined;
  const { headers } = response;
  return { url, html: await response.text(), keptAt: headers.get(KEPT_AT) ?? '', headers };
}

/** A file of a page from the network. From the cache if there is no network, or if a new build no longer has the file. */
export async function fetchFile(request: Request): Promise<Response> {
  try {
    const response = await fetch(request);
    return response.status === 404 ? ((await findFile(request)) ?? response) : response;
  } catch {
    return (await findFile(request)) ?? Response.error();
  }
}

const findFile = async (request: Request) => (await caches.open(FILES)).match(request);

/** Calls, and URLs that answer no page. */
const CALL = /^\/(api|1|mcp)(\/|$)/;
/** The pages of members, pages with a token in their URL, and search, whose words are private. */
const NEVER_KEPT = /^\/(account|invitation|moderation|newsletter|search)(\/|$)/;
/** Next.js adds the variable parts of a path to the query of a page's data. */
const PATH_PARAMETERS = ['noun', 'slug', 'slugs', 'period', 'handle'];

/** The URL that a page is kept under, without its fragment. Undefined: the page is not kept. */
export function keptURL(href: string): string | undefined {
  const url = new URL(href);
  url.hash = '';
  return !CALL.test(url.pathname) && !NEVER_KEPT.test(url.pathname) ? url.href : undefined;
}

/** The URL of the page whose data a link within the site asks for. Undefined: this asks for something else. */
export function pageOfData(href: string): string | undefined {
  const { origin, pathname, searchParams } = new URL(href);
  const [, path] = /^\/_next\/data\/[^/]+(\/.*)\.json$/.exec(pathname) ?? [];
  if (path === undefined) return undefined;
  for (const name of PATH_PARAMETERS) searchParams.delete(name);
  const query = searchParams.size > 0 ? `?${searchParams.toString()}` : '';
  return origin + (path === '/index' ? '/' : path) + query;
}

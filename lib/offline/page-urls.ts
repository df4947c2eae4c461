/** Calls, and addresses that answer no page. */
const CALL = /^\/(api|1|mcp)(\/|$)/;
/** The pages of members, pages with a token in their address, and search, whose words are nobody else's business. */
const NEVER_KEPT = /^\/(account|invitation|moderation|newsletter|search)(\/|$)/;
/** Next.js adds the variable parts of a path to the query of a page's data. */
const PATH_PARAMETERS = ['noun', 'slug', 'slugs', 'period', 'handle'];

/** The URL that a page is kept under, without its fragment. Undefined: the page is not kept. */
export function keptURL(address: string): string | undefined {
  const url = new URL(address);
  url.hash = '';
  return !CALL.test(url.pathname) && !NEVER_KEPT.test(url.pathname) ? url.href : undefined;
}

/** The URL of the page whose data a link within the site asks for. Undefined: this asks for something else. */
export function pageOfData(address: string): string | undefined {
  const { origin, pathname, searchParams } = new URL(address);
  const [, path] = /^\/_next\/data\/[^/]+(\/.*)\.json$/.exec(pathname) ?? [];
  if (path === undefined) return undefined;
  for (const name of PATH_PARAMETERS) searchParams.delete(name);
  const query = searchParams.size > 0 ? `?${searchParams.toString()}` : '';
  return origin + (path === '/index' ? '/' : path) + query;
}

import type { CursorSigner } from '@/server/http/cursor-signer';

/** A page as a cache knows it: one key for all spellings of one URL. */
export type PageKey =
  | {
      kind: 'page';
      /** Path and query as the page is rendered from them. */
      target: string;
      /** The path of the page, also when the data of the page is asked for. */
      path: string;
      /** One of the pages that anybody can ask for in any number. */
      isDeep: boolean;
      /** Rendered by the build. */
      isBuilt: boolean;
    }
  /** Another URL, which the browser is told: for good if it is another spelling of the same page. */
  | { kind: 'redirect'; status: 307 | 308; location: string };

/** What a page reads of its query, in this order. Everything else is dropped. */
type PageRule = { pattern: RegExp; parameters: readonly string[] };

const deepParameters: ReadonlySet<string> = new Set(['after', 'page', 'q']);
/** Longer values are no cursors, tags or queries. */
const VALUE_CHARS_MAX = 512;

export type PageKeyReader = (target: string) => PageKey | undefined;

type SiteOptions = {
  /** Of the data of pages: `/_next/data/<build>/…`. */
  buildId: string;
  /** The first part of the paths of products. */
  noun: string;
  /** The paths of the pages that the build has rendered. */
  builtPages: readonly string[];
  /** Whether no page has this path. */
  isMissing: (path: string) => boolean;
  checkCursor: CursorSigner['check'];
};

/** Every path without a page has the same answer. */
const MISSING = { kind: 'page', target: '/404', isDeep: false, isBuilt: true } as const;

/** Every page after a cursor that this site has not issued has the same answer. */
const DAMAGED_CURSOR = 'after=damaged';

/**
 * Reads the key of a request's target. Undefined for everything that is no page the same for everyone, and for paths
 * that are written so oddly that Next.js is to answer them.
 */
export function createPageKeyReader({
  buildId,
  noun,
  builtPages,
  isMissing,
  checkCursor,
}: SiteOptions): PageKeyReader {
  const rules: readonly PageRule[] = [
    { pattern: /^\/(new|top\/(day|week|month|all))?$/, parameters: ['tag', 'after'] },
    { pattern: /^\/tag\/[^/]+$/, parameters: ['sort', 'period', 'after'] },
    { pattern: /^\/tags$/, parameters: [] },
    { pattern: /^\/search$/, parameters: ['q', 'tag', 'page'] },
    { pattern: /^\/u\/[^/]+$/, parameters: ['after'] },
  ];
  const built = new Set(builtPages);
  const dataPrefix = `/_next/data/${buildId}`;

  const productPrefix = `/${encodeURIComponent(noun)}/`;
  const isProduct = (path: string) =>
    path.startsWith(productPrefix) &&
    path.length > productPrefix.length &&
    !path.includes('/', productPrefix.length);
  const parametersOf = (path: string) =>
    built.has(path) || isProduct(path) ? [] : rules.find(({ pattern }) => pattern.test(path))?.parameters;

  return (target) => {
    const [written = '', query] = target.split(/\?(.*)/s, 2);
    const isData = written.startsWith(`${dataPrefix}/`) && written.endsWith('.json');
    if (!isData && written.startsWith('/_next/')) return undefined;
    const plain = isData ? written.slice(dataPrefix.length, -'.json'.length) : written;
    const shortened = plain.replace(/\/{2,}/g, '/').replace(/(?<=.)\/$/, '');
    const path = canonicalPath(isData && shortened === '/index' ? '/' : shortened);
    if (path === undefined) return undefined;
    if (shortened !== plain) {
      return isData
        ? undefined
        : {
            kind: 'redirect',
            status: 308,
            location: query === undefined ? shortened : `${shortened}?${query}`,
          };
    }
    const names = parametersOf(path);
    if (!names)
      return isData || path.startsWith('/_next/') || !isMissing(path) ? undefined : { ...MISSING, path };
    const given = new URLSearchParams(query);
    const kept = new URLSearchParams();
    for (const name of names) {
      const value = given.get(name);
      if (value) kept.set(name, value.slice(0, VALUE_CHARS_MAX));
    }
    const cursor = kept.get('after');
    const state = cursor === null ? 'signed' : checkCursor(cursor);
    if (state === 'unsigned' && !isData) {
      kept.delete('after');
      return { kind: 'redirect', status: 307, location: withQuery(path, kept) };
    }
    const pagePath = (path: string) =>
      isData ? `${dataPrefix}${path === '/' ? '/index' : path}.json` : path;
    return {
      kind: 'page',
      path,
      target: state === 'signed' ? withQuery(pagePath(path), kept) : `${pagePath('/')}?${DAMAGED_CURSOR}`,
      isDeep: [...kept.keys()].some((name) => deepParameters.has(name)),
      isBuilt: built.has(path),
    };
  };
}

const withQuery = (path: string, query: URLSearchParams) =>
  query.size > 0 ? `${path}?${query.toString()}` : path;

/**
 * Each part of the path decoded and encoded again, so that `%64atadog` is `datadog`. Undefined for paths with dots as
 * parts, backslashes, encoded slashes or damaged encodings.
 */
function canonicalPath(path: string): string | undefined {
  try {
    const parts = path.split('/').map(decodeURIComponent);
    if (parts.some((part) => part === '.' || part === '..' || /[/\\\p{Cc}]/u.test(part))) return undefined;
    return parts.map(encodeURIComponent).join('/');
  } catch {
    return undefined;
  }
}

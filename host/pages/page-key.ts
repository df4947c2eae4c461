import { ERROR_STATUS } from '@/lib/contract/errors';
import {
  encodeQuery,
  type Filter,
  type FilterField,
  filterParameters,
  isOneChoice,
  RANGE_ENDS,
  readFilters,
  writeFilters,
} from '@/lib/contract/plain/filters';
import { SEARCH_ORDERS } from '@/lib/contract/plain/site';
import { PRODUCT_SORTS, TOP_PERIODS } from '@/lib/contract/product';
import { SEARCH_LIMITS } from '@/lib/contract/search';
import { SUBMISSION_STATUSES } from '@/lib/contract/submission';
import { SECTION_NAMES } from '@/lib/pages/moderation-sections';
import type { CursorSigner } from '@/server/http/derived-keys';

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
      /** Made from nothing that changes while the process runs. */
      isFixed: boolean;
      /** One of the few pages that every site has. */
      isCommon: boolean;
      /** There is no such page, but the system that was here before may have had one. */
      mayBeOld?: boolean;
    }
  /** Another URL, which the browser is told: for good if it is another spelling of the same page. */
  | { kind: 'redirect'; status: 307 | 308; location: string };

type PageRule = {
  pattern: RegExp;
  /** What the page reads of its query, in this order, and the one value for all that it takes alike. Everything else is dropped. */
  parameters: Readonly<Record<string, (value: string) => string | undefined>>;
  isFixed?: boolean;
  /** The page is a list that can be filtered by declared fields. */
  isFiltered?: boolean;
  /** Its path contains a name, so that there can be any number of such pages. */
  hasName?: boolean;
  /** Anybody can ask for any number of such pages, without parameters. */
  isDeep?: boolean;
  /** With one of these parameters, the page is for one person. */
  personal?: readonly string[];
};

const deepParameters: ReadonlySet<string> = new Set(['after', 'page', 'q', 'of', 'a', 'b', 'c', 'd']);
/** Longer values are no cursors, tags or queries. */
const VALUE_CHARS_MAX = 512;
/** No slug or handle is longer, and no comparison of four products. */
const NAME_CHARS_MAX = 400;

const text = (value: string) => value.slice(0, VALUE_CHARS_MAX);
const oneOf =
  (known: readonly string[], other?: string) =>
  (value: string): string | undefined =>
    known.includes(value) ? value : other;
const pageNumber = (value: string) => {
  const page = Number(value);
  const isPage = Number.isInteger(page) && page > 1 && page <= SEARCH_LIMITS.paginationLimitedTo;
  return isPage ? String(page) : undefined;
};
const errorCode = oneOf(Object.keys(ERROR_STATUS), 'internal');

const rules: readonly PageRule[] = [
  {
    pattern: /^\/(new|top\/(day|week|month|all))?$/,
    parameters: { tag: text, after: text },
    isFiltered: true,
  },
  {
    pattern: /^\/tag\/[^/]+$/,
    // There is no page in an unknown order.
    parameters: { sort: oneOf(PRODUCT_SORTS, 'other'), period: oneOf(TOP_PERIODS, 'other'), after: text },
    isFiltered: true,
    hasName: true,
  },
  { pattern: /^\/(tags|developers|sponsors|rules)$/, parameters: {} },
  { pattern: /^\/ranking$/, parameters: { of: text } },
  { pattern: /^\/report$/, parameters: { of: text, sent: oneOf(['1']), error: errorCode } },
  { pattern: /^\/compare$/, parameters: { a: text, b: text, c: text, d: text, more: oneOf(['1']) } },
  // There are more sets of products than products.
  { pattern: /^\/compare\/[^/]+$/, parameters: {}, hasName: true, isDeep: true },
  {
    pattern: /^\/search$/,
    parameters: {
      q: text,
      tag: text,
      order: oneOf(SEARCH_ORDERS.filter((order) => order !== 'best')),
      page: pageNumber,
    },
    isFiltered: true,
  },
  { pattern: /^\/moderation-log$/, parameters: { after: text } },
  { pattern: /^\/u\/[^/]+$/, parameters: { after: text }, hasName: true },
  {
    pattern: /^\/(privacy|terms|invitation|setup|account\/(settings|bookmarks)|moderation)$/,
    ...{ parameters: {}, isFixed: true },
  },
  {
    pattern: new RegExp(`^/moderation/(history|${SECTION_NAMES.join('|')})$`),
    ...{ parameters: {}, isFixed: true, personal: ['id', 'group'] },
  },
  { pattern: /^\/account\/profile$/, parameters: { status: oneOf(SUBMISSION_STATUSES) }, isFixed: true },
  { pattern: /^\/account\/submit$/, parameters: {}, isFixed: true, personal: ['id', 'url', 'name'] },
  { pattern: /^\/support$/, parameters: { sent: oneOf(['1']), error: errorCode }, isFixed: true },
  {
    pattern: /^\/newsletter$/,
    parameters: {
      error: errorCode,
      state: oneOf(['sent', 'confirmed', 'chosen', 'unchosen', 'unsubscribed']),
    },
    isFixed: true,
    personal: ['token', 'preferences', 'unsubscribe'],
  },
];

export type PageKeyReader = (target: string) => PageKey | undefined;

type SiteOptions = {
  /** Of the data of pages: `/_next/data/<build>/…`. */
  buildId: string;
  /** The first part of the paths of products. A setting may change it. */
  noun: () => string;
  /** Whether the owner has written the page with this path. */
  isOwnPage?: (path: string) => boolean;
  isMissing: (path: string) => boolean;
  checkCursor: CursorSigner['check'];
  filterFields: readonly FilterField[];
};

/** Every path without a page has the same answer. */
const MISSING = { kind: 'page', target: '/404', isDeep: false, isFixed: true, isCommon: true } as const;

/** Every page after a cursor that this site has not issued has the same answer. */
const DAMAGED_CURSOR = 'after=damaged';

/** Reads the key of a request's target. Undefined for everything that is not the same for everyone, or no page. */
export function createPageKeyReader({
  buildId,
  noun,
  isOwnPage = () => false,
  isMissing,
  checkCursor,
  filterFields,
}: SiteOptions): PageKeyReader {
  const dataPrefix = `/_next/data/${buildId}`;

  const isProduct = (path: string) => {
    const prefix = `/${encodeURIComponent(noun())}/`;
    return path.startsWith(prefix) && path.length > prefix.length && !path.includes('/', prefix.length);
  };
  const ruleOf = (path: string): Omit<PageRule, 'pattern'> | undefined => {
    const [subject, rest] = path.split(/(\/alternatives)$/, 2);
    if (rest !== undefined && isProduct(subject ?? ''))
      return { parameters: { after: text }, isFiltered: true, hasName: true };
    return isProduct(path)
      ? { parameters: {}, hasName: true }
      : (rules.find(({ pattern }) => pattern.test(path)) ??
          (isOwnPage(path) ? { parameters: {} } : undefined));
  };

  return (target) => {
    const [written = '', query] = target.split(/\?(.*)/s, 2);
    const isData = written.startsWith(`${dataPrefix}/`) && written.endsWith('.json');
    if (!isData && written.startsWith('/_next/')) {
      // What is not in memory may still be a file.
      return written.startsWith('/_next/static/') ? undefined : { ...MISSING, path: written };
    }
    const plain = isData ? written.slice(dataPrefix.length, -'.json'.length) : written;
    const shortened = plain.replace(/\/{2,}/g, '/').replace(/(?<=.)\/$/, '');
    const path = canonicalPath(isData && shortened === '/index' ? '/' : shortened);
    if (path === undefined || (isData && shortened !== plain)) return { ...MISSING, path: written };
    if (shortened !== plain) {
      const location = query === undefined ? shortened : `${shortened}?${query}`;
      return { kind: 'redirect', status: 308, location };
    }
    const rule = ruleOf(path);
    if (!rule) return isData || isMissing(path) ? { ...MISSING, path, mayBeOld: !isData } : undefined;
    const given = new URLSearchParams(query);
    if (rule.personal?.some((name) => given.has(name))) return undefined;
    const kept = new URLSearchParams();
    for (const [name, read] of Object.entries(rule.parameters)) {
      const value = given.get(name);
      const taken = value ? read(value) : undefined;
      if (taken) kept.set(name, taken);
    }
    const cursor = kept.get('after');
    const filters = rule.isFiltered ? readFilters(filterFields, (key) => given.getAll(key)) : [];
    if (filters.length > 0) {
      kept.delete('after');
      for (const [key, value] of filterParameters(filters)) kept.set(key, value);
      if (cursor !== null) kept.set('after', cursor);
      if (!isData && 'after' in rule.parameters && !isSpelledAs(query, filters))
        return { kind: 'redirect', status: 308, location: withQuery(path, kept) };
    }
    const cursorState = cursor === null ? 'signed' : checkCursor(cursor);
    if (cursorState === 'unsigned' && !isData) {
      kept.delete('after');
      return { kind: 'redirect', status: 307, location: withQuery(path, kept) };
    }
    const pagePath = (path: string) =>
      isData ? `${dataPrefix}${path === '/' ? '/index' : path}.json` : path;
    return {
      kind: 'page',
      path,
      target:
        cursorState === 'signed' ? withQuery(pagePath(path), kept) : `${pagePath('/')}?${DAMAGED_CURSOR}`,
      isDeep:
        rule.isDeep === true ||
        isOneOfMany(filters, filterFields) ||
        [...kept.keys()].some((name) => deepParameters.has(name)),
      isFixed: rule.isFixed ?? false,
      isCommon: cursorState !== 'signed' || rule.isFixed === true || (!rule.hasName && kept.size === 0),
    };
  };
}

const withQuery = (path: string, query: URLSearchParams) =>
  query.size > 0 ? `${path}?${encodeQuery(query)}` : path;

/** Whether a query names the fields of the filters in the order and spelling of `writeFilters`. */
function isSpelledAs(query: string | undefined, filters: readonly Filter[]): boolean {
  const keys = new Set(filters.flatMap(({ key }) => [key, ...RANGE_ENDS.map((end) => `${key}.${end}`)]));
  const named = [...new URLSearchParams(query)].filter(([name]) => keys.has(name));
  return encodeQuery(named) === writeFilters(filters);
}

/** There is a page for each choice, but any number of pages for combinations, ranges and texts. */
const isOneOfMany = (filters: readonly Filter[], fields: readonly FilterField[]): boolean =>
  filters.length > 0 && !isOneChoice(fields, filters);

/** The path with each part decoded and encoded again, so that `%64atadog` is `datadog`. Undefined for paths that no page has: too long names, dots as parts, backslashes, encoded slashes, damaged encodings. */
function canonicalPath(path: string): string | undefined {
  try {
    const parts = path.split('/').map(decodeURIComponent);
    const isOdd = (part: string) => part === '.' || part === '..' || /[/\\\p{Cc}]/u.test(part);
    if (parts.some((part) => part.length > NAME_CHARS_MAX || isOdd(part))) return undefined;
    return parts.map(encodeURIComponent).join('/');
  } catch {
    return undefined;
  }
}

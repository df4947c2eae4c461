/**
 * The configured noun as part of a URL and as the prefix of the search index: lower case, words joined by hyphens.
 * `"Component library"` becomes `component-library`.
 */
export function nounSlug(noun: string): string {
  return noun
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
}

/** Where a sign-in leads when no other destination was intended. */
export const DEFAULT_DESTINATION = '/account/bookmarks';

/** The query parameter in which a failed redirect sign-in returns to the site, with a key of `SIGN_IN_FAILURES`. */
export const SIGN_IN_FAILURE_PARAM = 'loginFailure';

/** The orders of search results. Each order but the first has a separate index name, like a replica in Algolia. */
export const SEARCH_ORDERS = ['best', 'upvotes', 'newest'] as const;
export type SearchOrder = (typeof SEARCH_ORDERS)[number];

export const searchIndexName = (noun: string, order: SearchOrder = 'best') =>
  `${nounSlug(noun)}-fyi${order === 'best' ? '' : `-${order}`}`;

/** The path of a product's page, for links, search hits, feeds and redirects. */
export const productPathFor = (noun: string, slug: string) =>
  `/${nounSlug(noun)}/${encodeURIComponent(slug)}`;

/** The size of cards, the images that represent a page where its link is shared. */
export const CARD_PX = { width: 1_200, height: 630 } as const;

/** @param path of a page that has a card: the home page, a tag's or a product's. */
export const cardPathFor = (path: string) => `/og${path === '/' ? '/home' : path}.png`;

export const COMPARED_MAX = 4;

/** The page of a tag with fewer products is too thin for search engines. */
export const INDEXED_TAG_PRODUCTS_MIN = 3;

/** The newest products of a list, for feed readers: the files below the list's path, and their media types. */
export const FEED_TYPES = {
  'feed.xml': 'application/atom+xml',
  'rss.xml': 'application/rss+xml',
  'feed.json': 'application/feed+json',
} as const;
export type FeedFile = keyof typeof FEED_TYPES;
export const FEED_FILES: readonly FeedFile[] = ['feed.xml', 'rss.xml', 'feed.json'];

/** @param listPath the path of a list, with its query. */
export function feedPath(listPath: string, file: FeedFile = 'feed.xml'): string {
  const [path = '', query] = listPath.split(/\?(.*)/s, 2);
  return `${path.replace(/\/$/, '')}/${file}${query === undefined ? '' : `?${query}`}`;
}

/** Where a page is as Markdown. @param path of the page, with its query. */
export function markdownPath(path: string): string {
  const [page = '', query] = path.split(/\?(.*)/s, 2);
  return `${page === '/' ? '/index' : page}.md${query === undefined ? '' : `?${query}`}`;
}

export type SiteLink = { label: string; url: string };

/**
 * Reads a JSON list of links.
 *
 * @param labelKey the key of a link's label: `[{"<labelKey>": "…", "url": "…"}]`.
 * @throws Error naming the variable if the text is anything else. A typo must not pass as an empty list.
 */
export function parseLinks(variable: string, text: string, labelKey: 'name' | 'text'): SiteLink[] {
  const expected = `${variable} must be a JSON list like [{"${labelKey}": "…", "url": "https://…"}]`;
  let entries: unknown;
  try {
    entries = JSON.parse(text);
  } catch {
    throw new Error(expected);
  }
  if (!Array.isArray(entries)) throw new Error(expected);
  return entries.map((entry: unknown) => {
    const values = new Map<string, unknown>(Object.entries(entry ?? {}));
    const [label, url] = [values.get(labelKey), values.get('url')];
    if (typeof label !== 'string' || typeof url !== 'string' || !/^(https?:\/\/|mailto:|\/)/.test(url)) {
      throw new Error(expected);
    }
    return { label, url };
  });
}

export type Sponsor = {
  name: string;
  text: string;
  url: string;
  /** The first and the last day of the place, in UTC: 2026-12-01. */
  from: string;
  until: string;
};

/** A link of the owner's in the footer; with `isTop`, in the header, too. */
export type PlacedLink = { href: string; label: string; isTop?: true };

/** What the site's owner announces and links to, who sponsors the site, and what moderators have stopped, at one moment. */
export type Notices = {
  promos: readonly SiteLink[];
  sponsors: readonly Sponsor[];
  /** Absent if there are none. */
  links?: readonly PlacedLink[];
  /** What moderators have stopped for now, in sentences. Absent if nothing. */
  stopped?: string;
};

export const SESSION_LIMITS = {
  /** How long a session lasts, in the database and in the cookie. */
  days: 30,
  /** How long after a sign-in the session may make the calls that need a fresh one. */
  freshMinutes: 5,
  userAgentCharsMax: 300,
} as const;

/** The cookie that stores the session token between visits. Only the header `accessToken` authorizes a call. */
export const SESSION_COOKIE = { name: 'encrypted_token', path: '/' } as const;

/** The submitter of products whose account was deleted, as it is stored. The handle is reserved; `formerMember` says the name. */
export const FORMER_MEMBER = { handle: 'former-member', name: 'a former member' } as const;

/** The shared row of all former members has no profile, and no handle contains characters that the database refuses. */
export const hasNoProfile = (handle: string): boolean =>
  handle === FORMER_MEMBER.handle || /[\p{Cc}\p{Cs}]/u.test(handle);

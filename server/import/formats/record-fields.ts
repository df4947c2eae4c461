import { type ImportLine, entry, skipped } from './import-line';
import { cleanLabel, cleanText } from './clean-text';
import { SECOND_MS } from '@/lib/contract/plain/durations';
import { isAboutProduct, isRepository } from '@/server/web/host-identity';
import { linksInText } from './text-links';
import { nameFromURL, readWebURL } from './web-url';
import { text } from '@/lib/texts/texts';

export type Field = 'name' | 'url' | 'text' | 'details' | 'tags' | 'date' | 'oldPath';

const names = (text: string): readonly string[] => text.trim().split(/\s+/);

/** Names of links to the source code: taken for the link of a record only if it has no other. */
const REPOSITORY_NAMES = names(`
  repository repositoryurl repo repourl github githuburl githubrepo githublink gitlab codeberg git giturl source
  sourcecode sourcecodeurl sourcecodelink code vcs`);

/** Names of fields in files, best first. Compared in lower case, letters only. */
const FIELD_NAMES: Record<Field, readonly string[]> = {
  name: names(`
    name title product productname tool toolname project projectname label app appname resource item site sitename
    company service package repo displayname heading bookmark`),
  url: [
    ...names(`
      url link href website websiteurl address homepage homepageurl siteurl uri web producturl toolurl site webaddress
      weburl websitelink landingurl landingpage externalurl officialsite officialwebsite givenurl resolvedurl pageurl
      itemurl projecturl appurl sourceurl htmlurl`),
    ...REPOSITORY_NAMES,
  ],
  text: names(`
    tagline summary shortdescription subtitle extended description desc text about excerpt blurb notes note comment
    abstract content details selection`),
  details: names(`description longdescription desc body details content about fulldescription notes note`),
  tags: names(`
    tags tag tagnames categories category topics topic keywords labels section group folder folders collection
    collections type types subcategory`),
  date: names(`
    listedat listed approvedat approved addedat addedon dateadded adddate added timeadded savedat publishedat publishedon
    published createdat createdon datecreated created createdtime date time timestamp`),
  // Links to other systems have the same names, so a person has to say it.
  oldPath: [],
};

export const fieldKey = (name: string): string => name.toLowerCase().replace(/[^\p{L}]+/gu, '');

const URL_NAMES: ReadonlySet<string> = new Set(FIELD_NAMES.url);

const KNOWN_NAMES: ReadonlySet<string> = new Set(Object.values(FIELD_NAMES).flat());

/** Whether files commonly name a column or key like this. */
export const isKnownName = (name: string): boolean => KNOWN_NAMES.has(fieldKey(name));

/** Whether a column or key of this name has neither names nor texts. */
export const isAsideName = (name: string): boolean =>
  /[_ -](?:id|slug)$|[a-z]I[dD]$/.test(name) ||
  /^(?:id|slug|uid|uuid|key|price|pricing|status|license|licence|stars|rank|language|country|email|color|version|votes|upvotes|private|public|shared|visibility|favou?rite|highlights)$/.test(
    fieldKey(name),
  );

/** Whether a column or key of this name may hold the link. */
export const isLinkName = (name: string): boolean => URL_NAMES.has(fieldKey(name));

export const isRepositoryName = (name: string): boolean => REPOSITORY_NAMES.includes(fieldKey(name));

/** Pictures, people and feeds: what a record may link to without being found there. */
const SIDE_NAMES =
  /ima?ge?s?$|logo|icon|avatar|pict|photo|screenshot|thumb|cover|banner|badge|video|feed|rss|xmlurl|author|owner|user|maker|maintainer|creator|submitter|twitter|facebook|linkedin|mastodon|discord|telegram|license|related|alternative/;

export const isSideName = (name: string): boolean => SIDE_NAMES.test(fieldKey(name));

/** The names that may hold the link, best first. */
export function linkNames(all: readonly string[]): string[] {
  const keys = new Map(all.toReversed().map((name) => [fieldKey(name), name]));
  return FIELD_NAMES.url.flatMap((key) => keys.get(key) ?? []);
}

/** Assigns names to fields. Each name serves one field. */
export function matchFields(
  all: readonly string[],
  url: string | undefined = linkNames(all)[0],
): Partial<Record<Field, string>> {
  const keys = new Map(all.toReversed().map((name) => [fieldKey(name), name]));
  const find = (field: Field, taken: readonly (string | undefined)[]) =>
    FIELD_NAMES[field]
      .map((key) => keys.get(key))
      .find((name) => name !== undefined && !taken.includes(name));
  const extended = keys.get('extended');
  // Pinboard and its relatives call the name of a bookmark its description.
  const name = find('name', [url]) ?? (extended === undefined ? undefined : keys.get('description'));
  const text = find('text', [url, name]) ?? all.find((key) => SAYS_TEXT.test(key) && !isSideName(key));
  const tags = find('tags', [url, name, text]);
  const details = find('details', [url, name, text, tags]);
  const date = find('date', [url, name, text, tags, details]);
  return { url, name, text, tags, details, date };
}

/** Names of texts that no list knows: `customDescription`, `tool_summary`. */
const SAYS_TEXT = /^(?!meta|seo|og)[\w-]+(?:description|summary|tagline)$/i;

/** A word of the program for what a record is, as in `"type": "url"`. */
export const namesField = (value: unknown): boolean =>
  typeof value === 'string' && [...FIELD_NAMES.url, ...FIELD_NAMES.name].includes(value.toLowerCase());

type RecordValues = {
  line: number;
  name: string;
  /** By the name of the column or key, best first. */
  links: readonly (readonly [name: string, value: string])[];
  text: string;
  details: string;
  tags: readonly string[];
  /** An ISO date or instant, or a Unix time. Anything else counts as no date. */
  date?: string;
  /** The columns or keys that serve no field. */
  extras?: ReadonlyMap<string, string>;
  slug?: string;
  oldPaths?: readonly string[];
  isPrivate?: boolean;
};

/** Creates an entry from the fields of a record. */
export function recordEntry({ line, name, links, date = '', ...record }: RecordValues): ImportLine {
  const found = links.flatMap(([from, value]) => {
    const url = linkOf(value);
    return url === null ? [] : [{ from, url }];
  });
  const [first] = found;
  if (!first) {
    return links.every(([, value]) => value.trim() === '')
      ? skipped(line, text('skipped.noLink', 'The entry has no link.'), 'noLink')
      : skipped(line, text('skipped.noWebsite', 'The link does not lead to a website.'), 'noWebsite');
  }
  const [chosen = first] = found.toSorted((one, other) => rankOf(one.url) - rankOf(other.url));
  const extras = new Map([...(record.extras ?? [])].filter(([, value]) => value.trim() !== ''));
  for (const { from, url } of found) {
    if (from === chosen.from) continue;
    if (from !== '' && !extras.has(from)) extras.set(from, url);
    if (isRepository(url) && !isRepository(chosen.url) && !extras.has('repository'))
      extras.set('repository', url);
  }
  // Some services name a page by its link until they have read it.
  const label = readWebURL(name) === null ? cleanLabel(name) : '';
  const listedAt = readDate(date);
  const [said = '', ...more] = [record.text, ...record.details.split(/\n{2,}/)]
    .map(cleanText)
    .filter((each) => each !== '');
  return entry({
    line,
    name: label === '' ? nameFromURL(chosen.url) : label,
    url: chosen.url,
    text: said,
    details: more.join('\n'),
    tags: record.tags
      .map(cleanLabel)
      .filter((tag) => tag !== '' && !STATES.test(tag) && !isBrowserFolder(tag)),
    ...(listedAt && { listedAt }),
    ...(extras.size > 0 && { extras }),
    ...(record.slug && { slug: record.slug }),
    ...(record.oldPaths?.some((path) => path !== '') && { oldPaths: record.oldPaths }),
    ...(record.isPrivate && { isPrivate: true }),
  });
}

/** A site says more than its source code or its page in another directory. What programs ask says nothing to people. */
function rankOf(url: string): number {
  if (/^api\./.test(new URL(url).hostname)) return 2;
  return isAboutProduct(url) ? 1 : 0;
}

/** Where a service keeps what is read or not: folders that say nothing of a bookmark. */
const STATES = /^(?:unread|archived?|read|starred|liked|unsorted|inbox|none|no_tag|null|n\/a|-)$/i;

/** Folders that browsers create themselves, where no attribute says so. Their names say nothing about a bookmark. */
const BROWSER_FOLDERS =
  /^(?:bookmarks?(?: bar| toolbar| menu)?|other bookmarks|mobile bookmarks|favou?rites(?: bar)?|personal toolbar folder|unsorted(?: bookmarks)?|imported|reading list|all bookmarks|speed dial|trash)$/i;

export const isBrowserFolder = (name: string): boolean => BROWSER_FOLDERS.test(name);

/** The web is not older. Lists have zeros and other placeholders, too. */
const FIRST_YEAR = 1990;

/** Reads an ISO date or instant, in UTC without a zone, and the seconds, milliseconds or microseconds of a Unix time. */
export function readDate(text: string): Date | undefined {
  const [, day, time, zone] =
    /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?) ?(Z|UTC|[+-]\d\d:?\d\d)?)?$/.exec(
      text.trim(),
    ) ?? [];
  const iso = day && `${day}T${time ?? '00:00'}${zone?.replace('UTC', 'Z') ?? 'Z'}`;
  const unix = /^\d{9,10}$/.test(text)
    ? Number(text) * SECOND_MS
    : /^\d{12,13}$|^\d{16}$/.test(text)
      ? Number(text.slice(0, 13))
      : NaN;
  const date = new Date(iso ?? unix);
  return date.getUTCFullYear() >= FIRST_YEAR ? date : undefined;
}

/** A value that should be a link may have several, or words around the link: the first is the link. */
const linkOf = (value: string): string | null => {
  const [first] = linksInText(value);
  return first ?? readWebURL(value) ?? readWebURL(bareHost(value));
};

/** Accepts `nodejs.org` without a scheme in a URL field. */
const bareHost = (url: string): string =>
  /^[a-z0-9-]+(?:\.[a-z0-9-]+)+(?:[/?#]\S*)?$/i.test(url.trim()) ? `https://${url.trim()}` : '';

/** Splits `a, b; c | d`, and nested folders: `a / b`, `a > b`, `a>b`. */
export function splitTags(tags: string): string[] {
  return tags.split(/\s*[,;|>]\s*|\s+\/\s+/).filter((tag) => tag.trim() !== '');
}

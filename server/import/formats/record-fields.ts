import { type ImportLine, entry, skipped } from './import-line';
import { nameFromURL } from './line-entries';
import { cleanLabel, cleanText } from './clean-text';
import { SECOND_MS } from '@/lib/contract/plain/durations';
import { readWebURL } from './web-url';

export type Field = 'name' | 'url' | 'text' | 'details' | 'tags' | 'date';

/** Names of fields in files, best first. Compared in lower case, letters only. */
const FIELD_NAMES: Record<Field, readonly string[]> = {
  name: [
    'name',
    'title',
    'product',
    'productname',
    'tool',
    'toolname',
    'project',
    'label',
    'app',
    'resource',
    'item',
    'site',
    'sitename',
    'company',
    'service',
    'package',
    'repo',
  ],
  url: [
    'url',
    'link',
    'href',
    'website',
    'websiteurl',
    'address',
    'homepage',
    'homepageurl',
    'siteurl',
    'uri',
    'web',
    'producturl',
    'toolurl',
    'site',
    'webaddress',
    'repository',
    'repo',
    'github',
    'source',
  ],
  text: [
    'tagline',
    'summary',
    'shortdescription',
    'subtitle',
    'description',
    'desc',
    'text',
    'about',
    'excerpt',
    'blurb',
    'notes',
    'note',
    'comment',
    'abstract',
    'content',
    'details',
  ],
  details: [
    'description',
    'longdescription',
    'desc',
    'body',
    'details',
    'content',
    'about',
    'fulldescription',
  ],
  tags: [
    'tags',
    'tag',
    'categories',
    'category',
    'topics',
    'topic',
    'keywords',
    'labels',
    'section',
    'group',
    'folder',
    'folders',
    'type',
    'types',
    'subcategory',
  ],
  date: [
    ...[
      'listedat',
      'listed',
      'approvedat',
      'approved',
      'addedat',
      'addedon',
      'dateadded',
      'adddate',
      'added',
    ],
    ...[
      'publishedat',
      'publishedon',
      'published',
      'createdat',
      'createdon',
      'datecreated',
      'created',
      'date',
    ],
  ],
};

export const fieldKey = (name: string): string => name.toLowerCase().replace(/[^\p{L}]+/gu, '');

/** Assigns names to fields. Each name serves one field. */
export function matchFields(names: readonly string[]): Partial<Record<Field, string>> {
  const keys = new Map(names.toReversed().map((name) => [fieldKey(name), name]));
  const find = (field: Field, taken: readonly (string | undefined)[]) =>
    FIELD_NAMES[field]
      .map((key) => keys.get(key))
      .find((name) => name !== undefined && !taken.includes(name));
  const url = find('url', []);
  const name = find('name', [url]);
  const text = find('text', [url, name]);
  const tags = find('tags', [url, name, text]);
  const details = find('details', [url, name, text, tags]);
  const date = find('date', [url, name, text, tags, details]);
  return { url, name, text, tags, details, date };
}

type RecordValues = {
  line: number;
  name: string;
  url: string;
  text: string;
  details: string;
  tags: readonly string[];
  /** An ISO date or instant, or a Unix time. Anything else counts as no date. */
  date?: string;
  /** The columns or keys that serve no field. */
  extras?: ReadonlyMap<string, string>;
  isPrivate?: boolean;
};

/** What services call the mark that keeps an entry from others, and the values that set it. */
const PRIVATE_KEYS = new Map([
  ...['private', 'isprivate', 'hidden'].map((key) => [key, /^(?:1|true|yes|y|on|private)$/i] as const),
  ...['shared', 'public', 'ispublic'].map((key) => [key, /^(?:0|false|no|n|off|private)$/i] as const),
  ...['visibility', 'privacy', 'access'].map((key) => [key, /^(?:private|secret|only me|me)$/i] as const),
]);

export const marksPrivate = (name: string, value: string): boolean =>
  PRIVATE_KEYS.get(fieldKey(name))?.test(value.trim()) === true;

/** Creates an entry from the fields of a record. */
export function recordEntry({
  line,
  name,
  url,
  text,
  details,
  tags,
  date = '',
  extras,
  isPrivate = false,
}: RecordValues): ImportLine {
  const webURL = readWebURL(url) ?? readWebURL(bareHost(url));
  if (url.trim() === '') return skipped(line, 'The entry has no link.');
  if (webURL === null) return skipped(line, 'The link does not lead to a website.');
  const label = cleanLabel(name);
  const listedAt = readDate(date);
  return entry({
    line,
    name: label === '' ? nameFromURL(webURL) : label,
    url: webURL,
    text: cleanText(text),
    details: details
      .split(/\n{2,}/)
      .map(cleanText)
      .filter((each) => each !== '')
      .join('\n'),
    tags: tags.map(cleanLabel).filter((tag) => tag !== ''),
    ...(listedAt && { listedAt }),
    ...(extras && extras.size > 0 && { extras }),
    ...(isPrivate && { isPrivate }),
  });
}

/** The web is not older. Lists have zeros and other placeholders, too. */
const FIRST_YEAR = 1990;

/** Reads an ISO date or instant, in UTC without a zone, and the seconds or milliseconds of a Unix time. */
export function readDate(text: string): Date | undefined {
  const [, day, time, zone] =
    /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?) ?(Z|UTC|[+-]\d\d:?\d\d)?)?$/.exec(
      text.trim(),
    ) ?? [];
  const iso = day && `${day}T${time ?? '00:00'}${zone?.replace('UTC', 'Z') ?? 'Z'}`;
  const unix = /^\d{9,10}$/.test(text)
    ? Number(text) * SECOND_MS
    : /^\d{12,13}$/.test(text)
      ? Number(text)
      : NaN;
  const date = new Date(iso ?? unix);
  return date.getUTCFullYear() >= FIRST_YEAR ? date : undefined;
}

/** Accepts `nodejs.org` without a scheme in a URL field. */
const bareHost = (url: string): string =>
  /^[a-z0-9-]+(?:\.[a-z0-9-]+)+(?:[/?#]\S*)?$/i.test(url.trim()) ? `https://${url.trim()}` : '';

/** Splits `a, b; c | d`, and nested folders: `a / b`, `a > b`. */
export function splitTags(tags: string): string[] {
  return tags.split(/\s*[,;|]\s*|\s+[/>]\s+/).filter((tag) => tag.trim() !== '');
}

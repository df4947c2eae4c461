import * as z from 'zod/mini';
import { fieldValue } from '@/lib/contract/field';
import { ColumnMatcher } from './column-matcher';
import { entry, type ImportLine, UnreadableFile, skipped } from './import-line';
import { fieldKey, marksPrivate, recordEntry, splitTags } from './record-fields';
import { numberedLines } from './text-lines';

/** Keys that wrap a list without naming a category. Capitalized keys are names of categories. */
const WRAPPERS = new Set([
  'products',
  'items',
  'data',
  'results',
  'entries',
  'list',
  'tools',
  'records',
  'hits',
  'children',
  'links',
  'bookmarks',
  'resources',
  'projects',
]);
const DEPTH_MAX = 12;

const fields = z.record(z.string(), z.unknown());
type Fields = z.infer<typeof fields>;

/**
 * Reads JSON in the usual shapes of lists: an array of records, records under keys that name their category, or
 * categories with a name and a list.
 *
 * @throws UnreadableFile if the text is not JSON.
 */
export function readJSON(json: string, matcher = new ColumnMatcher()): ImportLine[] {
  const text = json.replace(/^\uFEFF/, '');
  const value = parseJSON(text);
  const lines = objectLines(text);
  const lineOf = (object: number) => lines[object] ?? 1;
  const found: ImportLine[] = [];
  let objectCount = 0;
  const visit = (node: unknown, tags: readonly string[], depth: number): void => {
    if (Array.isArray(node)) {
      for (const each of node) {
        if (typeof each === 'string')
          found.push(recordEntry({ ...blank, line: lineOf(objectCount - 1), url: each, tags }));
        else visit(each, tags, depth);
      }
      return;
    }
    const record = fields.safeParse(node);
    if (!record.success || depth > DEPTH_MAX) return;
    const line = lineOf(objectCount);
    objectCount += 1;
    const isRecord = urlOf(record.data, matcher) !== undefined;
    if (isRecord) found.push(readRecord(record.data, { line, tags, matcher }));
    const own = isRecord ? undefined : labelOf(record.data);
    for (const [key, child] of Object.entries(record.data)) {
      if (typeof child !== 'object' || child === null) continue;
      const label = WRAPPERS.has(key) || isRecord || own !== undefined ? [] : [key];
      visit(
        isRecord ? countOnly(child) : child,
        [...label, ...(own === undefined ? [] : [own]), ...tags],
        depth + 1,
      );
    }
    if (!isRecord && !Object.values(record.data).some((child) => typeof child === 'object' && child !== null))
      found.push(skipped(line, 'The entry has no link.'));
  };
  // Objects inside a record belong to the record, but their braces count for the line numbers.
  const countOnly = (child: unknown): null => {
    if (Array.isArray(child)) child.forEach(countOnly);
    const record = fields.safeParse(child);
    if (record.success && !Array.isArray(child)) {
      objectCount += 1;
      Object.values(record.data).forEach(countOnly);
    }
    return null;
  };
  visit(value, [], 0);
  return found;
}

/** Reads JSON Lines from a stream. A line that is not a record is skipped. */
export async function* readJSONLines(
  chunks: AsyncIterable<string>,
  matcher = new ColumnMatcher(),
): AsyncGenerator<ImportLine> {
  for await (const { text, line } of numberedLines(chunks)) {
    if (text.trim() === '') continue;
    const value = tryJSON(text);
    const product = dataProduct.safeParse(value);
    const record = fields.safeParse(value);
    yield product.success
      ? readDataProduct(product.data, line)
      : record.success
        ? readRecord(record.data, { line, tags: [], matcher })
        : skipped(line, 'The line is not a JSON object.');
  }
}

/** A line of `/data/products.jsonl`. Other files hardly have exactly these keys. */
const dataProduct = z.strictObject({
  slug: z.string(),
  name: z.string(),
  url: z.string(),
  tagline: z.string(),
  description: z.string(),
  tags: z.array(z.string()),
  listedAt: z.iso.datetime(),
  fields: z.record(z.string(), fieldValue),
});

/** Takes the texts as they are. */
function readDataProduct(product: z.infer<typeof dataProduct>, line: number): ImportLine {
  const { slug, name, url, tagline, description, tags, listedAt, fields: values } = product;
  const texts = { name, url, text: tagline, details: '', description };
  return entry({ line, ...texts, slug, tags, listedAt: new Date(listedAt), values });
}

const blank = { name: '', text: '', details: '' };

function readRecord(
  record: Fields,
  { line, tags, matcher }: { line: number; tags: readonly string[]; matcher: ColumnMatcher },
): ImportLine {
  const matched = matchKeys(record, matcher);
  const value = (name: string | undefined) => (name === undefined ? '' : textValue(record[name]));
  const listed = (name: string) => {
    const item = record[name];
    return Array.isArray(item) ? item.map(textValue).join(', ') : textValue(item);
  };
  matcher.note(Object.keys(record).map((name) => [name, listed(name)] as const));
  const tagNames = [matched.tags, ...matched.moreTags].filter((name) => name !== undefined);
  return recordEntry({
    line,
    name: value(matched.name),
    url: value(matched.url),
    text: value(matched.text),
    details: value(matched.details),
    tags: [...tagNames.flatMap((name) => tagValues(record[name])), ...tags],
    date: value(matched.date),
    extras: new Map([...matched.extras].map(([as, name]) => [as, listed(name)])),
    isPrivate: Object.keys(record).some((name) => marksPrivate(name, textValue(record[name]))),
  });
}

/** The link is a text. */
const matchKeys = (record: Fields, matcher: ColumnMatcher) =>
  matcher.match(
    Object.keys(record),
    Object.keys(record).filter((key) => typeof record[key] === 'string'),
  );

function urlOf(record: Fields, matcher: ColumnMatcher): string | undefined {
  const { url } = matchKeys(record, matcher);
  return url !== undefined && typeof record[url] === 'string' ? url : undefined;
}

function labelOf(record: Fields): string | undefined {
  const key = Object.keys(record).find(
    (name) =>
      ['name', 'title', 'category', 'label', 'section'].includes(fieldKey(name)) &&
      typeof record[name] === 'string',
  );
  return key === undefined ? undefined : textValue(record[key]);
}

const textValue = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';

function tagValues(value: unknown): string[] {
  if (typeof value === 'string') return splitTags(value);
  if (!Array.isArray(value)) return [];
  return value.flatMap((each: unknown) => {
    const record = fields.safeParse(each);
    return record.success ? (labelOf(record.data) ?? []) : textValue(each);
  });
}

/** Undefined if the text is no JSON. */
export function tryJSON(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}

function parseJSON(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'it ends unexpectedly';
    throw new UnreadableFile(`The file is not valid JSON: ${reason}.`);
  }
}

/** The line of each opening brace, in order. */
function objectLines(json: string): number[] {
  const lines: number[] = [];
  let line = 1;
  for (const [token] of json.matchAll(/"(?:[^"\\]|\\.)*"|[{\n]/gs)) {
    if (token === '{') lines.push(line);
    else if (token === '\n') line += 1;
  }
  return lines;
}

import { readBookmarks } from './bookmarks';
import { ColumnMatcher } from './column-matcher';
import { readCSV } from './csv';
import { readDataList } from './data-list';
import type { ImportFormat } from '@/lib/contract/import';
import { entry, type ImportEntry, type ImportLine, UnreadableFile, skipped } from './import-line';
import { LinkAccount } from './link-account';
import { parseJSON, readJSONLines } from './json';
import { readOPML } from './opml';
import { seeLinks } from './data-tree';
import { isOneRecord } from './record-match';
import { RecordReader } from './records';
import { slugify } from '@/server/text/slug';
import { parseTOML, parseYAML } from './yaml-toml';
import { readHTMLList, readMarkdownList } from '@/server/import/lists/markdown-list';
import { formatNumber } from '@/lib/texts/language';
import { text } from '@/lib/texts/texts';
import { WHY_HIDDEN } from '@/server/import/lists/list-ledger';

/** Maximum length, in characters, of files in formats that are read as a whole. Bounds the memory. */
const CHARS_MAX = {
  ...{ markdown: 50_000_000, html: 8_000_000, bookmarks: 50_000_000 },
  ...{ json: 100_000_000, yaml: 8_000_000, toml: 8_000_000, opml: 50_000_000 },
} as const;

export type ReadOptions = {
  /** Tells the columns of CSV and the keys of JSON; by their names if not given. */
  matcher?: ColumnMatcher;
  /** Says afterwards how many links there were, and what has become of them. */
  account?: LinkAccount;
  /** Is told how much is read, from 0 to 1; nothing of a format that is read as a whole. */
  onRead?: (fraction?: number) => void;
  /** A person has chosen to list what its owner has marked as private. */
  withPrivate?: boolean;
  /** The paths of pages in the system that the file comes from: `/tools/:slug`. */
  oldPathPattern?: string;
  /** Other files of the folder are one entry each. */
  isBesideRecords?: boolean;
  /** The name of a file for one entry, which is its slug unless it names another. */
  fileSlug?: string;
};

/**
 * Reads the entries of a file in order. CSV, JSON Lines and lists of a directory are streamed and may have any length.
 *
 * @throws UnreadableFile if the file as a whole cannot be read.
 */
export async function* readImport(
  format: ImportFormat,
  chunks: AsyncIterable<string>,
  options: ReadOptions = {},
): AsyncGenerator<ImportLine> {
  const { account = new LinkAccount() } = options;
  for await (const read of readLines(format, chunks, { ...options, account })) {
    const line = read.kind === 'entry' ? judge(read, options) : read;
    account.settle(line);
    yield line;
  }
  yield* account.faults();
}

function judge(
  found: ImportEntry,
  { withPrivate = false, oldPathPattern, fileSlug }: ReadOptions,
): ImportLine {
  const { line, name, url } = found;
  if (found.isPrivate && !withPrivate)
    return skipped(line, text('readImport.isPrivate', 'It is marked as private.'), 'private', url);
  // An earlier program has replaced what it could not read.
  if (name.includes('\uFFFD'))
    return skipped(
      line,
      text('readImport.brokenName', 'Its name contains “�”, which another program put in place of a letter.'),
      'unusable',
      url,
    );
  if (oldPathPattern === undefined) return entry(found);
  const slug = found.slug ?? found.extras?.get('slug') ?? fileSlug ?? slugify(name);
  return entry({ ...found, oldPaths: [oldPathPattern.replace(':slug', () => slug)] });
}

async function* readLines(
  format: ImportFormat,
  chunks: AsyncIterable<string>,
  options: ReadOptions,
): AsyncGenerator<ImportLine> {
  const { matcher, account, onRead } = options;
  onRead?.();
  if (format === 'csv') yield* readCSV(chunks, matcher, account);
  else if (format === 'jsonl') yield* readJSONLines(chunks, matcher, account);
  else if (format === 'directory') yield* readDataList(chunks);
  else yield* readWhole(format, await collect(chunks, CHARS_MAX[format]), options);
}

function readWhole(
  format: keyof typeof CHARS_MAX,
  text: string,
  { matcher, account, onRead, isBesideRecords }: ReadOptions,
): ImportLine[] {
  try {
    if (format === 'markdown') return withoutSharedTags(readMarkdownList(text, account, undefined, onRead));
    if (format === 'html') return withoutSharedTags(readHTMLList(text, account));
    if (format === 'bookmarks') return readBookmarks(text, account);
    if (format === 'opml') return readOPML(text, account);
    const tree = PARSERS[format](text);
    seeLinks(tree, account);
    return [
      ...tree.commented.map(({ url, line }) => skipped(line, WHY_HIDDEN.comment[0], 'prose', url)),
      ...new RecordReader(tree.lineOf, matcher, account).read(tree.value, 1, isBesideRecords),
    ];
  } catch (error) {
    if (error instanceof RangeError) throw new UnreadableFile(NESTED);
    throw error;
  }
}

/** Whether a file of data is one record, and not a list of them. False if it cannot be read. */
export function isRecordFile(format: ImportFormat, text: string): boolean {
  if (format !== 'json' && format !== 'yaml' && format !== 'toml') return false;
  try {
    return isOneRecord(PARSERS[format](text).value, new ColumnMatcher());
  } catch {
    return false;
  }
}

const NESTED = text('readImport.nestedTooDeeply', 'The file is nested too deeply to be read.');
const PARSERS = { json: parseJSON, yaml: parseYAML, toml: parseTOML } as const;

/** A heading above more of a list than this says nothing of one product. Shorter lists may consist of one section. */
const SHARED = { part: 0.6, entriesMin: 20 };

/** Drops the tags that most products of a list have. A product without another tag keeps its nearest heading. */
function withoutSharedTags(lines: readonly ImportLine[]): ImportLine[] {
  const counts = new Map<string, number>();
  let entryCount = 0;
  for (const line of lines) {
    if (line.kind !== 'entry') continue;
    entryCount += 1;
    for (const tag of line.tags) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  }
  const isShared = (tag: string) => (counts.get(tag) ?? 0) > entryCount * SHARED.part;
  if (entryCount < SHARED.entriesMin) return [...lines];
  return lines.map((line) => {
    if (line.kind !== 'entry') return line;
    const own = line.tags.filter((tag) => !isShared(tag));
    return { ...line, tags: own.length > 0 ? own : line.tags.slice(0, 1) };
  });
}

async function collect(chunks: AsyncIterable<string>, charsMax: number): Promise<string> {
  const parts: string[] = [];
  let charCount = 0;
  for await (const chunk of chunks) {
    charCount += chunk.length;
    if (charCount > charsMax) {
      throw new UnreadableFile(
        text(
          'readImport.fileTooLong',
          'The file has more than {count} characters, the maximum for this format. Split it, or use CSV or JSON Lines, which can have any length.',
          { count: formatNumber(charsMax) },
        ),
      );
    }
    parts.push(chunk);
  }
  return parts.join('');
}

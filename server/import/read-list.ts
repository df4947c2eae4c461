import { ReadableStream } from 'node:stream/web';
import { ColumnMatcher, type ColumnTarget, type FoundColumn } from './formats/column-matcher';
import type { FoundList, ImportFormat } from '@/lib/contract/import';
import { detectFormat } from './formats/import-format';
import type { StoredText } from '@/server/base/stored-text';
import { UnreadableFile } from './formats/import-line';
import { LinkAccount } from './formats/link-account';
import { readImport } from './formats/read-import';
import { decodeText } from './formats/source-text';
import { ListSense } from './list-sense';
import { LineReader, type ReadLine } from './read-line';
import { TagCounter, type TagRule } from './tag-rules';
import { formatNumber } from '@/lib/texts/language';
import { text } from '@/lib/texts/texts';

export type ListSource = {
  bytes: Uint8Array;
  /** The name of the file or the path of the URL, which may tell the format. */
  name: string;
  /** Undefined: as it is detected. */
  format?: ImportFormat;
  /** Undefined: by their names. */
  columns?: ReadonlyMap<string, ColumnTarget>;
  /** The names of the declared fields. */
  fieldNames: readonly string[];
  tagRules: ReadonlyMap<string, TagRule>;
  /** A person has chosen to list what is marked as private. */
  withPrivate: boolean;
  entriesMax: number;
  skippedMax: number;
  partsMax: number;
  tagsMax: number;
};

export type ReadList = Omit<FoundList, 'columns'> & {
  format: ImportFormat;
  columns: FoundColumn[];
  lines: ReadLine[];
  /** What `lines` would have without its limits. */
  more: { skipped: number; parts: number };
};

/** A list that cannot be read, with the columns that were found before that was clear. */
export class UnreadableList extends UnreadableFile {
  constructor(
    text: StoredText,
    readonly found: Pick<ReadList, 'format' | 'columns'>,
  ) {
    super(text);
  }
}

const BEGINNING_CHARS = 16_384;
const CHUNK_BYTES = 64 * 1024;

/**
 * Reads a whole list as products.
 *
 * @throws UnreadableFile if it is no text, cannot be read, or has too many entries.
 */
export async function readList(source: ListSource): Promise<ReadList> {
  const text: string[] = [];
  for await (const part of decodeText(ReadableStream.from(chunksOf(source.bytes)))) text.push(part);
  const format =
    source.format ?? detectFormat(text.slice(0, 4).join('').slice(0, BEGINNING_CHARS), source.name);
  const matcher = new ColumnMatcher(source.columns, { fieldNames: source.fieldNames });
  try {
    return { format, ...(await readLines(source, { text, format, matcher })), columns: matcher.found };
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    throw new UnreadableList(error.text, { format, columns: matcher.found });
  }
}

async function readLines(
  source: ListSource,
  { text, format, matcher }: { text: string[]; format: ImportFormat; matcher: ColumnMatcher },
): Promise<Omit<ReadList, 'format' | 'columns'>> {
  const counter = new TagCounter();
  const account = new LinkAccount();
  const reader = new LineReader(account, {
    tagRules: source.tagRules,
    // Columns that are no declared field stay behind.
    isHandedOn: (name) => matcher.isFieldName(name),
  });
  const sense = new ListSense(format);
  const lines: ReadLine[] = [];
  const kept = { entry: 0, skipped: 0, part: 0 };
  const most = { entry: Infinity, skipped: source.skippedMax, part: source.partsMax };
  const more = { entry: 0, skipped: 0, part: 0 };
  const skipped: NonNullable<FoundList['skipped']> = {};
  let privateCount = 0;
  const options = { matcher, account, withPrivate: source.withPrivate };
  for await (const found of readImport(format, ReadableStream.from(text), options)) {
    sense.note(found);
    if (found.kind === 'entry' ? found.isPrivate : found.kind === 'skipped' && found.why === 'private')
      privateCount += 1;
    counter.count(found);
    const read = reader.read(found);
    if (read.kind === 'skipped') skipped[read.why] = (skipped[read.why] ?? 0) + 1;
    if (kept[read.kind] >= most[read.kind]) more[read.kind] += 1;
    else {
      kept[read.kind] += 1;
      lines.push(read);
    }
    if (kept.entry > source.entriesMax) throw tooMany(source.entriesMax);
  }
  sense.requireEntries();
  const { counts } = account;
  return {
    tags: counter.top(source.tagsMax),
    ...{ privateCount, lines, skipped, more: { skipped: more.skipped, parts: more.part } },
    ...(counts && { links: counts }),
  };
}

const tooMany = (entriesMax: number) =>
  new UnreadableFile(
    text('readList.tooManyEntries', 'The list has more than {count} entries. Split it into several files.', {
      count: formatNumber(entriesMax),
    }),
  );

function* chunksOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) yield bytes.subarray(at, at + CHUNK_BYTES);
}

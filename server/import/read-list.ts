import { ReadableStream } from 'node:stream/web';
import { ColumnMatcher, type ColumnTarget, type FoundColumn } from './formats/column-matcher';
import type { ImportFormat, LinkCounts } from '@/lib/contract/import';
import { detectFormat } from './formats/import-format';
import { type ImportEntry, type ListedLine, type SkippedLine, UnreadableFile } from './formats/import-line';
import { LinkAccount } from './formats/link-account';
import { readImport } from './formats/read-import';
import { decodeText } from './formats/source-text';
import { ListSense } from './list-sense';
import { Repeats } from './repeats';
import { draftProduct, type ImportDraft } from './import-draft';
import { applyTagRules, TagCounter, type TagRule } from './tag-rules';

export type ListSource = {
  bytes: Uint8Array;
  /** The name of the file or the path of the URL, which may tell the format. */
  name: string;
  /** Undefined: as it is detected. */
  format?: ImportFormat;
  /** Undefined: by their names. */
  columns?: ReadonlyMap<string, ColumnTarget>;
  /** Of declared fields. */
  fieldNames: readonly string[];
  tagRules: ReadonlyMap<string, TagRule>;
  /** A person has chosen to list what is marked as private. */
  withPrivate: boolean;
  entriesMax: number;
  skippedMax: number;
  tagsMax: number;
};

/** A product that the source lists, with what is still to be read by the declared fields, or a line without one. */
export type ReadLine =
  | {
      draft: ImportDraft;
      /** Of the entry that it repeats. */ firstLine?: number;
      said: Pick<ImportEntry, 'marks' | 'values'> & { extras?: [string, string][] };
    }
  | SkippedLine;

export type ReadList = {
  format: ImportFormat;
  columns: FoundColumn[];
  tags: { name: string; count: number }[];
  privateCount: number;
  lines: ReadLine[];
  /** Skipped lines beyond those of `lines`. */
  skippedMore: number;
  /** Absent for formats whose links are not counted. */
  links?: LinkCounts;
};

const BEGINNING_CHARS = 16_384;
const CHUNK_BYTES = 64 * 1024;
const EXTRA_CHARS_MAX = 5_000;

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
  const counter = new TagCounter();
  const account = new LinkAccount();
  const lines: ReadLine[] = [];
  const repeats = new Repeats();
  const sense = new ListSense(format);
  let [entryCount, skippedCount, skippedMore, privateCount] = [0, 0, 0, 0];
  const options = { matcher, account, withPrivate: source.withPrivate };
  for await (const found of readImport(format, ReadableStream.from(text), options)) {
    sense.note(found);
    if (found.kind === 'part') continue;
    if (found.kind === 'entry' ? found.isPrivate : found.why === 'private') privateCount += 1;
    counter.count(found);
    const read = readLine(applyTagRules(found, source.tagRules), repeats, matcher);
    if (found.kind === 'entry' && !('draft' in read)) account.refuse();
    if ('draft' in read) entryCount += 1;
    else if (skippedCount >= source.skippedMax) {
      skippedMore += 1;
      continue;
    } else skippedCount += 1;
    if (entryCount > source.entriesMax) throw tooMany(source.entriesMax);
    lines.push(read);
  }
  sense.requireEntries();
  const { counts } = account;
  return {
    format,
    columns: matcher.found,
    tags: counter.top(source.tagsMax),
    privateCount,
    lines,
    skippedMore,
    ...(counts && { links: counts }),
  };
}

const tooMany = (entriesMax: number) =>
  new UnreadableFile(
    `The list has more than ${entriesMax.toLocaleString('en')} entries. Split it into several files.`,
  );

function readLine(found: ListedLine, repeats: Repeats, matcher: ColumnMatcher): ReadLine {
  const { line, url } = found;
  if (found.kind === 'skipped')
    return { line, reason: found.reason, why: found.why, ...(url !== undefined && { url }) };
  const draft = draftProduct(found);
  if (typeof draft === 'string')
    return { line, reason: draft, why: 'unusable', ...(url !== undefined && { url }) };
  const taken = repeats.take(draft);
  const { extras, marks, values } = found;
  // Columns that are no declared field stay behind.
  const cut = [...(extras ?? [])]
    .filter(([name]) => matcher.isFieldName(name))
    .map(([name, text]): [string, string] => [name, text.slice(0, EXTRA_CHARS_MAX)]);
  return {
    draft: taken.draft,
    ...(taken.firstLine !== undefined && { firstLine: taken.firstLine }),
    said: { ...(cut.length > 0 && { extras: cut }), ...(marks && { marks }), ...(values && { values }) },
  };
}

function* chunksOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) yield bytes.subarray(at, at + CHUNK_BYTES);
}

import { parse } from 'csv-parse/sync';
import { type ImportLine, skipped } from './import-line';
import { numberedLines } from './text-lines';
import { type Field, fieldKey, matchFields, recordEntry, splitTags } from './record-fields';

/** A quoted field may contain line breaks. The limits stop an unclosed quote from swallowing the rest of the file. */
const RECORD_LINES_MAX = 200;
const RECORD_CHARS_MAX = 200_000;

const DELIMITERS = [',', ';', '\t', '|'] as const;

type Columns = {
  delimiter: string;
  fields: Partial<Record<Field, number>>;
  extraTags: readonly number[];
  /** Columns that serve no field, by name. */
  extras: ReadonlyMap<string, number>;
};

/** Reads CSV from a stream. The first line may name the columns; otherwise the position of the URL determines them. */
export async function* readCSV(chunks: AsyncIterable<string>): AsyncGenerator<ImportLine> {
  let columns: Columns | undefined;
  for await (const { text, line, isBroken } of recordsOf(chunks)) {
    if (isBroken) {
      yield skipped(line, 'A quote is opened but not closed.');
      continue;
    }
    if (columns === undefined) {
      const delimiter = guessDelimiter(text);
      const cells = cellsOf(text, delimiter);
      if (cells.every((cell) => cell.trim() === '')) continue;
      const named = columnsFromHeading(cells, delimiter);
      columns = named ?? columnsFromRow(cells, delimiter);
      if (named) continue;
    }
    const cells = cellsOf(text, columns.delimiter);
    if (cells.every((cell) => cell.trim() === '')) continue;
    const { fields, extraTags, extras } = columns;
    const value = (field: keyof typeof fields) => cells[fields[field] ?? -1] ?? '';
    const tags = [value('tags'), ...extraTags.map((index) => cells[index] ?? '')].flatMap(splitTags);
    yield recordEntry({
      line,
      name: value('name'),
      url: value('url'),
      text: value('text'),
      details: value('details'),
      tags,
      date: value('date'),
      extras: new Map([...extras].map(([name, index]) => [name, cells[index] ?? ''])),
    });
  }
}

type CSVRecord = { text: string; line: number; isBroken: boolean };

/** Joins lines until every quote is closed. */
async function* recordsOf(chunks: AsyncIterable<string>): AsyncGenerator<CSVRecord> {
  let open: { text: string; line: number }[] = [];
  let charCount = 0;
  for await (const each of numberedLines(chunks)) {
    const pending = [each];
    for (let next = pending.shift(); next; next = pending.shift()) {
      open.push(next);
      charCount += next.text.length;
      const text = open.map((part) => part.text).join('\n');
      const isOpen = hasOpenQuote(text);
      if (!isOpen) {
        yield { text, line: open[0]?.line ?? 1, isBroken: false };
      } else if (open.length >= RECORD_LINES_MAX || charCount > RECORD_CHARS_MAX) {
        const [broken, ...rest] = open;
        yield { text: '', line: broken?.line ?? 1, isBroken: true };
        pending.unshift(...rest);
      } else continue;
      open = [];
      charCount = 0;
    }
  }
  const [broken, ...rest] = open;
  if (!broken) return;
  yield { text: '', line: broken.line, isBroken: true };
  for (const { text, line } of rest) yield { text, line, isBroken: hasOpenQuote(text) };
}

/** Only a quote at the start of a field quotes it: `5" disk` is text. */
function hasOpenQuote(text: string): boolean {
  const delimiter = guessDelimiter(text);
  const start = `(^|${delimiter === '|' ? '\\|' : delimiter})[ ]*"`;
  return new RegExp(start).test(text.replace(new RegExp(`${start}(?:[^"]|"")*"`, 'g'), '$1'));
}

function cellsOf(record: string, delimiter: string): string[] {
  const options = {
    delimiter,
    relax_quotes: true,
    relax_column_count: true,
    trim: true,
  };
  try {
    return firstRow(parse(record, options));
  } catch {
    // A closing quote is followed by text, so the quotes are part of the text.
    return firstRow(parse(record, { ...options, quote: false }));
  }
}

const firstRow = (rows: string[][]): string[] => rows[0] ?? [];

function guessDelimiter(record: string): string {
  const unquoted = record.replace(/"[^"]*"/g, '');
  const counts = DELIMITERS.map((delimiter) => unquoted.split(delimiter).length);
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ',';
}

function columnsFromHeading(cells: readonly string[], delimiter: string): Columns | undefined {
  const names = matchFields(cells);
  if (names.url === undefined || cells.some((cell) => /^https?:\/\//i.test(cell))) return undefined;
  const index = (name: string | undefined) => (name === undefined ? undefined : cells.indexOf(name));
  const extraTags = cells.flatMap((cell, at) =>
    cell !== names.tags && /^(?:sub)?(?:tags?|categor(?:y|ies))\d*$/.test(fieldKey(cell)) ? [at] : [],
  );
  const fields = {
    url: index(names.url),
    name: index(names.name),
    text: index(names.text),
    details: index(names.details),
    tags: index(names.tags),
    date: index(names.date),
  };
  const used = new Set([...Object.values(fields), ...extraTags]);
  const extras = new Map(cells.flatMap((cell, at) => (used.has(at) ? [] : [[cell, at] as const])));
  return { delimiter, fields, extraTags, extras };
}

/** Without headings, the URL is the cell that looks like one. Name, text and tags are the other cells, in this order. */
function columnsFromRow(cells: readonly string[], delimiter: string): Columns {
  const url = Math.max(
    0,
    cells.findIndex((cell) => /^(?:https?:\/\/|www\.)\S+$/i.test(cell)),
  );
  const [name, text, tags] = cells.map((_, index) => index).filter((index) => index !== url);
  return { delimiter, fields: { url, name, text, tags }, extraTags: [], extras: new Map() };
}

import { parse } from 'csv-parse/sync';
import { ColumnMatcher, type MatchedColumns } from './column-matcher';
import { type ImportLine, skipped } from './import-line';
import { numberedLines } from './text-lines';
import { recordEntry, splitTags } from './record-fields';

/** A quoted field may contain line breaks. The limits stop an unclosed quote from swallowing the rest of the file. */
const RECORD_LINES_MAX = 200;
const RECORD_CHARS_MAX = 200_000;

const DELIMITERS = [',', ';', '\t', '|'] as const;

type Columns = {
  delimiter: string;
  /** In the order of the file. */
  names: readonly string[];
  matched: MatchedColumns;
  /** Whether the first line names the columns. */
  isNamed: boolean;
};

/** Reads CSV from a stream. The first line may name the columns; otherwise the position of the URL determines them. */
export async function* readCSV(
  chunks: AsyncIterable<string>,
  matcher = new ColumnMatcher(),
): AsyncGenerator<ImportLine> {
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
      columns = columnsFromHeading(cells, delimiter, matcher) ?? columnsFromRow(cells, delimiter, matcher);
      if (columns.isNamed) continue;
    }
    const cells = cellsOf(text, columns.delimiter);
    if (cells.every((cell) => cell.trim() === '')) continue;
    const { names, matched } = columns;
    matcher.note(
      names.map((name, index) => [name, cells[index] ?? ''] as const),
      matched,
    );
    const value = (name: string | undefined) =>
      name === undefined ? '' : (cells[names.indexOf(name)] ?? '');
    yield recordEntry({
      line,
      name: value(matched.name),
      url: value(matched.url),
      text: value(matched.text),
      details: value(matched.details),
      tags: [value(matched.tags), ...matched.moreTags.map(value)].flatMap(splitTags),
      date: value(matched.date),
      extras: new Map([...matched.extras].map(([as, name]) => [as, value(name)])),
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

const isURL = (cell: string) => /^https?:\/\//i.test(cell);

function columnsFromHeading(
  cells: readonly string[],
  delimiter: string,
  matcher: ColumnMatcher,
): Columns | undefined {
  const names = namesOf(cells);
  const matched = matcher.match(names);
  const isHeading = matcher.knows(names) || (matched.url !== undefined && !cells.some(isURL));
  return isHeading ? { delimiter, names, matched, isNamed: true } : undefined;
}

const numbered = (cells: readonly string[]) => cells.map((_, index) => `Column ${index + 1}`);

/** The cells as names of columns. */
const namesOf = (cells: readonly string[]) =>
  cells.map((cell, index) => (cell.trim() === '' ? (numbered(cells)[index] ?? '') : cell));

/** Without headings, the URL is the cell that looks like one. Name, text and tags are the other cells, in this order. */
function columnsFromRow(cells: readonly string[], delimiter: string, matcher: ColumnMatcher): Columns {
  const known = numbered(cells);
  if (matcher.knows(known)) return { delimiter, names: known, matched: matcher.match(known), isNamed: false };
  // Perhaps headings in another language. Moderators then find them by these names.
  const mayBeHeading = cells.length > 1 && new Set(cells).size === cells.length && !cells.some(isURL);
  const names = mayBeHeading ? namesOf(cells) : known;
  const at = Math.max(
    0,
    cells.findIndex((cell) => /^(?:https?:\/\/|www\.)\S+$/i.test(cell)),
  );
  const url = names[at];
  const [name, text, tags] = names.filter((each) => each !== url);
  return {
    delimiter,
    names,
    matched: { url, name, text, tags, moreTags: [], extras: new Map() },
    isNamed: false,
  };
}

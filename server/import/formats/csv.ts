import { ColumnMatcher, type MatchedColumns } from './column-matcher';
import { type ImportLine, skipped } from './import-line';
import { marksPrivate, recordEntry, splitTags } from './record-fields';
import { cellsOf, guessDelimiter, recordsOf } from './csv-records';

type Columns = {
  delimiter: string;
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
      isPrivate: names.some((name, index) => marksPrivate(name, cells[index] ?? '')),
    });
  }
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

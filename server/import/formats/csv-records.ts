import { parse } from 'csv-parse/sync';
import { wholeLink } from './text-links';

/** A quoted field may contain line breaks. The limits stop an unclosed quote from swallowing the rest of the file. */
const RECORD_LINES_MAX = 200;
const RECORD_CHARS_MAX = 200_000;
/** A program has written the file, so no quote stays open by mistake. A description may be nothing but short lines. */
const EXPORT_LINES_MAX = 10_000;

const DELIMITERS = [',', ';', '\t', '|'] as const;

/** How a file is written. One for the whole file. */
export type Dialect = { delimiter: string; escape: '"' | '\\'; isExport?: true };

/** The dialect of `/data/products.csv` of a directory. */
export const EXPORT_DIALECT: Dialect = { delimiter: ',', escape: '"', isExport: true };

type Line = { text: string; line: number; isCut?: boolean };
type CSVRecord = Line & { isBroken: boolean };

/** The state of a record at the end of a line. */
type Scan = { isOpen: boolean };

/** Only a quote at the start of a field quotes it: `5" disk` is text. */
function scan(text: string, { delimiter, escape }: Dialect, { isOpen }: Scan): Scan {
  if (!text.includes('"')) return { isOpen };
  let isQuoted = isOpen;
  let isStart = !isOpen;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at];
    if (isQuoted) {
      if (sign === escape && text[at + 1] === '"') at += 1;
      else if (sign === '"') isQuoted = false;
      isStart = false;
    } else if (sign === delimiter) isStart = true;
    else if (isStart && sign === '"') isQuoted = true;
    else if (sign !== ' ') isStart = false;
  }
  return { isOpen: isQuoted };
}

/** Joins lines until every quote is closed. */
export async function* recordsOf(lines: AsyncIterable<Line>, dialect: Dialect): AsyncGenerator<CSVRecord> {
  const linesMax = dialect.isExport ? EXPORT_LINES_MAX : RECORD_LINES_MAX;
  let open: Line[] = [];
  let charCount = 0;
  let state: Scan = { isOpen: false };
  for await (const each of lines) {
    const pending = [each];
    for (let next = pending.shift(); next; next = pending.shift()) {
      open.push(next);
      charCount += next.text.length;
      state = scan(next.text, dialect, state);
      if (open.length === 1 && next.isCut) {
        yield { ...next, isBroken: true };
      } else if (!state.isOpen && !next.isCut) {
        yield { text: open.map(({ text }) => text).join('\n'), line: open[0]?.line ?? 1, isBroken: false };
      } else if (open.length >= linesMax || next.isCut || charCount > RECORD_CHARS_MAX) {
        const [broken, ...rest] = open;
        yield { text: '', line: 1, ...broken, isBroken: true };
        pending.unshift(...rest);
      } else continue;
      open = [];
      charCount = 0;
      state = { isOpen: false };
    }
  }
  const [broken, ...rest] = open;
  if (!broken) return;
  yield { ...broken, isBroken: true };
  for (const line of rest) yield { ...line, isBroken: scan(line.text, dialect, { isOpen: false }).isOpen };
}

/** The cells of records, each of which is whole. */
export function rowsOf(records: readonly string[], dialect: Dialect): string[][] {
  const options = {
    delimiter: dialect.delimiter,
    escape: dialect.escape,
    record_delimiter: '\n',
    relax_quotes: true,
    relax_column_count: true,
    trim: true,
  };
  try {
    const rows: string[][] = parse(records.join('\n'), options);
    if (rows.length === records.length) return rows;
  } catch {
    // One of them is not as it should be: each on its own, then.
  }
  return records.map((record) => {
    try {
      return firstRow(parse(record, options));
    } catch {
      // A closing quote is followed by text, so the quotes are part of the text.
      return firstRow(parse(record, { ...options, record_delimiter: '\0', quote: false }));
    }
  });
}

const firstRow = (rows: string[][]): string[] => rows[0] ?? [];

const SAMPLE_RECORDS = 100;

/**
 * Tells how a file is written from its first lines: with the sign that makes the most alike records, and cells that are
 * links.
 */
export async function tellDialect(sample: readonly Line[]): Promise<Dialect> {
  const text = sample.map((line) => line.text).join('\n');
  const escape = /\\"(?=[^,;\t|\n"])/.test(text) && !/[^,;\t|\n]""/.test(text) ? '\\' : '"';
  let best = { score: 0, delimiter: ',' };
  for (const delimiter of DELIMITERS) {
    const score = await scoreOf(sample, { delimiter, escape });
    if (score > best.score) best = { score, delimiter };
  }
  return { delimiter: best.delimiter, escape };
}

async function scoreOf(sample: readonly Line[], dialect: Dialect): Promise<number> {
  const records: string[] = [];
  async function* lines() {
    yield* sample;
    await Promise.resolve();
  }
  for await (const { text, isBroken } of recordsOf(lines(), dialect)) {
    if (!isBroken && text.trim() !== '') records.push(text);
    if (records.length >= SAMPLE_RECORDS) break;
  }
  const rows = rowsOf(records, dialect);
  const counts = new Map<number, number>();
  for (const { length } of rows) counts.set(length, (counts.get(length) ?? 0) + 1);
  const [width, alike] = [...counts].sort(([, one], [, other]) => other - one)[0] ?? [1, 0];
  if (width < 2) return 0;
  const linked = rows.filter((cells) => cells.some((cell) => wholeLink(cell) !== null)).length;
  return (2 * linked + alike) / rows.length + Math.min(width, 20) / 100;
}

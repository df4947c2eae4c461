import { parse } from 'csv-parse/sync';
import { numberedLines } from './text-lines';

/** A quoted field may contain line breaks. The limits stop an unclosed quote from swallowing the rest of the file. */
const RECORD_LINES_MAX = 200;
const RECORD_CHARS_MAX = 200_000;

const DELIMITERS = [',', ';', '\t', '|'] as const;

type CSVRecord = { text: string; line: number; isBroken: boolean };

/** Joins lines until every quote is closed. */
export async function* recordsOf(chunks: AsyncIterable<string>): AsyncGenerator<CSVRecord> {
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

export function cellsOf(record: string, delimiter: string): string[] {
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

export function guessDelimiter(record: string): string {
  const unquoted = record.replace(/"[^"]*"/g, '');
  const counts = DELIMITERS.map((delimiter) => unquoted.split(delimiter).length);
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ',';
}

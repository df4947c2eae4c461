/** A line for the Markdown parser, and its number in the file. */
export type SourceLine = { text: string; number: number };

const RULING = /^\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$/;

/** Maximum number of cells per row. The last one holds the rest. */
const CELLS_MAX = 40;

/**
 * Completes tables: adds or fits the heading and the delimiter row, and escapes bars inside links and code.
 */
export function tableRowsOf(lines: readonly SourceLine[]): SourceLine[] {
  const made: SourceLine[] = [];
  let width = 0;
  let rowCount = 0;
  let lastHeading = '';
  const begin = (heading: string, number: number) => {
    if (made.at(-1)?.text.trim() !== '') made.push({ text: '', number });
    made.push({ text: fitRow(heading, width), number }, { text: ruling(width), number });
    rowCount = 0;
  };
  // A heading row that contains an entry must not be read twice.
  const repeated = () =>
    lastHeading !== '' && cellsOf(lastHeading).length === width && !/https?:/i.test(lastHeading)
      ? lastHeading
      : emptyRow(width);

  lines.forEach(({ text, number }, index) => {
    const next = lines[index + 1]?.text ?? '';
    if (/^#{1,6}\s/.test(text)) lastHeading = '';
    if (endsTable(text, width)) {
      width = 0;
      made.push({ text, number });
    } else if (width > 0) {
      if (isRuling(text) && rowCount === 0) return;
      rowCount += 1;
      made.push({ text: fitRow(text, width), number });
    } else if (text.includes('|') && !isRuling(text) && isRuling(next)) {
      width = widthOf(text);
      lastHeading = text;
      begin(text, number);
    } else if (/^\s*\|.*[^|\s]/.test(text)) {
      width = widthOf(text);
      begin(repeated(), number);
      if (isRuling(text)) return;
      rowCount = 1;
      made.push({ text: fitRow(text, width), number });
    } else made.push({ text, number });
  });
  return made;
}

const endsTable = (text: string, width: number): boolean =>
  text.trim() === '' || (width > 0 && !text.includes('|') && /^\s*(?:#{1,6}\s|[-*+]\s|>|<)/.test(text));

const widthOf = (row: string): number => Math.min(CELLS_MAX, cellsOf(row).length);

const emptyRow = (width: number): string => `|${'   |'.repeat(width)}`;

const isRuling = (text: string): boolean => text.length < 5_000 && text.includes('-') && RULING.test(text);

const ruling = (width: number): string => `|${' --- |'.repeat(width)}`;

function cellsOf(row: string): string[] {
  const cells = row
    .trim()
    .replace(/^\|/, '')
    .split(/(?<!\\)\|/);
  if (cells.length > 1 && cells.at(-1)?.trim() === '') cells.pop();
  return cells;
}

/** Merges surplus cells into the last one. Parsers would drop them, and they come from a text with a bar in it. */
function fitRow(row: string, width: number): string {
  if (cellsOf(row).length <= width) return row;
  const guarded = row.replace(/\[[^[\]]{0,300}\](?:\([^()]{0,2000}\))?|`[^`]{0,300}`/g, (link) =>
    link.replace(/(?<!\\)\|/g, '\\|'),
  );
  const cells = cellsOf(guarded);
  if (cells.length <= width) return guarded;
  const last = cells
    .slice(width - 1)
    .filter((cell) => cell.trim() !== '')
    .join('\\|');
  return `|${[...cells.slice(0, width - 1), last].join('|')}|`;
}

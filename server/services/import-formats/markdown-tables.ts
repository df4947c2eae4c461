import type { SourceLine } from './markdown-lines';

const RULING = /^\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$/;

/** Cells past this are dropped: a row of thousands of bars is not a table that anyone wrote. */
const CELLS_MAX = 40;

/**
 * Makes tables whole: a heading and a ruling line where they are missing or do not match, bars inside links
 * and texts told from bars between cells.
 */
export function tableRowsOf(lines: readonly SourceLine[]): SourceLine[] {
  const made: SourceLine[] = [];
  let width = 0;
  let lastHeading: string | undefined;
  lines.forEach((line, index) => {
    const { text, number } = line;
    const next = lines[index + 1]?.text ?? '';
    if (/^#{1,6}\s/.test(text)) lastHeading = undefined;
    if (
      text.trim() === '' ||
      (width > 0 && !text.includes('|') && /^\s*(?:#{1,6}\s|[-*+]\s|>|<)/.test(text))
    ) {
      width = 0;
      made.push(line);
    } else if (width > 0) {
      // The ruling line was made with the heading.
      if (!(isRuling(text) && made.at(-1)?.number === number && isRuling(made.at(-1)?.text ?? '')))
        made.push({ text: fitRow(text, width), number });
    } else if (
      text.includes('|') &&
      isRuling(next) &&
      next.includes('-') &&
      (next.includes('|') || text.trim().startsWith('|')) &&
      !isRuling(text)
    ) {
      width = Math.min(CELLS_MAX, cellsOf(text).length);
      lastHeading = text;
      made.push({ text: fitRow(text, width), number }, { text: ruling(width), number: number + 1 });
    } else if (/^\s*\|.*[^|\s]/.test(text) && !/^\s*\|\s*$/.test(text)) {
      width = Math.min(CELLS_MAX, cellsOf(text).length);
      const isHeadless = isRuling(text);
      const heading =
        lastHeading !== undefined && cellsOf(lastHeading).length === width
          ? lastHeading
          : `|${'   |'.repeat(width)}`;
      if (made.at(-1)?.text.trim() !== '') made.push({ text: '', number });
      made.push({ text: heading, number }, { text: ruling(width), number });
      if (!isHeadless) made.push({ text: fitRow(text, width), number });
    } else made.push(line);
  });
  return made;
}

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

/** Parsers drop cells beyond the heading's: they belong to the last one, where a text had a bar in it. */
function fitRow(row: string, width: number): string {
  if (cellsOf(row).length <= width) return row;
  const guarded = row.replace(/\[[^[\]]{0,300}\](?:\([^()]{0,2000}\))?|`[^`]{0,300}`/g, (link) =>
    link.replace(/(?<!\\)\|/g, '\\|'),
  );
  const cells = cellsOf(guarded);
  if (cells.length <= width) return guarded;
  const last = cells
    .slice(width - 1, CELLS_MAX)
    .filter((cell) => cell.trim() !== '')
    .join('\\|');
  return `|${[...cells.slice(0, width - 1), last].join('|')}|`;
}

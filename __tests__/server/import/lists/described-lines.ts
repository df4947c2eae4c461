import type { ImportLine } from '@/server/import/formats/import-line';
import { readMarkdownList } from '@/server/import/lists/markdown-list';
import { sayStored } from '@/server/base/stored-text';

/** What becomes of the lines of a list, without the parts of entries. */
export const describeLines = (lines: readonly ImportLine[]): string[] =>
  lines.flatMap((line) => (line.kind === 'part' ? [] : describeLine(line)));

function describeLine(line: Exclude<ImportLine, { kind: 'part' }>): string {
  if (line.kind === 'skipped') return `${line.line} skipped: ${sayStored(line.reason)}`;
  const { name, url, text, tags, details } = line;
  return [line.line, name, url, text, tags.join(', '), details].join(' ¦ ').replace(/(?: ¦ )+$/, '');
}

export const readDescribed = (markdown: string): string[] => describeLines(readMarkdownList(markdown));

export const namesOf = (lines: readonly ImportLine[]): string[] =>
  lines.flatMap((line) => (line.kind === 'entry' ? line.name : []));

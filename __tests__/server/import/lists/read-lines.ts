import type { ImportFormat } from '@/lib/contract/import';
import type { ImportLine } from '@/server/import/formats/import-line';
import { readImport } from '@/server/import/formats/read-import';
import { sayStored } from '@/server/base/stored-text';

async function* once(text: string): AsyncGenerator<string> {
  yield text;
  await Promise.resolve();
}

/** Reads a text as the terminal does, each line as one text. */
export async function readLines(format: ImportFormat, text: string): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of readImport(format, once(text))) lines.push(describeLine(line));
  return lines;
}

function describeLine(line: ImportLine): string {
  if (line.kind === 'skipped') return `${line.line} skipped: ${sayStored(line.reason)}`;
  if (line.kind === 'part') return `${line.line} part: ${line.url}`;
  return [line.line, line.name, line.url, line.text, line.tags.join(', ')]
    .join(' ¦ ')
    .replace(/(?: ¦ )+$/, '');
}

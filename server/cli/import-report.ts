import { writeFile } from 'node:fs/promises';
import { escapeMarkdown } from '@/server/text/escape';
import type { Decision, ImportCounts } from './import-run';

/** Writes every decision of an import: as JSON, or as Markdown if the name of the file says so. */
export async function writeReport(
  path: string,
  report: { file: string; isDryRun: boolean; counts: ImportCounts; decisions: readonly Decision[] },
): Promise<void> {
  const text = /\.(?:md|markdown)$/i.test(path) ? asMarkdown(report) : `${JSON.stringify(report, null, 2)}\n`;
  await writeFile(path, text);
}

function asMarkdown({ file, isDryRun, counts, decisions }: Parameters<typeof writeReport>[1]): string {
  const cell = (text: string) => escapeMarkdown(text.replace(/\s+/g, ' ')).replaceAll('|', '\\|');
  const rows = decisions.map(({ line, outcome, name = '', url = '', tags = [], reason = '' }) =>
    [
      String(line),
      outcome,
      cell(name),
      url === '' ? '' : `<${url.replace(/[<>|\s]/g, encodeURIComponent)}>`,
      cell(tags.join(', ')),
      cell(reason),
    ].join(' | '),
  );
  return [
    `# ${isDryRun ? 'What would be imported from' : 'Imported from'} ${escapeMarkdown(file)}`,
    '',
    Object.entries(counts)
      .map(([outcome, count]) => `${count} ${outcome}`)
      .join(', '),
    '',
    '| Line | Outcome | Name | Link | Tags | Reason |',
    '| ---: | --- | --- | --- | --- | --- |',
    ...rows.map((row) => `| ${row} |`),
    '',
  ].join('\n');
}

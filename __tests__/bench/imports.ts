import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import * as z from 'zod/mini';

const ENTRIES = 100_000;
const FORMATS = ['markdown', 'csv', 'json'] as const;

const run = promisify(execFile);
const measured = z.object({ readMs: z.number(), plainMs: z.number(), mb: z.number() });

/**
 * Reads large lists as the command `import` does. Each list is read in a separate process.
 *
 * @returns lines of Markdown.
 */
export async function runImportsBench(productCount: number): Promise<string[]> {
  const count = Math.min(ENTRIES, productCount);
  const rows: string[] = [];
  for (const format of FORMATS) {
    const child = ['--import', 'tsx', '__tests__/bench/import-process.ts', format, String(count)];
    const { stdout } = await run(process.execPath, child);
    const { readMs, plainMs, mb } = measured.parse(JSON.parse(stdout));
    const perSecond = Math.round((count / readMs) * 1_000).toLocaleString('en');
    rows.push(`| ${format} | ${perSecond} | ${Math.round(mb)} | ${(plainMs / readMs).toFixed(4)} |`);
  }
  return [
    `Lists of ${count.toLocaleString('en')} entries, read and not stored; goal ≤ 512 MB. The ratio is the CPU time of \`new URL\` for the link of each entry, ten times, to that of reading.\n`,
    '| list | entries per CPU second | MB at most | ratio |\n|---|---:|---:|---:|',
    ...rows,
  ];
}

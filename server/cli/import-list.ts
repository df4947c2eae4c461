import { writeFile } from 'node:fs/promises';
import { COLUMN_TARGETS, type ColumnTarget, type ImportFormat, SKIP_KINDS } from '@/lib/contract/import';
import { SKIPPED, sayLinks } from '@/lib/contract/import-words';
import { createExtrasReader, fieldNamesOf } from '@/server/commands/imports/import-fields';
import type { ServerEnv } from '@/server/config/env';
import { controlCommands } from '@/server/control/contract';
import { ColumnMatcher } from '@/server/import/formats/column-matcher';
import { detectFormat } from '@/server/import/formats/import-format';
import { UnreadableFile } from '@/server/import/formats/import-line';
import { LinkAccount } from '@/server/import/formats/link-account';
import { readImport } from '@/server/import/formats/read-import';
import type { ImportDraft } from '@/server/import/import-draft';
import { reportText } from '@/server/import/import-report';
import { say } from '@/lib/texts/texts';
import { ListSense } from '@/server/import/list-sense';
import { readFolder } from './import-folder';
import { describeCounts, type Output, Progress } from './import-progress';
import { ImportRun, type SaidLine, sourceNameOf } from './import-run';
import { requireColumns } from './mapped-columns';
import { openImportSource } from './import-source';
import type { Target } from './open-target';
import { explain, printable } from './run-program';

export type ImportRequest = {
  file: string;
  /** Pairs of a column and what it is. */
  mapped: string[];
  /** A column, or a pattern with `:slug`. */
  oldPath: string | undefined;
  format: ImportFormat | undefined;
  withPrivate: boolean;
  reportFile: string | undefined;
  isDryRun: boolean;
  isJSON: boolean;
};

type Terminal = {
  /** For results and for what goes wrong. */
  print: (line: string) => unknown;
  complain: (line: string) => unknown;
  progress: Output;
  stop: AbortSignal;
};

/**
 * Imports a list and says what has become of it.
 *
 * @param open opens the directory, once the list is found.
 * @returns the exit code.
 */
export async function importList(
  request: ImportRequest,
  { env, open }: { env: ServerEnv; open: () => Promise<Pick<Target, 'run' | 'close'>> },
  terminal: Terminal,
): Promise<number> {
  const { file, format, withPrivate, reportFile, isDryRun } = request;
  const { columns, fields } = splitMapped(request.mapped);
  const oldPathPattern = request.oldPath?.includes(':slug') ? request.oldPath : undefined;
  if (request.oldPath !== undefined && oldPathPattern === undefined) columns.set(request.oldPath, 'oldPath');
  const readExtras = createExtrasReader(env.fields, fields);
  const account = new LinkAccount();
  const matcher = new ColumnMatcher(columns, { isPartial: true, fieldNames: fieldNamesOf(env.fields) });
  const progress = new Progress(terminal.progress);
  const onRead = (fraction?: number) => progress.read(fraction);
  const options = { account, withPrivate, matcher, oldPathPattern };
  const source = await openImportSource(file, env.githubAPIURL);
  const chosen = format ?? detectFormat(source.beginning, source.name);
  const target = await open();
  const isStream = chosen === 'csv' || chosen === 'jsonl' || chosen === 'directory';
  let fraction: number | undefined;
  const run = new ImportRun({
    importBatch: async (drafts: ImportDraft[]) =>
      (await target.run(controlCommands.import, { drafts, isDryRun })).outcomes,
    onProgress: (line) =>
      // The other formats are read as a whole long before their entries are stored.
      progress.show(
        run.counts,
        fraction ?? (isStream ? source.fractionRead() : line / Math.max(line, source.linesRead())),
      ),
    ...{ account, readExtras, sense: new ListSense(chosen), isReported: reportFile !== undefined },
  });
  const report = async (refusal?: UnreadableFile) => {
    if (reportFile === undefined) return;
    const { counts, decisions } = run;
    const links = account.counts;
    const head = { source: sourceNameOf(file), isDryRun, counts, ...(links && { links }) };
    const isMarkdown = /\.(?:md|markdown)$/i.test(reportFile);
    const last = refusal
      ? [{ line: 1, outcome: 'skipped' as const, kind: 'unreadable' as const, reason: refusal.message }]
      : [];
    await writeFile(reportFile, reportText(isMarkdown ? 'md' : 'json', head, [...decisions, ...last]));
  };
  const lines = source.isFolder
    ? readFolder(file, options, (part) => (fraction = part))
    : readImport(chosen, source.chunks, { ...options, onRead });
  const mapped = requireColumns(lines, { columns, fields }, matcher);
  try {
    await run.importAll(mapped, () => terminal.stop.aborted);
  } catch (error) {
    progress.clear();
    terminal.complain(explain(error));
    if (error instanceof UnreadableFile) await report(error);
    const { added, updated } = run.counts;
    // A file that cannot be read will not be read the next time either.
    if (added + updated > 0 || !(error instanceof UnreadableFile)) {
      const advice =
        error instanceof UnreadableFile
          ? ''
          : ' Run the import again to continue: no product is added twice.';
      terminal.complain(`Stored so far: ${describeCounts(run.counts)}.${advice}`);
    }
    return 1;
  } finally {
    progress.clear();
    await target.close();
  }
  await report();
  const isStopped = terminal.stop.aborted;
  summarize(run, { ...request, isStopped, links: account.counts }, terminal);
  return isStopped ? 130 : 0;
}

/** The columns that serve a part of every product, and the pairs of those that are declared fields. */
function splitMapped(mapped: readonly string[]): { columns: Map<string, ColumnTarget>; fields: string[] } {
  const columns = new Map<string, ColumnTarget>();
  const fields: string[] = [];
  for (const pair of mapped) {
    const [, name = '', key = ''] = /^(.+)=([^=]+)$/.exec(pair) ?? [];
    const target = COLUMN_TARGETS.find((known) => known === key.trim());
    if (target === undefined) fields.push(pair);
    else columns.set(name.trim(), target);
  }
  return { columns, fields };
}

type Ended = Pick<ImportRequest, 'file' | 'isDryRun' | 'isJSON' | 'reportFile'> & {
  isStopped: boolean;
  links: LinkAccount['counts'];
};

function summarize(
  { counts, skipped, notes }: ImportRun,
  { file, isDryRun, isJSON, reportFile, isStopped, links }: Ended,
  { print, complain }: Terminal,
): void {
  // With --json, standard output contains only JSON.
  const write = (line: string) => (isJSON ? complain : print)(printable(line));
  const sayLines = ({ count, first }: { count: number; first: readonly SaidLine[] }) => {
    for (const { file: name, line, reason } of first)
      write(`    ${name === undefined ? '' : `${name}, `}line ${line.toLocaleString('en')}: ${reason}`);
    const all = reportFile === undefined ? '; --report <file> writes all of them' : '';
    if (count > first.length) write(`    and ${(count - first.length).toLocaleString('en')} more${all}`);
  };
  for (const kind of SKIP_KINDS) {
    const lines = skipped.get(kind);
    if (!lines) continue;
    write(`  ${lines.count.toLocaleString('en')} skipped. ${say(SKIPPED[kind])}`);
    sayLines(lines);
  }
  if (notes.count > 0) write(`  ${notes.count.toLocaleString('en')} noted in what is imported.`);
  sayLines(notes);
  const prefix = isDryRun
    ? 'Dry run, nothing changed. Would be: '
    : isStopped
      ? 'Stopped. Stored so far: '
      : `${file === '-' ? 'Standard input' : file}: `;
  if (links) write(sayLinks(links));
  write(`${prefix}${describeCounts(counts)}.`);
  if (isJSON) print(JSON.stringify({ ...counts, ...(links && { links }) }));
}

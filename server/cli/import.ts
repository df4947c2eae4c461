import { parseArgs } from 'node:util';
import { COLUMN_TARGETS, type ColumnTarget, IMPORT_FORMATS, type ImportFormat } from '@/lib/contract/import';
import { controlCommands } from '@/server/control/contract';
import { loadEnv } from '@/server/config/env';
import type { ImportDraft } from '@/server/import/import-draft';
import { detectFormat } from '@/server/import/formats/import-format';
import { readImport } from '@/server/import/formats/read-import';
import { createExtrasReader, fieldNamesOf } from '@/server/commands/imports/import-fields';
import { UnreadableFile } from '@/server/import/formats/import-line';
import { asCalled, explain, printable, readCommandLine, runProgram, UsageError } from './run-program';
import { ColumnMatcher } from '@/server/import/formats/column-matcher';
import { LinkAccount } from '@/server/import/formats/link-account';
import { ListSense } from '@/server/import/list-sense';
import { readFolder } from './import-folder';
import { openImportSource } from './import-source';
import { writeReport } from './import-report';
import { ImportRun, Progress, describeCounts } from './import-run';
import { openTarget } from './open-target';

const USAGE = `Usage: npm run import -- [options] <file, URL or ->

Adds the products of a file or a folder of files to the directory, or of the README of a repository at GitHub. Safe to repeat: listed products are not added twice.
Works while the site is running.

  --format <name>  ${IMPORT_FORMATS.join(', ')}; detected from the file if not given
  --map <pair>     COLUMN=FIELD: what a column or key is: name, url, text, details, tags, date, ignore, or a declared
                   field; may be given several times. Others are told by their names and contents
  --report <file>  write what becomes of every line, as JSON or, if the file ends in .md, as Markdown
  --with-private   also add what its owner has marked as private, as some bookmarks are; left out if not given
  --dry-run        show what would happen, change nothing
  --json           print the result as one line: {added, updated, listed, skipped}
  --help           show this text`;

const SKIPPED_SHOWN_MAX = 100;

type Request = {
  file: string;
  mapped: string[];
  format: ImportFormat | undefined;
  withPrivate: boolean;
  reportFile: string | undefined;
  isDryRun: boolean;
  isJSON: boolean;
};

function readArguments(): Request | 'help' {
  const options = {
    format: { type: 'string' },
    map: { type: 'string', multiple: true },
    'with-private': { type: 'boolean' },
    report: { type: 'string' },
    'dry-run': { type: 'boolean' },
    json: { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  } as const;
  const { values, positionals } = readCommandLine(USAGE, () =>
    parseArgs({ options, allowPositionals: true }),
  );
  if (values.help === true) return 'help';
  const [file] = positionals;
  if (file === undefined || positionals.length > 1)
    throw new UsageError(
      USAGE,
      positionals.length > 1 ? 'Name one file at a time.' : 'Name a file or a URL, or - for standard input.',
    );
  const format = IMPORT_FORMATS.find((known) => known === values.format);
  if (values.format !== undefined && format === undefined)
    throw new UsageError(USAGE, `Unknown format ${values.format}. Choose from ${IMPORT_FORMATS.join(', ')}.`);
  return {
    file,
    mapped: values.map ?? [],
    format,
    withPrivate: values['with-private'] === true,
    reportFile: values.report,
    isDryRun: values['dry-run'] === true,
    isJSON: values.json === true,
  };
}

async function runImport(request: Request): Promise<number> {
  const { file, format, withPrivate, reportFile, isDryRun, isJSON } = request;
  const env = loadEnv();
  const { columns, fields } = splitMapped(request.mapped);
  const readExtras = createExtrasReader(env.fields, fields);
  const account = new LinkAccount();
  const matcher = new ColumnMatcher(columns, { isPartial: true, fieldNames: fieldNamesOf(env.fields) });
  const options = { account, withPrivate, matcher };
  const source = await openImportSource(file, env.githubAPIURL);
  const chosen = format ?? detectFormat(source.beginning, source.name);
  const target = await openTarget(env);
  const progress = new Progress(process.stderr);
  const isStream = chosen === 'csv' || chosen === 'jsonl' || chosen === 'directory';
  const importBatch = async (drafts: ImportDraft[]) =>
    (await target.run(controlCommands.import, { drafts, isDryRun })).outcomes;
  let fraction: number | undefined;
  const showProgress = (line: number) =>
    // The other formats are read as a whole long before their entries are stored.
    progress.show(
      run.counts,
      fraction ?? (isStream ? source.fractionRead() : line / Math.max(line, source.linesRead())),
    );
  const run = new ImportRun(importBatch, showProgress, readExtras, {
    sense: new ListSense(chosen),
    isReported: reportFile !== undefined,
  });
  const lines = source.isFolder
    ? readFolder(file, options, (part) => (fraction = part))
    : readImport(chosen, source.chunks, options);

  const stop = new AbortController();
  process.once('SIGINT', () => stop.abort());
  try {
    await run.importAll(lines, () => stop.signal.aborted);
  } catch (error) {
    progress.clear();
    console.error(explain(error));
    const { added, updated } = run.counts;
    // A file that cannot be read will not be read the next time either.
    if (added + updated > 0 || !(error instanceof UnreadableFile)) {
      const advice =
        error instanceof UnreadableFile
          ? ''
          : ' Run the import again to continue: no product is added twice.';
      console.error(`Stored so far: ${describeCounts(run.counts)}.${advice}`);
    }
    return 1;
  } finally {
    progress.clear();
    await target.close();
  }
  if (reportFile !== undefined) {
    await writeReport(reportFile, { file, isDryRun, counts: run.counts, decisions: run.decisions });
  }
  const isStopped = stop.signal.aborted;
  report(run, { file, isDryRun, isJSON, isStopped });
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

function report(
  run: ImportRun,
  {
    file,
    isDryRun,
    isJSON,
    isStopped,
  }: { file: string; isDryRun: boolean; isJSON: boolean; isStopped: boolean },
): void {
  // With --json, standard output contains only JSON.
  const say = (line: string) => (isJSON ? console.error : console.log)(printable(line));
  for (const { line, reason } of run.skipped.slice(0, SKIPPED_SHOWN_MAX))
    say(`  line ${line} skipped: ${reason}`);
  const more = run.counts.skipped - Math.min(run.skipped.length, SKIPPED_SHOWN_MAX);
  if (more > 0) say(`  and ${more.toLocaleString('en')} more skipped`);
  for (const { line, reason } of run.leftOut.slice(0, SKIPPED_SHOWN_MAX)) say(`  line ${line}: ${reason}`);
  const moreLeftOut = run.leftOut.length - SKIPPED_SHOWN_MAX;
  if (moreLeftOut > 0) say(`  and at least ${moreLeftOut.toLocaleString('en')} more values left out`);
  const prefix = isDryRun
    ? 'Dry run, nothing changed. Would be: '
    : isStopped
      ? 'Stopped. Stored so far: '
      : `${file === '-' ? 'Standard input' : file}: `;
  say(`${prefix}${describeCounts(run.counts)}.`);
  if (isJSON) console.log(JSON.stringify(run.counts));
}

await runProgram(async () => {
  const request = readArguments();
  if (request !== 'help') return runImport(request);
  console.log(asCalled(USAGE));
});

import { parseArgs } from 'node:util';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { IMPORT_FORMATS, type ImportFormat } from '@/lib/contract/import';
import { hasErrorCode } from '@/server/base/errors';
import { controlCommands } from '@/server/control/contract';
import { loadEnv } from '@/server/config/env';
import type { ImportDraft } from '@/server/import/import-draft';
import { detectFormat } from '@/server/import/formats/import-format';
import { readImport } from '@/server/import/formats/read-import';
import { createExtrasReader } from '@/server/commands/imports/import-fields';
import { UnreadableFile } from '@/server/import/formats/import-line';
import { fetchList, listURLOf } from '@/server/import/list-url';
import { decodeText } from '@/server/import/formats/source-text';
import { asCalled, explain, printable, readCommandLine, runProgram, UsageError } from './run-program';
import { ImportRun, Progress, describeCounts } from './import-run';
import { openTarget } from './open-target';

const USAGE = `Usage: npm run import -- [options] <file, URL or ->

Adds the products of a file to the directory, or of the README of a repository at GitHub. Safe to repeat: listed products are not added twice.
Works while the site is running.

  --format <name>  ${IMPORT_FORMATS.join(', ')}; detected from the file if not given
  --map <pair>     COLUMN=FIELD: the declared field of a column or key; by its name or label if not given
  --with-private   also add what its owner has marked as private, as some bookmarks are; left out if not given
  --dry-run        show what would happen, change nothing
  --json           print the result as one line: {added, updated, listed, skipped}
  --help           show this text`;

const SKIPPED_SHOWN_MAX = 100;
/** What tells the format of a list. */
const BEGINNING_CHARS = 16_384;

type Request = {
  file: string;
  mapped: string[];
  format: ImportFormat | undefined;
  withPrivate: boolean;
  isDryRun: boolean;
  isJSON: boolean;
};

function readArguments(): Request | 'help' {
  const options = {
    format: { type: 'string' },
    map: { type: 'string', multiple: true },
    'with-private': { type: 'boolean' },
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
    isDryRun: values['dry-run'] === true,
    isJSON: values.json === true,
  };
}

async function runImport({ file, mapped, format, withPrivate, isDryRun, isJSON }: Request): Promise<number> {
  const env = loadEnv();
  const readExtras = createExtrasReader(env.fields, mapped);
  const source = await openImportSource(file, env.githubAPIURL);
  const chosen = format ?? detectFormat(source.beginning, source.name);
  const target = await openTarget(env);
  const progress = new Progress(process.stderr);
  const isStream = chosen === 'csv' || chosen === 'jsonl' || chosen === 'directory';
  const importBatch = async (drafts: ImportDraft[]) =>
    (await target.run(controlCommands.import, { drafts, isDryRun })).outcomes;
  const showProgress = (line: number) =>
    // The other formats are read as a whole long before their entries are stored.
    progress.show(run.counts, isStream ? source.fractionRead() : line / Math.max(line, source.linesRead()));
  const run = new ImportRun(importBatch, showProgress, readExtras);

  const stop = new AbortController();
  process.once('SIGINT', () => stop.abort());
  try {
    await run.importAll(readImport(chosen, source.chunks, { withPrivate }), () => stop.signal.aborted);
  } catch (error) {
    progress.clear();
    console.error(explain(error));
    console.error(
      `Stored so far: ${describeCounts(run.counts)}. Run the import again to continue: no product is added twice.`,
    );
    return 1;
  } finally {
    progress.clear();
    await target.close();
  }
  const isStopped = stop.signal.aborted;
  report(run, { file, isDryRun, isJSON, isStopped });
  return isStopped ? 130 : 0;
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

/** A file, a list on the web or standard input, as text. */
type ImportSource = {
  /** May tell the format. */
  name: string;
  /** Long enough to detect the format. */
  beginning: string;
  chunks: AsyncIterable<string>;
  /** From 0 to 1; undefined when the size is unknown. */
  fractionRead: () => number | undefined;
  linesRead: () => number;
};

/**
 * Opens a file by its name, a list on the web by its URL, or standard input by `-`.
 *
 * @param githubAPI where the READMEs of repositories are.
 * @throws UnreadableFile when the file does not exist or is not text.
 */
async function openImportSource(given: string, githubAPI: string): Promise<ImportSource> {
  const { name, bytesTotal, stream } = await openSource(given, githubAPI);
  let bytesRead = 0;
  let lineCount = 1;

  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const bytes of stream) {
      bytesRead += bytes.length;
      for (const byte of bytes) if (byte === 10) lineCount += 1;
      yield bytes;
    }
  }

  const decoded = decodeText(counted());
  let beginning = '';
  while (beginning.length < BEGINNING_CHARS) {
    const next = await decoded.next();
    if (next.done === true) break;
    beginning += next.value;
  }
  return {
    name,
    beginning,
    chunks: prepend(beginning, decoded),
    fractionRead: () =>
      bytesTotal === undefined ? undefined : Math.min(1, bytesRead / Math.max(1, bytesTotal)),
    linesRead: () => lineCount,
  };
}

type Opened = { name: string; bytesTotal: number | undefined; stream: AsyncIterable<Buffer> };

async function openSource(name: string, githubAPI: string): Promise<Opened> {
  if (name === '-') return { name, bytesTotal: undefined, stream: process.stdin };
  const url = listURLOf(name);
  if (url) return { bytesTotal: undefined, ...(await fetchList(url, githubAPI)) };
  return { name, bytesTotal: await sizeOf(name), stream: createReadStream(name) };
}

async function* prepend(first: string, rest: AsyncIterable<string>): AsyncGenerator<string> {
  yield first;
  yield* rest;
}

async function sizeOf(name: string): Promise<number> {
  try {
    const file = await open(name);
    const stats = await file.stat();
    await file.close();
    if (stats.isDirectory()) throw new UnreadableFile(`${name} is a folder. Choose a file in it.`);
    return stats.size;
  } catch (error) {
    if (error instanceof UnreadableFile) throw error;
    throw new UnreadableFile(
      hasErrorCode(error, 'ENOENT') ? `File not found: ${name}` : `${name} cannot be opened.`,
    );
  }
}

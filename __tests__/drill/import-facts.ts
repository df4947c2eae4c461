import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import * as z from 'zod/mini';
import { createExtrasReader } from '@/server/commands/imports/import-fields';
import { ImportRun } from '@/server/cli/import-run';
import { OwnerError } from '@/server/base/errors';
import { loadSiteFile } from '@/server/fields/site-file';
import { detectFormat } from '@/server/import/formats/import-format';
import { readImport } from '@/server/import/formats/read-import';
import type { ImportDraft } from '@/server/import/import-draft';

const RIGHT_MIN = 0.95;
const TAG_PART_MAX = 0.6;
const ids = z.array(z.string()).parse(createRequire(import.meta.url)('spdx-license-ids'));
const deprecated = z
  .array(z.string())
  .parse(createRequire(import.meta.url)('spdx-license-ids/deprecated.json'));
const known = new Set([...ids, ...deprecated]);
/** A tagline that ends in the label of a link, in open brackets, or in Markdown. */
const RESIDUE =
  /[([{（【,;|]$|\]\(|\((?:[\w ]+, )*(?:demo|source(?: code)?|website|docs|github)\)$|(?:^|[.!?] )(?:demo|source code|website)\.?$/i;
const LICENSE_PAGE =
  /\/\/(?:www\.)?(?:opensource\.org|gnu\.org|spdx\.org|choosealicense\.com|creativecommons\.org)\/licen/i;

/** Identifiers that name a language or a program in most lists. */
const LANGUAGES: ReadonlySet<string> = new Set(['PostgreSQL', 'Ruby', 'TCL']);

/** The identifier that a line states as a link at its end, or as code beside at most one other word: \`MIT\` \`Docker\`. */
function statedIn(line: string): string | undefined {
  const marks = /((?:\s*`[^`]+`)+)\s*$/.exec(line)?.[1]?.match(/[^`\s][^`]*(?=`)/g) ?? [];
  const linked = /\[([^\]]+)\](?:\[[^\]]*\]|\([^)]*\))\.?\s*$/.exec(line)?.[1] ?? '';
  if (/^\s*[-*+] .+\S\s+\[/.test(line) && known.has(linked)) return linked;
  const stated = marks.filter((mark) => known.has(mark) && !LANGUAGES.has(mark));
  return /^\s*[-*+] /.test(line) && marks.length <= 3 && stated[0] === marks[0] ? stated[0] : undefined;
}

async function readList(path: string, lines: readonly string[]) {
  const drafts: ImportDraft[] = [];
  const run = new ImportRun({
    importBatch: (batch) => {
      drafts.push(...batch);
      return Promise.resolve(batch.map(({ line }) => ({ line, outcome: 'added' as const })));
    },
    readExtras: createExtrasReader(loadSiteFile('site.json', false).fields, []),
    isReported: true,
  });
  const format = detectFormat(lines.slice(0, 200).join('\n'), path);
  await run.importAll(readImport(format, createReadStream(path, 'utf8')), () => false);
  return { drafts, run };
}

/** Compares what the import reads of lists with what their lines state. Returns whether all lists are read well. */
export async function drillImportFacts(paths: readonly string[]): Promise<boolean> {
  if (paths.length === 0) throw new OwnerError('Name at least one list: --list <file>.');
  let isGood = true;
  for (const path of paths) {
    const lines = (await readFile(path, 'utf8')).split('\n');
    const { drafts, run } = await readList(path, lines);
    const byLine = new Map(drafts.map((draft) => [draft.line, draft]));
    const skipped = new Set(
      run.decisions.flatMap(({ outcome, line }) => (outcome === 'skipped' ? line : [])),
    );
    const stated = lines.flatMap((line, index) => {
      const id = statedIn(line);
      return id === undefined || skipped.has(index + 1)
        ? []
        : [{ id, found: byLine.get(index + 1)?.values?.license }];
    });
    const right = stated.filter(({ id, found }) => id === found).length;
    const counts = new Map<string, number>();
    for (const tag of drafts.flatMap(({ tags }) => tags)) counts.set(tag, (counts.get(tag) ?? 0) + 1);
    const [most = ['', 0]] = [...counts].toSorted(([, one], [, other]) => other - one);
    const wrong = [
      ...drafts
        .filter(({ tagline }) => RESIDUE.test(tagline))
        .map(({ line, tagline }) => `line ${line}: ${tagline}`),
      ...drafts.filter(({ url }) => LICENSE_PAGE.test(url)).map(({ line, url }) => `line ${line}: ${url}`),
      ...(most[1] > drafts.length * TAG_PART_MAX && counts.size > 1
        ? [`the tag ${most[0]}: ${most[1]}`]
        : []),
    ];
    console.log(
      `  ${path}: ${drafts.length} products, ${run.counts.skipped} skipped; ${right} of ${stated.length} stated licenses right; ` +
        `${run.notes.count} texts left out by line; most frequent tag on ${Math.round((most[1] / drafts.length) * 100)}%`,
    );
    for (const each of wrong.slice(0, 20)) console.log(`    wrong: ${each}`);
    isGood &&= wrong.length === 0 && right >= stated.length * RIGHT_MIN;
  }
  return isGood;
}

import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { importList } from '@/server/cli/import-list';
import type { ReportFormat } from '@/lib/contract/import';
import { sayLinks, SKIPPED } from '@/lib/contract/import-words';
import { say } from '@/lib/texts/texts';
import { setUpImportCalls } from '../../setup/import-calls';
import { setUpModerationCalls } from '../../setup/moderation-calls';
import { noRateLimits } from '../../setup/no-rate-limits';
import { setUpTestApp } from '../../setup/test-app';
import { FIXTURES, takenLists } from './list-fixtures';

const api = setUpTestApp({}, { rateLimits: noRateLimits });
const { buildModerator } = setUpModerationCalls(api);
const calls = setUpImportCalls(api);

/** Two halves, so that each test ends in time. */
const HALVES = [0, 1].map((half) => takenLists.filter((_, index) => index % 2 === half));

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'both-sides-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** What the terminal prints and writes in a dry run on the directory of the test. */
async function tryAtTerminal(file: string, format: ReportFormat) {
  const said: string[] = [];
  const reportFile = join(folder, `report.${format}`);
  await rm(reportFile, { force: true });
  const deps = api.deps();
  const code = await importList(
    {
      file,
      mapped: [],
      format: undefined,
      oldPath: undefined,
      withPrivate: false,
      reportFile,
      isDryRun: true,
      isJSON: false,
    },
    {
      env: deps.env,
      open: () =>
        Promise.resolve({
          run: (command, request) => command.run(deps, request),
          close: () => Promise.resolve(),
        }),
    },
    {
      print: (line) => said.push(line),
      complain: (line) => said.push(line),
      progress: { write: () => undefined },
      stop: new AbortController().signal,
    },
  );
  return { code, said, report: code === 0 ? await readFile(reportFile, 'utf8') : '' };
}

it.each(HALVES)(
  'says and reports the same of %s and others at the terminal and in the browser',
  async (...names) => {
    const moderator = await buildModerator();
    for (const file of names.map((name) => join(FIXTURES, name))) {
      const preview = await calls.preview(moderator, await readFile(file), basename(file));
      const { code, said, report } = await tryAtTerminal(file, 'md');
      if (preview.state === 'failed') {
        expect({ file, code, said }).toEqual({ file, code: 1, said: [preview.failure] });
        continue;
      }
      const { groups } = await calls.skipped(moderator, preview.id);
      const { added, updated, listed, skipped } = preview.counts;
      const { links } = preview.found ?? {};
      const told = said.filter(
        (line) => !/^ {4}line /.test(line) && !/ noted in what is imported\.$/.test(line),
      );
      expect({ file, told }).toEqual({
        file,
        told: [
          ...groups.map(({ kind, count }) => `  ${count} skipped. ${say(SKIPPED[kind])}`),
          ...(links ? [sayLinks(links)] : []),
          `Dry run, nothing changed. Would be: ${added} added, ${updated} updated, ${listed} already listed, ${skipped} skipped.`,
        ],
      });
      const lines = groups.flatMap(({ entries }) =>
        entries.map(({ line, reason }) => `    line ${line}: ${reason}`),
      );
      expect({ file, said }).toEqual({ file, said: expect.arrayContaining(lines) });
      const json = (await tryAtTerminal(file, 'json')).report;
      expect({ file, md: (await calls.reportOf(moderator, preview.id, 'md')).text }).toEqual({
        file,
        md: report,
      });
      expect({ file, json: (await calls.reportOf(moderator, preview.id, 'json')).text }).toEqual({
        file,
        json,
      });
      await calls.cancel(moderator, preview.id);
    }
  },
  300_000,
);

it('names a tag that is left out, with its line, at the terminal and in both reports', async () => {
  const file = join(folder, 'tags.md');
  const items = ['Teller', 'Purse'].map((name) => `- [${name}](https://${name}.example.com) - Keeps coins`);
  await writeFile(file, ['## Раyments', '', ...items, ''].join('\n'));
  const note =
    'The tag “Раyments” is left out here and below. Use the letters of one alphabet in each word of a tag.';
  const { said, report } = await tryAtTerminal(file, 'json');
  expect(said).toEqual(expect.arrayContaining(['  1 noted in what is imported.', `    line 3: ${note}`]));
  expect(JSON.parse(report)).toMatchObject({
    decisions: [{ line: 3, tags: ['Other'], notes: [note] }, { line: 4 }],
  });
  const moderator = await buildModerator();
  const preview = await calls.preview(moderator, await readFile(file), 'tags.md');
  expect((await calls.reportOf(moderator, preview.id, 'json')).text).toBe(report);
});

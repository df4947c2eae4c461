import { setUpImportCalls } from '../../setup/import-calls';
import { setUpModerationCalls } from '../../setup/moderation-calls';
import { noRateLimits } from '../../setup/no-rate-limits';
import { setUpTestApp } from '../../setup/test-app';

const api = setUpTestApp({}, { rateLimits: noRateLimits });
const { buildModerator } = setUpModerationCalls(api);
const calls = setUpImportCalls(api);

const SKIPPED_LIST = `# Tools
## Plants
- [Fern](https://fern.example) - Grows in the shade. ([Source](https://github.com/a/fern))
${['a', 'b', 'c', 'd', 'e'].map((name) => `- [${name}](ftp://${name}.example) - No web link.`).join('\n')}

A sentence about [prose](https://prose.example) between the lists of this file.
`;

it('offers the columns of a list that is not what it was read as, groups what is skipped, and reports each decision', async () => {
  const moderator = await buildModerator();
  const rows = [
    'Name;Wo;Wie',
    ...Array.from({ length: 12 }, (_, at) => `Ding;https://d${at}.example;Tool ${at}`),
  ];
  const failed = await calls.preview(moderator, rows.join('\n'), 'liste.csv');
  expect(failed).toMatchObject({
    ...{
      state: 'failed',
      failure: expect.stringMatching(/would be called “ding”.* say which columns are what/),
    },
    found: { columns: [{ name: 'Name', samples: ['Ding'] }, { name: 'Wo' }, { name: 'Wie' }] },
  });
  expect((await calls.report(moderator, failed.id, 'md')).status).toBe(409);
  await calls.map(moderator, failed.id, {
    columns: [
      { name: 'Wie', target: 'name' },
      { name: 'Wo', target: 'url' },
    ],
    tags: [],
  });
  await calls.work();
  const preview = await calls.find(moderator, failed.id);
  expect(preview).toMatchObject({
    ...{ state: 'ready', counts: { added: 12 }, failure: null },
    found: { links: { seen: 12, entries: 12, parts: 0, skipped: 0 } },
  });

  const { id } = await calls.preview(moderator, SKIPPED_LIST, 'kinds.md');
  expect((await calls.skipped(moderator, id)).groups).toMatchObject([
    { kind: 'noWebsite', count: 5, entries: [{ line: 4 }, { line: 5 }, { line: 6 }] },
    { kind: 'prose', count: 1, entries: [{ line: 10, why: 'prose', url: 'https://prose.example' }] },
  ]);
  expect((await calls.entries(moderator, id, 'skipped&why=noWebsite')).entries).toHaveLength(5);
  const { text } = await calls.reportOf(moderator, id, 'json');
  expect(JSON.parse(text)).toMatchObject({
    ...{ source: 'kinds.md', isDryRun: true, counts: { added: 1, skipped: 6 } },
    links: { seen: 3, entries: 1, parts: 1, skipped: 1 },
    decisions: expect.arrayContaining([
      expect.objectContaining({ line: 3, outcome: 'added', name: 'Fern' }),
      {
        line: 3,
        outcome: 'part',
        kind: 'repository',
        url: 'https://github.com/a/fern',
        reason: 'Source code of line 3.',
      },
    ]),
  });
});

it.each([
  [4_900_000, 'ready', null],
  [5_000_000, 'ready', null],
  [5_100_000, undefined, 'Send at most 5 MB.'],
])(
  'keeps the limit that it tells for a list of %d bytes',
  async (size, state, problem) => {
    const moderator = await buildModerator();
    const text = listOfBytes(size);
    expect(Buffer.byteLength(text)).toBe(size);
    const answer = await calls.upload(moderator, text, 'large.md');
    if (problem !== null) {
      expect(answer).toMatchObject({ status: 413, body: { message: problem } });
      return;
    }
    await calls.work();
    const { id } = calls.detailsOf(answer);
    const preview = await calls.find(moderator, id);
    expect(preview).toMatchObject({ state, counts: { added: 2_000, skipped: 0 }, entryCount: 2_000 });
    const { text: report, partCount } = await calls.reportOf(moderator, id, 'md');
    expect(partCount).toBe(2);
    expect(report.match(/^\| \d+ \| added \| /gm)).toHaveLength(2_000);
  },
  300_000,
);

/** 2,000 entries with equally long texts, the last of which is as long as the list needs. */
function listOfBytes(size: number): string {
  const text = 'is for work '.padEnd(size / 2_000 - 70, 'and more work ');
  const lines = Array.from(
    { length: 2_000 },
    (_, at) => `- [Tool ${at}](https://tool-${at}.example.com) - It ${text}`,
  );
  return `# Tools\n## All\n${lines.join('\n')}`.padEnd(size, ' and more work');
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SECOND_MS } from '@/lib/contract/plain/durations';
import { products } from '@/server/db/schema';
import { createListReader } from '@/server/workers/list-workers';
import { buildProduct } from '../../setup/build';
import { setUpImportCalls } from '../../setup/import-calls';
import { setUpModerationCalls } from '../../setup/moderation-calls';
import { noRateLimits } from '../../setup/no-rate-limits';
import { setUpTestApp } from '../../setup/test-app';
import { FIXTURES, takenLists } from '../import/list-fixtures';

/** A tenth of what a site allows. */
const readInThread = createListReader(2 * SECOND_MS);
const api = setUpTestApp({}, { rateLimits: noRateLimits, readInThread });
const { buildModerator } = setUpModerationCalls(api);
const calls = setUpImportCalls(api);
const countProducts = () => api.db.$count(products);

it.each(takenLists.filter((name) => name.endsWith('.md')))(
  'does what the preview of %s says, and undoes it without a trace',
  async (name) => {
    const moderator = await buildModerator();
    await buildProduct(api.db, {
      slug: 'figgle',
      url: 'https://figgle.example',
      canonicalURL: 'https://figgle.example',
    });
    const preview = await calls.preview(moderator, readFileSync(join(FIXTURES, name)), name);
    expect(preview.state).toBe('ready');
    expect(preview.counts.added).toBeGreaterThan(0);
    await calls.start(moderator, preview.id);
    await calls.work();
    const result = await calls.find(moderator, preview.id);
    expect(result).toMatchObject({ state: 'imported', counts: preview.counts });
    expect(await countProducts()).toBe(1 + preview.counts.added);
    const again = await calls.preview(moderator, readFileSync(join(FIXTURES, name)), name);
    expect(again.counts).toMatchObject({ added: 0, updated: 0, skipped: preview.counts.skipped });
    await calls.undo(moderator, preview.id);
    await calls.work();
    expect((await calls.find(moderator, preview.id)).undone).toEqual({
      removed: preview.counts.added,
      restored: preview.counts.updated,
      kept: {},
    });
    expect(await countProducts()).toBe(1);
    const { rows } = await api.pool.query('SELECT slug FROM tags WHERE product_count <> 0');
    expect(rows).toEqual([]);
  },
);

const headings = (count: number) => Array.from({ length: count }, (_, at) => `## Heading ${at}`).join('\n');
it('gives up a file that takes too long to read', async () => {
  const preview = await calls.preview(await buildModerator(), headings(100_000), 'a.md');
  expect(preview).toMatchObject({ state: 'failed', failure: 'The list takes too long to read. Split it.' });
});

const names = (count: number) =>
  Array.from({ length: count }, (_, at) => `Name ${at},https://a.example\n`).join('');
const half = String.fromCharCode(0xd8_00);
it.each([
  ['JSON nested 200,000 deep', 'a.json', '['.repeat(200_000), 'failed'],
  ['JSON that ends early', 'a.json', '[{"url": "https://a.example"', 'failed'],
  ['4,000 headings', 'a.md', headings(4_000), 'failed'],
  ['a line of 4.9 MB', 'a.md', `- [A](https://a.example) - ${'x'.repeat(4_900_000)}`, 'failed'],
  ['a CSV line of 4.9 MB', 'a.csv', `name,url\n"A${'"'.repeat(4_900_000)},https://a.example`, 'failed'],
  ['4.9 MB of opening brackets', 'a.md', '['.repeat(4_900_000), 'failed'],
  ['NUL', 'a.csv', `name,url\nA\0B,https://a.example\n${'x'.repeat(9_000)}\0y,https://x.example`, 'failed'],
  [
    'escaped NUL and half a surrogate pair',
    'a.jsonl',
    `{"name":"A\\u0000B","url":"https://a.example","x":"\\u0000"}\n{"name":"C${half}","url":"https://c.example/"}`,
    'ready',
  ],
  ['NUL far behind the beginning', 'a.csv', `name,url\n${names(500)}B\0C,https://b.example\0`, 'ready'],
  [
    'invalid UTF-8',
    'a.csv',
    Buffer.concat([
      Buffer.from('name,url\nA '),
      Buffer.from([0xff, 0xfe, 0xc0]),
      Buffer.from(',https://a.example'),
    ]),
    'ready',
  ],
  [
    'formulas',
    'a.csv',
    'name,url,tagline\n"=HYPERLINK(""https://x.example"")",https://a.example,=1+1+cmd|calc',
    'ready',
  ],
])('reads %s, or says why it cannot', async (_, name, content, state) => {
  const moderator = await buildModerator();
  const preview = await calls.preview(moderator, content, name);
  expect({ state: preview.state, failure: preview.failure }).toEqual({
    state,
    failure: state === 'failed' ? expect.stringMatching(/^(?:The|This|No entry was found\.) /) : null,
  });
  const outcomes = ['added', 'skipped'];
  for (const outcome of outcomes) await calls.entries(moderator, preview.id, outcome);
  if (state === 'failed') return;
  await calls.start(moderator, preview.id);
  await calls.work();
  expect(await calls.find(moderator, preview.id)).toMatchObject({
    state: 'imported',
    counts: preview.counts,
  });
});

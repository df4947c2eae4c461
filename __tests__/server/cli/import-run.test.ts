import { ImportRun } from '@/server/cli/import-run';
import type { ImportLine } from '@/server/import/formats/import-line';

async function run(lines: readonly ImportLine[], isStopped = () => false) {
  const batchSizes: number[] = [];
  const progress: number[] = [];
  const importRun = new ImportRun({
    importBatch: (drafts) => {
      batchSizes.push(drafts.length);
      return Promise.resolve(drafts.map(({ line }) => ({ outcome: 'added', line })));
    },
    onProgress: (line) => progress.push(line),
  });
  async function* read() {
    yield* lines;
    await Promise.resolve();
  }
  await importRun.importAll(read(), isStopped);
  return { counts: importRun.counts, skipped: Object.fromEntries(importRun.skipped), batchSizes, progress };
}

const entries = (count: number) =>
  Array.from({ length: count }, (_, index): ImportLine => ({
    kind: 'entry',
    line: index + 1,
    name: `Tool ${index}`,
    url: `https://${index}.example.com`,
    text: 'A tool for careful people',
    details: '',
    tags: ['Tools'],
  }));

it('imports 200 products at a time, and tells after each batch how far it is', async () => {
  expect(await run(entries(401))).toEqual({
    counts: { added: 401, updated: 0, listed: 0, skipped: 0 },
    skipped: {},
    batchSizes: [200, 200, 1],
    progress: [200, 400, 401],
  });
});

it('stores whole batches only when it is stopped', async () => {
  let readCount = 0;
  const { batchSizes } = await run(entries(401), () => ++readCount === 300);
  expect(batchSizes).toEqual([200]);
});

it('counts every skipped line, and keeps the first 10 of a kind', async () => {
  const lines = Array.from({ length: 1_001 }, (_, index): ImportLine => ({
    kind: 'skipped',
    line: index + 1,
    why: 'noLink',
    reason: 'No link.',
  }));
  const { counts, skipped, batchSizes } = await run(lines);
  expect(counts).toEqual({ added: 0, updated: 0, listed: 0, skipped: 1_001 });
  const first = lines.slice(0, 10).map(({ line }) => ({ line, reason: 'No link.' }));
  expect(skipped).toEqual({ noLink: { count: 1_001, first } });
  expect(batchSizes).toEqual([]);
});

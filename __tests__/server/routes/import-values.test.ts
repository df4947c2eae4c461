import { IMPORT_LIMITS } from '@/lib/contract/import';
import { importedFields as fields } from '../../setup/imported-fields';
import { markdownList, setUpImportCalls } from '../../setup/import-calls';
import { noRateLimits } from '../../setup/no-rate-limits';
import { setUpReportCalls } from '../../setup/report-calls';
import { setUpTestApp } from '../../setup/test-app';

const api = setUpTestApp({ fields }, { rateLimits: noRateLimits });
const { buildModerator } = setUpReportCalls(api);
const calls = setUpImportCalls(api);

/** A line of `/data/products.jsonl`. */
const line = (name: string, values: Record<string, unknown>) =>
  JSON.stringify({
    ...{ slug: name.toLowerCase(), name, url: `https://${name.toLowerCase()}.example` },
    ...{ tagline: `${name} is a tool for texts`, description: '', tags: ['Editors'] },
    ...{ listedAt: '2026-05-01T00:00:00.000Z', fields: values },
  });

async function importLines(moderator: Awaited<ReturnType<typeof buildModerator>>, ...lines: string[]) {
  const { id } = await calls.preview(moderator, lines.join('\n'), 'products.jsonl');
  await calls.start(moderator, id);
  await calls.work();
  return id;
}

async function factsOf(slug: string): Promise<unknown> {
  api.deps().responseCache.clear();
  const { body } = await api.request('GET', `/api/products/${slug}`);
  return body;
}
const facts = (...entries: [key: string, ...texts: string[]][]) => ({
  product: {
    facts: entries.map(([key, ...texts]) => ({ key, parts: texts.map((text) => ({ text })) })),
  },
});

it('takes the values of the open data, and says which it leaves out', async () => {
  const moderator = await buildModerator();
  const { id, counts } = await calls.preview(
    moderator,
    [
      line('Vim', { license: 'MIT', runs: ['linux', 'web'] }),
      line('Nano', { license: 'Secret', runs: ['BeOS'], price: 5 }),
    ].join('\n'),
    'products.jsonl',
  );
  expect(counts).toMatchObject({ added: 2, skipped: 0 });
  const { entries } = await calls.entries(moderator, id, 'added');
  expect(entries.map(({ notes }) => notes)).toEqual([
    [],
    [
      'Open source left out: “Secret”. Use an SPDX identifier, such as MIT or GPL-3.0-only.',
      'Runs on left out: “BeOS”. Choose from: Web, Linux.',
      '“price” left out. There is no such field.',
    ],
  ]);
  await calls.start(moderator, id);
  await calls.work();

  expect(await factsOf('vim')).toMatchObject(facts(['license', 'MIT'], ['runs', 'Web', 'Linux']));
  expect(await factsOf('nano')).not.toHaveProperty('product.facts');
});

it('brings back the values that an import has changed, and those alone', async () => {
  const moderator = await buildModerator();
  await importLines(moderator, line('Vim', { license: 'MIT' }), line('Nano', { license: 'MIT' }));
  const second = await importLines(
    moderator,
    line('Vim', { license: 'ISC', runs: ['web'] }),
    line('Nano', { license: 'ISC' }),
  );
  // Nano's license is changed again.
  await importLines(moderator, line('Nano', { license: 'BSD-3-Clause' }));
  expect(await factsOf('vim')).toMatchObject(facts(['license', 'ISC'], ['runs', 'Web']));

  await calls.undo(moderator, second);
  await calls.work();
  expect((await calls.find(moderator, second)).undone).toEqual({
    removed: 0,
    restored: 1,
    kept: { edited: 1 },
  });
  expect(await factsOf('vim')).toMatchObject(facts(['license', 'MIT']));
  expect(await factsOf('nano')).toMatchObject(facts(['license', 'BSD-3-Clause']));
});

it('refuses one more list while too many wait to be imported', async () => {
  const moderator = await buildModerator();
  for (let count = 0; count < IMPORT_LIMITS.previewsMax; count += 1) {
    expect((await calls.upload(moderator, markdownList([`Tool${count}`]))).status).toBe(202);
  }
  expect(await calls.upload(moderator, markdownList(['Vim']))).toMatchObject({
    status: 409,
    body: { message: 'Too many lists wait to be imported. Import or discard one of them first.' },
  });
});

import * as z from 'zod/mini';
import { unifyURLsOfProducts } from '@/server/jobs/product-jobs';
import { buildProduct } from '../../setup/build';
import { setUpImportCalls } from '../../setup/import-calls';
import { setUpModerationCalls } from '../../setup/moderation-calls';
import { noRateLimits } from '../../setup/no-rate-limits';
import { setUpSubmissionCalls } from '../../setup/submission-calls';
import { setUpTestApp } from '../../setup/test-app';

const api = setUpTestApp({}, { rateLimits: noRateLimits });
const { signedInUser, submit, createSubmission, storedProducts } = setUpSubmissionCalls(api);
const { buildModerator } = setUpModerationCalls(api);
const imports = setUpImportCalls(api);

const SPELLINGS = [
  ['https://github.com/Octo/Widget', 'https://www.github.com/octo/widget.git'],
  ['https://github.com/octo/gadget?tab=readme-ov-file', 'http://github.com/Octo/Gadget/tree/main'],
  ['https://youtu.be/abcdefghijk?t=3', 'https://m.youtube.com/watch?list=x&v=abcdefghijk'],
  ['https://www.npmjs.com/package/@octo/widget', 'https://npmjs.com/package/@octo/widget/v/1.2.0'],
  ['https://pypi.org/project/My_Widget/', 'https://pypi.python.org/pypi/my.widget'],
  ['https://crates.io/crates/my_widget', 'https://crates.io/crates/my-widget/0.1.0'],
  [
    'https://play.google.com/store/apps/details?id=a.b',
    'https://play.google.com/store/apps/details?hl=de&id=a.b',
  ],
  ['https://apps.apple.com/us/app/widget/id123', 'https://itunes.apple.com/de/app/id123?mt=8'],
  ['https://en.wikipedia.org/wiki/Wide_area', 'https://en.m.wikipedia.org/wiki/wide%20area'],
  ['https://www.producthunt.com/posts/Widget', 'https://producthunt.com/posts/widget?utm_source=x'],
] as const;

it.each(SPELLINGS)(
  'takes a submission of %s and one of %s for the same, and says no more than of the same link',
  async (one, other) => {
    const ada = await signedInUser();
    const bob = await signedInUser();
    await createSubmission(ada, { url: one });
    const same = await submit(bob, { url: one });
    const spelled = await submit(bob, { url: other });
    expect(same).toMatchObject({ status: 409, body: { code: 'conflict' } });
    expect([spelled.status, spelled.body]).toEqual([
      same.status,
      { ...z.record(z.string(), z.unknown()).parse(same.body), requestId: expect.any(String) },
    ]);
    // The product waits for a moderator, so other members do not learn the product's name.
    expect(JSON.stringify(spelled.body)).not.toContain('Figgle');
    expect(await storedProducts()).toHaveLength(1);
  },
);

it('finds what is listed in the list of an import, in another spelling', async () => {
  const moderator = await buildModerator();
  const listOf = (urls: readonly string[]) =>
    urls.map((url, index) => `- [Thing ${index}](${url}) - A thing that is listed already`).join('\n');
  const run = async (urls: readonly string[]) => {
    const { id, state } = await imports.preview(moderator, listOf(urls));
    expect(state).toBe('ready');
    await imports.start(moderator, id);
    await imports.work();
    return (await imports.find(moderator, id)).counts;
  };
  expect(await run(SPELLINGS.map(([one]) => one))).toMatchObject({ added: SPELLINGS.length });
  expect(await run(SPELLINGS.map(([, other]) => other))).toEqual({
    ...{ added: 0, updated: 0, listed: SPELLINGS.length, skipped: 0 },
  });
});

it('computes the canonical URLs that an earlier build has stored, and keeps those of further products of one thing', async () => {
  const spellings = [
    'https://github.com/Octo/Widget',
    'https://github.com/octo/Widget',
    'https://octo.example/Widget',
  ];
  for (const [index, url] of spellings.entries())
    await buildProduct(api.db, { slug: `widget-${index}`, url, canonicalURL: url });
  await unifyURLsOfProducts.run(api.deps(), new AbortController().signal);
  expect((await storedProducts()).map(({ canonicalURL, urlRules }) => [canonicalURL, urlRules])).toEqual([
    ['https://github.com/octo/widget', 1],
    ['https://github.com/octo/Widget', 1],
    ['https://octo.example/Widget', 1],
  ]);
  const { status, body } = await submit(await signedInUser(), { url: 'https://github.com/OCTO/widget.git' });
  expect({ status, body }).toMatchObject({ status: 409, body: { product: { slug: 'widget-0' } } });
});

import { eq, sql } from 'drizzle-orm';
import { sayStored } from '@/server/base/stored-text';
import { importProducts } from '@/server/commands/imports/import-products';
import { products, productSlugs, tags } from '@/server/db/schema';
import { type ImportDraft, draftProduct } from '@/server/import/import-draft';
import { buildProduct, buildUser } from '../../../setup/build';
import { setUpTestApp, testNow } from '../../../setup/test-app';

const api = setUpTestApp();
function draft(
  name: string,
  overrides: { url?: string; text?: string; tags?: string[]; line?: number; details?: string } = {},
): ImportDraft {
  const {
    url = `https://${name.toLowerCase().replaceAll(' ', '-')}.example.com`,
    text = `${name} is a tool`,
    line = 1,
    details = '',
  } = overrides;
  const drafted = draftProduct({ line, name, url, text, details, tags: overrides.tags ?? ['Tools'] });
  if ('refusal' in drafted) throw new Error('An entry was refused');
  return drafted;
}

const run = async (drafts: ImportDraft[], isDryRun = false) =>
  (await importProducts(api.deps(), drafts, { isDryRun })).map((each) =>
    each.outcome === 'skipped' ? sayStored(each.reason) : each.outcome,
  );

const listNames = async () =>
  (await api.db.select({ name: products.name }).from(products).orderBy(products.id)).map(({ name }) => name);
const countTags = async () => {
  const rows = await api.db.select().from(tags).orderBy(tags.slug);
  return Object.fromEntries(rows.map(({ name, productCount }) => [name, productCount]));
};

it('lists products with their tags and without a submitter', async () => {
  expect(
    await run([draft('Ada', { tags: ['Text', 'Tools'], details: 'More *about* it.' }), draft('Bob')]),
  ).toEqual(['added', 'added']);

  const answer = await api.request('GET', '/api/products/ada');
  expect(answer.body).toMatchObject({
    product: {
      name: 'Ada',
      slug: 'ada',
      tagline: 'Ada is a tool',
      description: 'More \\*about\\* it.',
      descriptionHTML: '<p>More *about* it.</p>',
      url: 'https://ada.example.com',
      status: 'approved',
      submitter: null,
      approvedAt: testNow.toISOString(),
      tags: [
        { slug: 'text', name: 'Text' },
        { slug: 'tools', name: 'Tools' },
      ],
    },
  });
  expect(await countTags()).toEqual({ Text: 1, Tools: 2 });
});

it('adds new products to search', async () => {
  await run([draft('Ada')]);
  const answer = await api.request('POST', '/1/indexes/tool-fyi/query', { body: { query: 'ada' } });
  expect(answer.body).toMatchObject({ hits: [{ title: 'Ada' }] });
});

it('adds and changes nothing when repeated', async () => {
  const drafts = [draft('Ada'), draft('Bob', { text: '' }), draft('q')];
  await run(drafts);
  api.clock.now = new Date(testNow.getTime() + 60_000);
  expect(await run(drafts)).toEqual(['listed', 'listed', 'listed']);
  expect(await listNames()).toEqual(['Ada', 'Bob', 'q (q.example.com)']);
  expect(await countTags()).toEqual({ Tools: 3 });
  const updated = await api.db.select({ updatedAt: products.updatedAt }).from(products);
  expect(updated.map(({ updatedAt }) => updatedAt)).toEqual([testNow, testNow, testNow]);
});

it('recognizes a product by its URL in any spelling', async () => {
  await run([draft('Ada', { url: 'http://www.ada.example.com/?utm_source=list' })]);
  expect(await run([draft('Ada', { url: 'https://ada.example.com/index.html#top' })])).toEqual(['listed']);
  expect(await listNames()).toEqual(['Ada']);
});

it('updates changed texts, and search finds the new words', async () => {
  await run([draft('Ada', { tags: ['Text'] })]);
  expect(await run([draft('Ada', { text: 'Now a compiler', tags: ['Compilers'] })])).toEqual(['updated']);
  const answer = await api.request('GET', '/api/products/ada');
  expect(answer.body).toMatchObject({
    product: { tagline: 'Now a compiler', tags: [{ name: 'Text' }, { name: 'Compilers' }] },
  });
  const search = await api.request('POST', '/1/indexes/tool-fyi/query', { body: { query: 'compiler' } });
  expect(search.body).toMatchObject({ hits: [{ title: 'Ada' }] });
});

it('keeps a text that the list no longer has', async () => {
  await run([draft('Ada')]);
  expect(await run([draft('Ada', { text: '' })])).toEqual(['listed']);
  expect(await api.db.select({ tagline: products.tagline }).from(products)).toEqual([
    { tagline: 'Ada is a tool' },
  ]);
});

it('merges two entries with the same URL into one product with the tags of both', async () => {
  expect(
    await run([
      draft('Ada', { tags: ['Text'] }),
      draft('Ada again', { url: 'https://ada.example.com/', tags: ['Tools'] }),
    ]),
  ).toEqual(['added', 'listed']);
  expect(await listNames()).toEqual(['Ada']);
  expect(await countTags()).toEqual({ Text: 1, Tools: 1 });
});

it('adds the tags of a repeated entry in a later batch, but not its text', async () => {
  await run([draft('Ada', { tags: ['Text'] })]);
  const repeated = {
    ...draft('Other name', { url: 'https://ada.example.com', tags: ['Tools'] }),
    isRepeat: true,
  };
  expect(await run([repeated])).toEqual(['listed']);
  expect(await listNames()).toEqual(['Ada']);
  expect(await countTags()).toEqual({ Text: 1, Tools: 1 });
});

it('does not change products that a member submitted', async () => {
  const member = await buildUser(api.db);
  await buildProduct(api.db, {
    name: 'By a member',
    canonicalURL: 'https://ada.example.com',
    submitterId: member.id,
  });
  expect(await run([draft('Ada', { tags: ['Text'] })])).toEqual(['listed']);
  expect(await listNames()).toEqual(['By a member']);
  expect(await countTags()).toEqual({});
});

it.each([
  ['removed', 'It was removed from the directory.'],
  ['rejected', 'It was submitted before and rejected.'],
  ['pending', 'It was submitted and is waiting for a moderator.'],
] as const)('does not bring back a product that was %s', async (status, reason) => {
  await buildProduct(api.db, { name: 'Gone', canonicalURL: 'https://ada.example.com', status });
  expect(await run([draft('Ada')])).toEqual([reason]);
  expect(await api.db.select({ name: products.name, status: products.status }).from(products)).toEqual([
    { name: 'Gone', status },
  ]);
});

it('gives products with the same name different slugs, none of them used before', async () => {
  const former = await buildProduct(api.db, { slug: 'renamed' });
  await api.db.insert(productSlugs).values({ slug: 'website', productId: former.id });
  const same = Array.from({ length: 12 }, (_, index) =>
    draft('Website', { url: `https://site-${index}.example.com` }),
  );
  await run(same.slice(0, 6));
  await run(same.slice(6));
  const slugs = (
    await api.db
      .select({ slug: products.slug })
      .from(products)
      .where(eq(products.name, 'Website'))
      .orderBy(products.id)
  ).map(({ slug }) => slug);
  expect(slugs.slice(0, 8)).toEqual([
    'website-2',
    'website-3',
    'website-4',
    'website-5',
    'website-6',
    'website-7',
    'website-8',
    'website-9',
  ]);
  expect(new Set(slugs).size).toBe(12);
  expect(slugs[8]).toMatch(/^website-[0-9a-f]{12}$/);
});

it('reports the outcome of a dry run and changes nothing', async () => {
  await run([draft('Ada'), draft('Bob')]);
  expect(await run([draft('Ada'), draft('Bob', { text: 'Bob has changed' }), draft('Cy')], true)).toEqual([
    'listed',
    'updated',
    'added',
  ]);
  expect(await listNames()).toEqual(['Ada', 'Bob']);
});

it('skips a draft that the database refuses, with the reason, and stores its neighbors', async () => {
  const names = Array.from({ length: 9 }, (_, index) => `Tool ${index}`);
  const list = names.map((name) => draft(name));
  list.splice(2, 0, { ...draft('Null'), name: 'null \u0000 character' });
  list.splice(7, 0, { ...draft('Long'), name: 'x'.repeat(61) });
  list.push({ ...draft('Other name', { url: 'https://null.example.com' }), isRepeat: true });

  const outcomes = await run(list);
  const unstorable = 'It contains a character that the database cannot store.';
  const added = (count: number) => Array.from({ length: count }, () => 'added');
  expect(outcomes).toEqual([
    ...added(2),
    unstorable,
    ...added(4),
    'The database refused it: it breaks the rule products_name_chars.',
    ...added(3),
    unstorable,
  ]);
  expect((await listNames()).sort()).toEqual(names);
  expect(await countTags()).toEqual({ Tools: 9 });
});

it('stores nothing and skips nothing when the database fails for another reason', async () => {
  await api.pool.query('ALTER TABLE product_tags RENAME TO product_tags_gone');
  try {
    await expect(run([draft('Ada'), draft('Bob')])).rejects.toThrow('product_tags');
  } finally {
    await api.pool.query('ALTER TABLE product_tags_gone RENAME TO product_tags');
  }
  expect(await listNames()).toEqual([]);
});

it('stores a long list in short transactions, with entries of the same URL in one', async () => {
  const url = 'https://first.example.com';
  const list = [
    draft('First', { url }),
    ...Array.from({ length: 100 }, (_, index) => draft(`Tool ${index}`)),
    draft('Last', { url, tags: ['Other'] }),
  ];

  expect(await run(list)).toEqual([...Array.from({ length: 101 }, () => 'added'), 'listed']);
  const { rows } = await api.db.execute<{ stored: number }>(sql`
    SELECT count(*)::int AS stored FROM products GROUP BY xmin::text`);
  // How many products a transaction has depends on how long the last ones took.
  expect(rows.length).toBeGreaterThan(1);
  expect(rows.filter(({ stored }) => stored > 100)).toEqual([]);
  expect((await api.request('GET', '/api/products/first')).body).toMatchObject({
    product: { name: 'First', tags: [{ slug: 'tools' }, { slug: 'other' }] },
  });
});

it('neither duplicates nor loses a product when two imports of the same list run at once', async () => {
  const names = Array.from({ length: 120 }, (_, index) => `Tool ${index}`);
  const list = names.map((name, index) => draft(name, { tags: [`Tag ${index % 7}`] }));
  const outcomes = await Promise.all([run(list), run(list.toReversed()), run(list.slice(30, 90))]);
  expect(outcomes.flat().filter((outcome) => outcome === 'added')).toHaveLength(120);
  expect((await listNames()).sort()).toEqual(names.sort());
  const counted = await api.db.execute(sql`
    SELECT count(*)::int AS wrong FROM tags WHERE product_count <> (SELECT count(*) FROM product_tags WHERE tag_id = tags.id)`);
  expect(counted.rows).toEqual([{ wrong: 0 }]);
});

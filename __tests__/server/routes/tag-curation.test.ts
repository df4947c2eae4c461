import { TAG_LIMITS } from '@/lib/contract/tag-curation';
import { buildProduct } from '../../setup/build';
import { setUpModerationCalls } from '../../setup/moderation-calls';
import { setUpTagCalls, withoutLimits } from '../../setup/tag-calls';
import { setUpTestApp } from '../../setup/test-app';

const api = setUpTestApp({}, withoutLimits);
const { signInModerator, runJob, disagreements, change, list, merge, rowsOf, slugsOf, tagsOf, usedTags } =
  setUpTagCalls(api);
const { auditLog, signedInUser, createSubmission, searchIds } = setUpModerationCalls(api);
const statusOf = async (path: string) => (await api.request('GET', path)).status;
const movedTo = async (path: string) => {
  const { status, headers } = await api.request('GET', path);
  return status === 308 ? headers.get('location') : status;
};

it('gives a tag another name and slug, under which everything finds it, and keeps the former slug', async () => {
  const headers = await signInModerator();
  const product = await buildProduct(api.db, { slug: 'one', name: 'One', tags: ['Javscript'] });

  const renamed = await change(headers, 'javscript', [
    ...(['PUT', 'name'] as const),
    { name: 'JavaScript', slug: 'javascript' },
  ]);

  expect(renamed.status).toBe(200);
  expect(await usedTags()).toEqual([{ slug: 'javascript', name: 'JavaScript', productCount: 1 }]);
  expect(await movedTo('/api/products?tag=javscript')).toBe('?tag=javascript');
  expect(await movedTo('/tag/javscript/feed.xml')).toBe('../javascript/feed.xml');
  expect(await slugsOf('tag=javascript')).toEqual(['one']);
  await runJob();
  expect(await searchIds('javascript')).toEqual([product.id]);
  // Renamed again, back to the slug of before: now the other one is the former.
  expect(
    (await change(headers, 'javascript', ['PUT', 'name', { name: 'JavaScript', slug: 'javscript' }])).status,
  ).toBe(200);
  expect(await movedTo('/api/products?tag=javascript')).toBe('?tag=javscript');
  expect(await statusOf('/api/products?tag=javscript')).toBe(200);
  expect((await auditLog()).map(({ action, details }) => [action, details])).toMatchObject([
    ['tag.rename', { name: 'Javscript', newName: 'JavaScript', newSlug: 'javascript' }],
    ['tag.rename', { newSlug: 'javscript' }],
  ]);
});

it('writes the search documents of every product of a renamed tag, more than one step takes', async () => {
  const headers = await signInModerator();
  for (let number = 1; number <= 26; number += 1)
    await buildProduct(api.db, { slug: `tool-${number}`, tags: ['Sorting'] });
  const namedBy = async (word: string) =>
    rowsOf(`SELECT FROM search_documents WHERE to_jsonb(search_documents)::text ILIKE '%${word}%'`);

  expect(
    (await change(headers, 'sorting', ['PUT', 'name', { name: 'Ordering', slug: 'sorting' }])).status,
  ).toBe(200);
  await runJob();

  expect(await namedBy('ordering')).toHaveLength(26);
});

it('refuses a slug that leads to another tag, or that no page can have, and leaves everything alone', async () => {
  const headers = await signInModerator();
  await buildProduct(api.db, { slug: 'one', tags: ['One', 'Two', 'Three'] });
  await merge(headers, 'three', 'two');
  const before = await rowsOf('SELECT * FROM tags ORDER BY id');
  const rename = async (slug: string, name = 'One') =>
    (await change(headers, 'one', ['PUT', 'name', { name, slug }])).status;

  expect([await rename('two'), await rename('three'), await rename('Not a slug')]).toEqual([409, 409, 400]);
  expect([await rename('one', ' '), await rename('one', 'x'.repeat(41))]).toEqual([400, 400]);
  expect((await change(headers, 'three', ['PUT', 'name', { name: 'x', slug: 'x' }])).status).toBe(409);

  expect(await rowsOf('SELECT * FROM tags ORDER BY id')).toEqual(before);
  expect(await auditLog()).toHaveLength(1);
});

it('refuses the name of another tag, as a name and as a synonym, also in other letters and at the same moment', async () => {
  const headers = await signInModerator();
  await buildProduct(api.db, { slug: 'one', tags: ['One', 'Two', 'Three', 'Four'] });
  const rename = (tag: string, name: string, slug = tag) =>
    change(headers, tag, ['PUT', 'name', { name, slug }]);
  await rename('two', 'Analytics');
  await change(headers, 'two', ['POST', 'synonyms', { name: 'Metrics' }]);

  const refused = await rename('one', 'analytics');
  expect([refused.status, refused.body]).toMatchObject([
    409,
    { message: 'There is already a tag Analytics. To make one tag of both, merge them.' },
  ]);
  expect((await rename('one', 'Metrics')).status).toBe(409);
  expect((await change(headers, 'one', ['POST', 'synonyms', { name: 'Analytics' }])).status).toBe(409);
  expect((await rename('two', 'ANALYTICS')).status).toBe(200);
  const statuses = (await Promise.all([rename('three', 'Same'), rename('four', 'Same')])).map(
    ({ status }) => status,
  );
  expect(statuses.toSorted()).toEqual([200, 409]);
});

it('makes a synonym lead to its tag in URLs, submissions, filters and the search', async () => {
  const headers = await signInModerator();
  const product = await buildProduct(api.db, { slug: 'one', name: 'One', tags: ['JavaScript', 'Web'] });
  const add = async (tag: string, name: string) =>
    (await change(headers, tag, ['POST', 'synonyms', { name }])).status;

  expect(await statusOf('/api/tags/ecmascript')).toBe(404);
  expect(await add('javascript', 'ECMAScript')).toBe(200);

  expect([
    await add('web', 'ecmascript'),
    await add('web', 'JavaScript'),
    await add('javascript', 'Javascript'),
  ]).toEqual([409, 409, 409]);
  expect(await movedTo('/api/products?tag=ecmascript')).toBe('?tag=javascript');
  expect((await usedTags())[0]).toEqual({
    ...{ slug: 'javascript', name: 'JavaScript', productCount: 1, otherNames: ['ECMAScript'] },
  });
  const { slug } = await createSubmission(await signedInUser(), {
    tags: ['EcmaScript', 'javascript', 'Web'],
  });
  expect(await tagsOf(slug)).toEqual(['javascript', 'web']);
  expect(await searchIds('ecmascript')).toEqual([]);
  await runJob();
  expect(await searchIds('ecmascript')).toEqual([product.id]);
  expect((await list(headers, 'q=ecma')).tags).toEqual([]);
  expect((await list(headers, 'q=ECMAScript')).tags).toMatchObject([
    { slug: 'javascript', synonyms: [{ slug: 'ecmascript', name: 'ECMAScript' }], formerSlugs: [] },
  ]);

  expect((await change(headers, 'javascript', ['DELETE', 'synonyms/ecmascript'])).status).toBe(200);
  expect((await change(headers, 'javascript', ['DELETE', 'synonyms/ecmascript'])).status).toBe(404);
  expect((await change(headers, 'javascript', ['DELETE', 'synonyms/javascript'])).status).toBe(404);
  expect(await statusOf('/api/tags/ecmascript')).toBe(404);
  await runJob();
  expect(await searchIds('ecmascript')).toEqual([]);
  expect((await auditLog()).map(({ action }) => action)).toEqual(['tag.add-synonym', 'tag.remove-synonym']);
});

it('keeps a former slug that was a synonym, and counts synonyms', async () => {
  const headers = await signInModerator();
  await buildProduct(api.db, { slug: 'one', tags: ['Old'] });
  await change(headers, 'old', ['PUT', 'name', { name: 'New', slug: 'new' }]);
  expect((await change(headers, 'new', ['POST', 'synonyms', { name: 'Old' }])).status).toBe(200);
  expect((await list(headers)).tags).toMatchObject([{ synonyms: [{ name: 'Old' }], formerSlugs: [] }]);
  expect((await change(headers, 'new', ['DELETE', 'synonyms/old'])).status).toBe(200);
  expect((await list(headers)).tags).toMatchObject([{ synonyms: [], formerSlugs: ['old'] }]);
  expect(await movedTo('/api/products?tag=old')).toBe('?tag=new');

  for (let number = 0; number < TAG_LIMITS.synonymsMax; number += 1)
    await change(headers, 'new', ['POST', 'synonyms', { name: `Name ${number}` }]);
  const last = await change(headers, 'new', ['POST', 'synonyms', { name: 'One too many' }]);
  expect(last.status).toBe(409);
  expect(await statusOf('/api/tags/one-too-many')).toBe(404);
});

it('makes no second tag of a name that becomes a synonym at the same moment', async () => {
  const headers = await signInModerator();
  await buildProduct(api.db, { slug: 'one', tags: ['JavaScript'] });
  const submitter = await signedInUser();

  const [added, submitted] = await Promise.all([
    change(headers, 'javascript', ['POST', 'synonyms', { name: 'js' }]),
    createSubmission(submitter, { tags: ['js'] }),
  ]);

  const tags = await rowsOf<{ slug: string }>('SELECT slug FROM tags ORDER BY slug');
  const isSynonym = added.status === 200;
  expect(tags.map(({ slug }) => slug)).toEqual(isSynonym ? ['javascript'] : ['javascript', 'js']);
  expect(await tagsOf(submitted.slug)).toEqual([isSynonym ? 'javascript' : 'js']);
});

it('hides a tag everywhere, also when its products are edited, and shows it again as it was', async () => {
  const headers = await signInModerator();
  const submitter = await signedInUser();
  const { id, slug } = await createSubmission(submitter, { tags: ['Spam', 'Web'] });
  await api.request('POST', `/api/moderation/products/${id}/approve`, { headers });
  await buildProduct(api.db, { slug: 'other', name: 'Other', tags: ['Spam', 'Web'] });
  const before = await rowsOf('SELECT to_jsonb(t) AS row FROM search_documents t ORDER BY product_id');
  const related = async () => (await api.request('GET', `/api/products/${slug}/related`)).text;
  expect(await related()).toContain('Spam');

  expect((await change(headers, 'spam', ['PUT', 'hidden'])).status).toBe(200);

  const pages = [
    ...[
      '/api/tags',
      `/api/products/${slug}`,
      '/api/products?sort=new',
      '/api/overview',
      '/sitemap-tags-1.xml',
    ],
    ...['/tags.md', `/tool/${slug}.md`, '/data/awesome.md', '/data/products.json', '/data/products.csv'],
    ...['/feed.xml', '/feed.json', '/llms.txt', `/api/products/${slug}/related`],
  ];
  for (const path of pages)
    expect([path, (await api.request('GET', path)).text]).not.toEqual([path, expect.stringMatching(/spam/i)]);
  for (const path of [
    '/api/tags/spam',
    '/api/products?tag=spam',
    '/tag/spam/feed.xml',
    '/tag/spam.md',
    '/og/tag/spam.png',
  ])
    expect([path, await statusOf(path)]).toEqual([path, 404]);
  const counted = await api.request('POST', '/1/indexes/tool-fyi/query', {
    body: { query: '', facets: ['tags'] },
  });
  expect(counted.text).not.toMatch(/spam/i);
  await runJob();
  expect(await searchIds('spam')).toEqual([]);
  await api.request('PATCH', `/api/user/private/products/${id}`, {
    ...{ headers: submitter.headers, body: { tags: ['Web', 'Added'] } },
  });
  expect(await tagsOf(slug)).toEqual(['spam', 'web', 'added']);
  expect(
    await rowsOf('SELECT position FROM product_tags WHERE product_id = $1 ORDER BY position', [id]),
  ).toEqual([{ position: 0 }, { position: 1 }, { position: 2 }]);
  expect((await list(headers, 'state=hidden')).tags).toMatchObject([
    { slug: 'spam', isHidden: true, productCount: 2 },
  ]);

  await api.request('PATCH', `/api/user/private/products/${id}`, {
    ...{ headers: submitter.headers, body: { tags: ['Web'] } },
  });
  expect((await change(headers, 'spam', ['DELETE', 'hidden'])).status).toBe(200);
  expect((await change(headers, 'spam', ['DELETE', 'hidden'])).status).toBe(200);
  await runJob();

  expect(await rowsOf('SELECT to_jsonb(t) AS row FROM search_documents t ORDER BY product_id')).toEqual(
    before,
  );
  expect(await slugsOf('tag=spam')).toHaveLength(2);
  expect(await disagreements()).toEqual([]);
  expect((await auditLog()).map(({ action }) => action)).toEqual(['product.approve', 'tag.hide', 'tag.show']);
});

import { sql } from 'drizzle-orm';
import { listVersionsCall } from '@/lib/contract/history';
import { importProducts } from '@/server/commands/imports/import-products';
import { draftProduct } from '@/server/import/import-draft';
import { buildProduct } from '../../setup/build';
import { setUpModerationCalls } from '../../setup/moderation-calls';
import { noRateLimits } from '../../setup/no-rate-limits';
import { setUpTestApp } from '../../setup/test-app';

const api = setUpTestApp({}, { rateLimits: noRateLimits });
const { buildModerator, signedInUser, createSubmission, editSubmission, approve, ...calls } =
  setUpModerationCalls(api);

type Sender = { headers: Record<string, string> };
const list = ({ headers }: Sender, id: string, query = '') =>
  api.request('GET', `/api/moderation/products/${id}/versions${query}`, { headers });
const versionsOf = async (sender: Sender, id: string, query = '') =>
  listVersionsCall.answer.parse((await list(sender, id, query)).body);
const revert = ({ headers }: Sender, id: string) =>
  api.request('POST', `/api/moderation/versions/${id}/revert`, { headers });

it('keeps what was submitted, edited, approved and corrected, with who and what, and no pending edit', async () => {
  const moderator = await buildModerator('mo');
  const ada = await signedInUser({ handle: 'ada' });
  const { id } = await createSubmission(ada);
  await approve(moderator.headers, id);
  await editSubmission(ada, id, { tagline: 'Draws diagrams in the terminal' });
  await editSubmission(ada, id, { name: 'Doodle' });
  expect((await versionsOf(moderator, id)).versions).toHaveLength(2);
  await approve(moderator.headers, id);
  await api.request('PATCH', `/api/moderation/products/${id}/fields`, {
    headers: moderator.headers,
    body: { fields: { price: 'free' } },
  });

  const { product, versions, nextCursor } = await versionsOf(moderator, id);

  expect([product.name, nextCursor]).toEqual(['Doodle', null]);
  expect(versions).toMatchObject([
    { kind: 'corrected', memberHandle: 'mo', isPresent: true, changes: [{ part: 'Price', before: '' }] },
    { kind: 'approved', memberHandle: 'mo', changes: [{ part: 'name', before: 'Figgle', after: 'Doodle' }] },
    {
      kind: 'edited',
      memberHandle: 'ada',
      changes: [{ part: 'tagline', after: 'Draws diagrams in the terminal' }],
    },
    { kind: 'submitted', memberHandle: 'ada', changes: [], isPresent: false },
  ]);
});

it('makes a product say again what it said, with one row in the log, and a version of its own', async () => {
  const moderator = await buildModerator('mo');
  const ada = await signedInUser();
  const { id, slug } = await createSubmission(ada);
  await approve(moderator.headers, id);
  await editSubmission(ada, id, {
    tagline: 'Buy cheap pills here',
    description: '**Pills**',
    tags: ['Pills'],
  });
  const before = await calls.storedProduct(id);
  const { versions } = await versionsOf(moderator, id);

  expect((await revert(moderator, versions[1]?.id ?? '')).status).toBe(200);

  const after = await calls.storedProduct(id);
  expect([before?.tagline, before?.slug]).toEqual(['Buy cheap pills here', slug]);
  expect(after).toMatchObject({ status: 'approved', slug, tagline: expect.not.stringContaining('pills') });
  expect(after?.descriptionHTML).not.toContain('Pills');
  expect(await calls.tagCounts()).toMatchObject({ pills: 0 });
  expect((await versionsOf(moderator, id)).versions[0]).toMatchObject({
    kind: 'reverted',
    memberHandle: 'mo',
  });
  const log = await calls.auditLog();
  expect(log.filter(({ action }) => action === 'product.revert')).toMatchObject([
    { subjectId: id, actorHandle: 'mo' },
  ]);
});

it('writes what a product said before its first change, and what an import changes', async () => {
  const moderator = await buildModerator();
  const importTagline = async (text: string) => {
    const draft = draftProduct({
      ...{ line: 1, name: 'Drawn', url: 'https://drawn.example.com', text, details: '', tags: ['Tools'] },
    });
    if ('refusal' in draft) throw new Error('An entry was refused');
    await importProducts(api.deps(), [draft], { isDryRun: false });
  };
  await importTagline('The first tagline of this one');
  const { rows } = await api.db.execute<{ id: string }>(sql`SELECT id FROM products`);
  const id = rows[0]?.id ?? '';
  expect((await versionsOf(moderator, id)).versions).toEqual([]);
  await importTagline('The second tagline of this one');

  expect((await versionsOf(moderator, id)).versions).toMatchObject([
    {
      kind: 'imported',
      memberHandle: null,
      changes: [{ part: 'tagline', before: 'The first tagline of this one' }],
    },
    { kind: 'first', changes: [] },
  ]);
});

it('refuses a product that is not listed, an edit in the queue, a URL that another has, and everyone but moderators', async () => {
  const moderator = await buildModerator();
  const ada = await signedInUser();
  const { id } = await createSubmission(ada);
  const [first] = (await versionsOf(moderator, id)).versions;
  const version = first?.id ?? '';
  expect((await revert(moderator, version)).status).toBe(409);
  await approve(moderator.headers, id);
  expect((await revert(ada, version)).status).toBe(403);
  expect((await list(ada, id)).status).toBe(403);
  expect((await revert(moderator, '999999')).status).toBe(404);
  expect((await list(moderator, '999999')).status).toBe(404);
  await editSubmission(ada, id, { name: 'Doodle', url: 'https://doodle.example.com/' });
  expect((await revert(moderator, version)).status).toBe(409);
  await approve(moderator.headers, id);
  // Another product has the former URL now.
  await createSubmission(ada);
  expect((await revert(moderator, version)).status).toBe(409);
  expect((await calls.storedProduct(id))?.name).toBe('Doodle');
});

it('lists 20 versions at a time, compares across pages, and keeps 200 of a product', async () => {
  const moderator = await buildModerator();
  const { id } = await buildProduct(api.db);
  await api.db.execute(sql`
    INSERT INTO product_versions (product_id, kind, created_at, name, tagline, description, url, tags, field_values)
    SELECT ${id}, 'edited', now(), 'Name ' || n, 'T', '', 'https://x.example', '{}', '[]' FROM generate_series(1, 220) AS n`);
  const page = await versionsOf(moderator, id);
  expect(page.versions).toHaveLength(20);
  expect(page.versions[19]?.changes).toEqual([{ part: 'name', before: 'Name 200', after: 'Name 201' }]);
  const next = await versionsOf(moderator, id, `?after=${encodeURIComponent(page.nextCursor ?? '')}`);
  expect(next.versions[0]?.changes).toEqual([{ part: 'name', before: 'Name 199', after: 'Name 200' }]);
  await api.request('PATCH', `/api/moderation/products/${id}/fields`, {
    headers: moderator.headers,
    body: { fields: { price: 'free' } },
  });
  const { rows } = await api.db.execute(sql`SELECT count(*)::integer AS count FROM product_versions`);
  expect(rows).toEqual([{ count: 200 }]);
});

import { findProductCall } from '@/lib/contract/product';
import { buildProduct } from '../../setup/build';
import { moderatedProductOf, setUpModerationCalls } from '../../setup/moderation-calls';
import { submissionOf } from '../../setup/submission-calls';
import { setUpTestApp } from '../../setup/test-app';

const api = setUpTestApp();
const { buildModerator, signedInUser, createSubmission, approve, ...calls } = setUpModerationCalls(api);

const path = (id: string) => `/api/moderation/products/${id}/discontinuation`;
const discontinue = (headers: Record<string, string>, id: string, body: object = {}) =>
  api.request('PUT', path(id), {
    headers,
    body: { discontinuedOn: '2026-05-03', reason: 'Its company closed.', ...body },
  });
const relist = (headers: Record<string, string>, id: string) => api.request('DELETE', path(id), { headers });
const readProduct = async (slug: string) =>
  findProductCall.answer.parse((await api.request('GET', `/api/products/${slug}`)).body).product;
const related = async (slug: string) => (await api.request('GET', `/api/products/${slug}/related`)).body;

it('keeps the page of a discontinued product, says where to go, and drops the product from lists, counts and search', async () => {
  const { headers, id: actorId } = await buildModerator('mo');
  const { id } = await buildProduct(api.db, { slug: 'figgle', name: 'Figgle', tags: ['Design'] });
  const best = await buildProduct(api.db, { slug: 'best', tags: ['Design'] });
  const other = await buildProduct(api.db, { slug: 'other', tagline: 'Something else' });
  expect(await calls.searchIds('figgle')).toEqual([id]);

  const response = await discontinue(headers, id, { successorIds: [other.id, best.id] });

  expect([response.status, moderatedProductOf(response).status]).toEqual([200, 'discontinued']);
  expect(await readProduct('figgle')).toMatchObject({
    status: 'discontinued',
    discontinuation: {
      discontinuedOn: '2026-05-03',
      reason: 'Its company closed.',
      successors: [{ slug: 'other' }, { slug: 'best' }],
    },
  });
  expect(await calls.newestIds()).toEqual([other.id, best.id]);
  expect([await calls.searchIds('figgle'), await calls.tagCounts()]).toEqual([[], { design: 1 }]);
  expect(await related('figgle')).toMatchObject({ products: [{ slug: 'best' }] });
  expect(await related('best')).toMatchObject({ products: [] });
  expect(await calls.auditLog()).toMatchObject([
    {
      actorId,
      actorHandle: 'mo',
      action: 'product.discontinue',
      subjectKind: 'product',
      subjectId: id,
      details: { name: 'Figgle', slug: 'figgle', reason: 'Its company closed.' },
    },
  ]);
});

it('changes what is said of a discontinued product without counting it twice', async () => {
  const { headers } = await buildModerator();
  const { id } = await buildProduct(api.db, { slug: 'figgle', tags: ['Design'] });
  await discontinue(headers, id);
  expect((await readProduct('figgle')).discontinuation?.reason).toBe('Its company closed.');

  await discontinue(headers, id, { reason: 'It was sold.' });

  expect((await readProduct('figgle')).discontinuation).toEqual({
    discontinuedOn: '2026-05-03',
    reason: 'It was sold.',
    successors: [],
  });
  expect(await calls.tagCounts()).toEqual({ design: 0 });
});

it('lists a discontinued successor, but no removed successor', async () => {
  const { headers } = await buildModerator();
  const [first, second] = [await buildProduct(api.db), await buildProduct(api.db)];
  const { id } = await buildProduct(api.db, { slug: 'figgle' });
  await discontinue(headers, id, { successorIds: [first.id, second.id] });
  await discontinue(headers, first.id);
  await api.pool.query(`UPDATE products SET status = 'removed' WHERE id = $1`, [second.id]);
  await api.deps().publicChanges.catchUp();

  expect((await readProduct('figgle')).discontinuation?.successors).toMatchObject([
    { id: first.id, status: 'discontinued' },
  ]);
});

it('lists the product again as it was before', async () => {
  const { headers } = await buildModerator();
  const { id, approvedAt } = await buildProduct(api.db, { slug: 'figgle', name: 'Figgle', tags: ['Design'] });
  await discontinue(headers, id);
  expect((await readProduct('figgle')).status).toBe('discontinued');

  const response = await relist(headers, id);

  expect(moderatedProductOf(response)).toMatchObject({ status: 'approved' });
  const product = await readProduct('figgle');
  expect(product).toMatchObject({ status: 'approved', approvedAt: approvedAt?.toISOString() });
  expect(product).not.toHaveProperty('discontinuation');
  expect([await calls.newestIds(), await calls.searchIds('figgle')]).toEqual([[id], [id]]);
  expect(await calls.tagCounts()).toEqual({ design: 1 });
  expect((await calls.auditLog()).map(({ action }) => action)).toEqual([
    'product.discontinue',
    'product.relist',
  ]);
  expect((await relist(headers, id)).status).toBe(409);
});

it('refuses everyone but moderators, and leaves the product listed', async () => {
  const ada = await signedInUser();
  const { id } = await buildProduct(api.db, { submitterId: ada.id });
  expect((await discontinue(ada.headers, id)).status).toBe(403);
  expect((await discontinue({}, id)).status).toBe(401);
  expect(await calls.newestIds()).toEqual([id]);
});

it.each([
  ['itself as a successor', (id: string) => ({ successorIds: [id] }), 'successorIds'],
  ['an unknown successor', () => ({ successorIds: ['999999'] }), 'successorIds'],
  ['four successors', () => ({ successorIds: ['1', '2', '3', '4'] }), 'successorIds'],
  ['a date to come', () => ({ discontinuedOn: '2026-06-03' }), 'discontinuedOn'],
  ['the year 0', () => ({ discontinuedOn: '0000-01-01' }), 'discontinuedOn'],
  ['no date', () => ({ discontinuedOn: '3 May' }), 'discontinuedOn'],
  ['an empty reason', () => ({ reason: ' ' }), 'reason'],
])('refuses %s, and leaves the product listed', async (_, body, field) => {
  const { headers } = await buildModerator();
  const { id } = await buildProduct(api.db);
  const response = await discontinue(headers, id, body(id));
  expect(response).toMatchObject({ status: 400, body: { fields: { [field]: expect.any(String) } } });
  expect(await calls.newestIds()).toEqual([id]);
  expect(await calls.auditLog()).toEqual([]);
});

it('refuses products that are not listed, and those with an edit in the queue', async () => {
  const ada = await signedInUser();
  const { headers } = await buildModerator();
  const { id } = await createSubmission(ada);
  expect((await discontinue(headers, id)).status).toBe(409);
  await approve(headers, id);
  await calls.editSubmission(ada, id, { name: 'Doodle' });
  expect(await discontinue(headers, id)).toMatchObject({
    status: 409,
    body: { message: 'Figgle has an edit in the queue. Decide on that first.' },
  });
  expect((await calls.storedProduct(id))?.status).toBe('approved');
});

it('shows the submitter a tab of discontinued products, refuses edits, and can be withdrawn and restored', async () => {
  const ada = await signedInUser();
  const { headers } = await buildModerator();
  const { id } = await createSubmission(ada);
  await approve(headers, id);
  await discontinue(headers, id);

  const list = await api.request('GET', '/api/user/private/products?status=discontinued', ada);
  expect(list.body).toMatchObject({
    products: [{ id, status: 'discontinued' }],
    counts: { approved: 0, discontinued: 1 },
  });
  const edit = { ...ada, body: { tagline: 'Another sentence about it' } };
  expect(await api.request('PATCH', `/api/user/private/products/${id}`, edit)).toMatchObject({
    status: 409,
    body: { message: 'This tool is discontinued. Ask a moderator to list it again first.' },
  });
  const again = await api.request('GET', `/api/user/private/products/${id}`, ada);
  expect(submissionOf(again).status).toBe('discontinued');

  expect((await api.request('DELETE', `/api/user/private/products/${id}`, ada)).status).toBe(200);
  expect((await api.request('GET', '/api/products/figgle')).status).toBe(410);
  expect((await api.request('POST', `/api/moderation/products/${id}/restore`, { headers })).status).toBe(200);
  expect((await calls.storedProduct(id))?.status).toBe('discontinued');
});

it('refuses upvotes of a discontinued product, and lets members take theirs back', async () => {
  const ada = await signedInUser();
  const { headers } = await buildModerator();
  const { id } = await buildProduct(api.db);
  const upvote = `/api/user/private/upvotes/${id}`;
  await api.request('PUT', upvote, ada);
  await discontinue(headers, id);
  expect((await api.request('PUT', upvote, { headers })).status).toBe(404);
  expect(await api.request('DELETE', upvote, ada)).toMatchObject({ status: 200, body: { upvoteCount: 0 } });
});

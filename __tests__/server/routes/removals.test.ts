import { HOUR_MS } from '@/lib/contract/plain/durations';
import { listRemovalsCall, listRemovedProductsCall } from '@/lib/contract/report';
import { productEdits } from '@/server/db/schema';
import { setUpModerationCalls } from '../../setup/moderation-calls';
import { setUpReportCalls } from '../../setup/report-calls';
import type { SignedInUser } from '../../setup/signed-in-user';
import { draft, submissionsPath } from '../../setup/submission-calls';
import { setUpTestApp, testNow } from '../../setup/test-app';

const api = setUpTestApp();
const { signedInUser, buildModerator, createSubmission, editSubmission, listQueue, approve, reject } =
  setUpModerationCalls(api);
const { report, decide, actions, verifyEmail, sentEmails } = setUpReportCalls(api);

async function removalsOf({ headers }: SignedInUser) {
  const { body } = await api.request('GET', '/api/user/private/removals', { headers });
  return listRemovalsCall.answer.parse(body).removals;
}

const restore = ({ headers }: SignedInUser, id: string) =>
  api.request('POST', `/api/moderation/products/${id}/restore`, { headers });

async function listed(submitter: SignedInUser, moderator: SignedInUser) {
  const product = await createSubmission(submitter);
  await approve(moderator.headers, product.id);
  return product;
}

it('shows a submitter what happened to the edit of a removed product, and returns the edit to the queue when the removal is undone', async () => {
  const [ada, mo] = [await signedInUser(), await buildModerator()];
  await verifyEmail(ada, 'ada@x.example');
  const { id } = await listed(ada, mo);
  await editSubmission(ada, id, { name: 'Figgle 2' });
  await report(id, { reason: 'spam' });
  await sentEmails();
  await decide(mo, id, { remedy: 'remove' });

  expect((await listQueue(mo)).products).toEqual([]);
  expect(await removalsOf(ada)).toMatchObject([
    { id, name: 'Figgle', edit: { name: 'Figgle 2', isRejected: false } },
  ]);
  expect(await removalsOf(mo)).toEqual([]);
  const [mail] = await sentEmails();
  expect(mail).toMatchObject({ to: 'ada@x.example', subject: 'Figgle was removed from Listgrove' });
  expect(mail?.text).toContain('Your edit was in the queue and is not published.');

  expect((await restore(mo, id)).status).toBe(200);
  expect((await listQueue(mo)).products).toMatchObject([
    { id, name: 'Figgle 2', publishedVersion: { name: 'Figgle' } },
  ]);
  expect(await removalsOf(ada)).toEqual([]);
  const [back] = await sentEmails();
  expect(back).toMatchObject({ to: 'ada@x.example', subject: 'Figgle is back on Listgrove' });
  expect(back?.text).toContain('Your edit is back in the queue.');
  await approve(mo.headers, id);
  expect((await api.request('GET', '/api/products/figgle-2')).body).toMatchObject({
    product: { name: 'Figgle 2' },
  });
});

it('keeps a rejected edit rejected, and mentions no edit when there is none', async () => {
  const [ada, mo] = [await signedInUser(), await buildModerator()];
  await verifyEmail(ada, 'ada@x.example');
  const { id } = await listed(ada, mo);
  await editSubmission(ada, id, { name: 'Figgle 2' });
  await reject(mo.headers, id, 'A poem.');
  await report(id, { reason: 'spam' });
  await decide(mo, id, { remedy: 'remove' });
  expect(await removalsOf(ada)).toMatchObject([{ edit: { name: 'Figgle 2', isRejected: true } }]);
  await restore(mo, id);
  const rejected = await api.request('GET', '/api/user/private/products?status=rejected', {
    headers: ada.headers,
  });
  expect(rejected.body).toMatchObject({ products: [{ name: 'Figgle 2', rejectionReason: 'A poem.' }] });

  await editSubmission(ada, id, { name: 'Figgle' });
  await approve(mo.headers, id);
  await sentEmails();
  await report(id, { reason: 'spam' });
  await decide(mo, id, { remedy: 'remove' });
  expect(await removalsOf(ada)).toMatchObject([{ edit: null }]);
  expect((await sentEmails()).map(({ text }) => text).join()).not.toContain('edit');
});

it('lists a product that was discontinued before its removal as discontinued again', async () => {
  const [ada, mo] = [await signedInUser(), await buildModerator()];
  const { id, slug } = await listed(ada, mo);
  await api.request('PUT', `/api/moderation/products/${id}/discontinuation`, {
    headers: mo.headers,
    body: { discontinuedOn: '2026-05-01', reason: 'Its maker has stopped.', successorIds: [] },
  });
  await report(id, { reason: 'spam' });
  await decide(mo, id, { remedy: 'remove' });
  expect((await api.request('GET', `/api/products/${slug}`)).status).toBe(410);
  await restore(mo, id);
  expect((await api.request('GET', `/api/products/${slug}`)).body).toMatchObject({
    product: { discontinuation: { discontinuedOn: '2026-05-01', reason: 'Its maker has stopped.' } },
  });
  expect((await api.request('GET', '/api/products?sort=new')).body).toMatchObject({ products: [] });
  expect(await actions()).toEqual([
    'product.approve',
    'product.discontinue',
    'report.remove',
    'product.restore',
  ]);
});

it('restores a product that its submitter has withdrawn after the removal for 30 days, without its edit', async () => {
  const [ada, mo] = [await signedInUser(), await buildModerator()];
  const { id, slug } = await listed(ada, mo);
  await editSubmission(ada, id, { name: 'Figgle 2' });
  await report(id, { reason: 'spam' });
  await decide(mo, id, { remedy: 'remove' });
  const withdraw = () => api.request('DELETE', `/api/user/private/products/${id}`, { headers: ada.headers });
  expect([(await withdraw()).status, (await withdraw()).status]).toEqual([200, 200]);

  expect(await removalsOf(ada)).toEqual([]);
  expect(await api.db.$count(productEdits)).toBe(0);
  expect((await api.request('GET', `/api/products/${slug}`)).status).toBe(410);
  // The list still names moderators as those who removed the product, and the link stays taken.
  const restorable = await api.request('GET', '/api/moderation/removals', { headers: mo.headers });
  expect(listRemovedProductsCall.answer.parse(restorable.body).products).toMatchObject([
    { id, by: 'moderators' },
  ]);
  const present = api.clock.now;
  api.clock.now = new Date(present.getTime() + 48 * HOUR_MS);
  const { headers } = await signedInUser();
  const again = { headers, body: draft };
  expect(await api.request('POST', submissionsPath, again)).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining("isn't listed, so it can't be submitted") },
  });
  api.clock.now = present;
  expect((await restore(mo, id)).status).toBe(200);
  expect((await api.request('GET', `/api/products/${slug}`)).status).toBe(200);
  expect(await actions()).toEqual([
    'product.approve',
    'report.remove',
    'product.withdraw',
    'product.restore',
  ]);
});

describe.each([
  ['withdrawn', 'submitter', false],
  ['removed after a report', 'moderators', true],
])('a product that was %s', (_, by, isReported) => {
  it('is listed for moderators, and can be restored, for 30 days', async () => {
    const [ada, mo] = [await signedInUser(), await buildModerator()];
    const { id } = await listed(ada, mo);
    if (isReported) {
      await report(id, { reason: 'spam' });
      await decide(mo, id, { remedy: 'remove' });
    } else {
      await api.request('DELETE', `/api/user/private/products/${id}`, { headers: ada.headers });
    }
    const later = async (hours: number) => {
      api.clock.now = new Date(testNow.getTime() + hours * HOUR_MS);
      const moderator = await signedInUser({ role: 'moderator', createdAt: testNow });
      const { body } = await api.request('GET', '/api/moderation/removals', { headers: moderator.headers });
      return { moderator, products: listRemovedProductsCall.answer.parse(body).products };
    };

    const late = await later(30 * 24 + 1);
    expect(late.products).toEqual([]);
    expect((await restore(late.moderator, id)).status).toBe(409);
    const early = await later(30 * 24 - 1);
    expect(early.products).toMatchObject([{ id, by }]);
    expect((await restore(early.moderator, id)).status).toBe(200);
  });
});

it('does not list products that their submitter has withdrawn, or that were merged, and restores no merged one', async () => {
  const [ada, mo] = [await signedInUser(), await buildModerator()];
  const merged = await listed(ada, mo);
  const target = await createSubmission(ada, { name: 'Doodle', url: 'https://doodle.example/' });
  await approve(mo.headers, target.id);
  await api.request('POST', `/api/moderation/products/${merged.id}/merge`, {
    headers: mo.headers,
    body: { intoId: target.id },
  });
  await api.request('DELETE', `/api/user/private/products/${target.id}`, { headers: ada.headers });
  expect(await removalsOf(ada)).toEqual([]);
  expect((await restore(mo, merged.id)).status).toBe(409);
});

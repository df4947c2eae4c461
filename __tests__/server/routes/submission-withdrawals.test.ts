import * as z from 'zod/mini';
import { auditEntries, productEdits } from '@/server/db/schema';
import { buildProduct } from '../../setup/build';
import type { SignedInUser } from '../../setup/signed-in-user';
import { draft, setUpSubmissionCalls, submissionOf } from '../../setup/submission-calls';
import { setUpTestApp, testNow } from '../../setup/test-app';

const api = setUpTestApp();
const {
  signedInUser,
  submit,
  createSubmission,
  edit,
  withdraw,
  storedProducts,
  setStatus,
  approve,
  tagCounts,
  searchFor,
} = setUpSubmissionCalls(api);

describe('withdrawing', () => {
  it.each(['pending', 'rejected'] as const)(
    'deletes a %s product, frees its URL and logs the withdrawal',
    async (status) => {
      const ada = await signedInUser();
      const { id } = await createSubmission(ada);
      if (status === 'rejected') await setStatus(id, status);

      expect(await withdraw(ada, id)).toMatchObject({ status: 200 });

      expect(await storedProducts()).toEqual([]);
      expect(await api.db.select().from(auditEntries)).toMatchObject([
        { action: 'product.withdraw', actorId: ada.id, subjectId: id, details: {} },
      ]);
      expect((await submit(await signedInUser())).status).toBe(201);
    },
  );

  it('removes an approved product once when it is withdrawn twice', async () => {
    const ada = await signedInUser();
    const { id } = await createSubmission(ada);
    await approve(id);

    expect(await withdraw(ada, id)).toMatchObject({ status: 200 });
    expect(await withdraw(ada, id)).toMatchObject({ status: 200 });

    expect(await storedProducts()).toMatchObject([{ status: 'removed', removedAt: testNow }]);
    expect(await tagCounts()).toEqual({ design: 0, drawing: 0 });
    expect(await searchFor('Figgle')).toEqual([]);
    expect((await api.request('GET', '/api/products/figgle')).status).toBe(410);
    expect(await edit(ada, id, { name: 'Again' })).toMatchObject({ status: 410 });
  });

  it('frees the URL of a withdrawn approved product for all users after 24 hours', async () => {
    const ada = await signedInUser();
    const { id } = await createSubmission(ada);
    await approve(id);
    await withdraw(ada, id);
    const later = async (minutes: number) => {
      api.clock.now = new Date(testNow.getTime() + minutes * 60_000);
      return signedInUser({ createdAt: testNow, role: 'moderator' });
    };
    const conflict = (wait: string) => ({
      status: 409,
      body: {
        code: 'conflict',
        message: `Figgle was listed with this link and has been withdrawn. You can submit the link again in ${wait}.`,
        product: { id, status: 'removed' },
      },
    });

    expect(await submit(ada)).toMatchObject(conflict('24 hours'));
    const almost = await later(24 * 60 - 1);
    expect(await submit(almost)).toMatchObject(conflict('1 hour'));
    expect(await duplicateOf(almost)).toMatchObject({ id });

    const other = await later(24 * 60);
    expect(await duplicateOf(other)).toBeUndefined();
    const again = submissionOf(await submit(other));
    expect(again).toMatchObject({ status: 'pending', url: draft.url });
    expect(await storedProducts()).toMatchObject([
      { id, status: 'removed', canonicalURL: null },
      { id: again.id, status: 'pending', canonicalURL: 'https://figgle.example' },
    ]);
    expect((await api.request('GET', '/api/products/figgle')).status).toBe(410);
    expect(await withdraw(ada, id)).toMatchObject({ status: 200 });
    expect(await submit(await later(25 * 60))).toMatchObject({
      status: 409,
      body: { product: { id: again.id } },
    });
  });

  it('never frees the URL of a product that a moderator removed', async () => {
    await buildProduct(api.db, {
      name: 'Figgle',
      canonicalURL: 'https://figgle.example',
      status: 'removed',
      removedAt: new Date(testNow.getTime() - 400 * 24 * 60 * 60_000),
    });

    expect(await submit(await signedInUser({ role: 'moderator' }))).toMatchObject({
      status: 409,
      body: { message: 'Figgle was listed with this link before and has been removed.' },
    });
  });

  it('removes a product together with its edit in the queue', async () => {
    const ada = await signedInUser();
    const { id } = await createSubmission(ada);
    await approve(id);
    await edit(ada, id, { name: 'Doodle' });

    expect(await withdraw(ada, id)).toMatchObject({ status: 200 });

    expect(await storedProducts()).toMatchObject([{ name: 'Figgle', status: 'removed', editStatus: null }]);
    expect(await api.db.select().from(productEdits)).toEqual([]);
    expect(await tagCounts()).toEqual({ design: 0, drawing: 0 });
  });
});

async function duplicateOf({ headers }: SignedInUser) {
  const { body } = await api.request('GET', `/api/user/private/duplicates?url=${draft.url}`, { headers });
  return z.object({ duplicateOf: z.optional(z.unknown()) }).parse(body).duplicateOf;
}

import { asc, eq } from 'drizzle-orm';
import * as z from 'zod/mini';
import { submittedProduct, type SubmissionInput } from '@/lib/contract/submission';
import { products, tags } from '@/server/db/schema';
import { updateTagCountsOfProduct } from '@/server/queries/products/tags';
import { refreshSearchDocuments } from '@/server/queries/search/search-documents';
import { buildSignedInUser, type SignedInUser, type TestApp } from './signed-in-user';
import { testNow } from './test-app';

export const submissionsPath = '/api/user/private/products';

export const draft: SubmissionInput = {
  url: 'https://figgle.example/',
  name: 'Figgle',
  tagline: 'Draw together in the browser',
  description: 'With **layers**.',
  tags: ['Design', 'Drawing'],
};

export const submissionOf = ({ body }: { body: unknown }) =>
  z.object({ product: submittedProduct }).parse(body).product;

/** The requests of a submitter, and the rows behind them. */
export function setUpSubmissionCalls(api: TestApp) {
  const submit = ({ headers }: Pick<SignedInUser, 'headers'>, overrides: object = {}) =>
    api.request('POST', submissionsPath, { headers, body: { ...draft, ...overrides } });

  /** Sets the status of a product without a moderator. */
  async function setStatus(id: string, status: 'approved' | 'rejected') {
    const changes =
      status === 'approved' ? { status, approvedAt: testNow } : { status, rejectionReason: 'It is a poem.' };
    await api.db.update(products).set(changes).where(eq(products.id, id));
  }

  return {
    submit,
    setStatus,
    signedInUser: (overrides?: Parameters<typeof buildSignedInUser>[1]) => buildSignedInUser(api, overrides),
    createSubmission: async (submitter: SignedInUser, overrides: Partial<SubmissionInput> = {}) =>
      submissionOf(await submit(submitter, overrides)),
    edit: ({ headers }: SignedInUser, id: string, body: object) =>
      api.request('PATCH', `${submissionsPath}/${id}`, { headers, body }),
    withdraw: ({ headers }: SignedInUser, id: string) =>
      api.request('DELETE', `${submissionsPath}/${id}`, { headers }),
    list: async ({ headers }: SignedInUser, status: string) =>
      (await api.request('GET', `${submissionsPath}?status=${status}`, { headers })).body,
    storedProducts: () => api.db.select().from(products).orderBy(asc(products.id)),
    tagCounts: async () =>
      Object.fromEntries(
        (await api.db.select().from(tags)).map(({ slug, productCount }) => [slug, productCount]),
      ),
    /** Approves a product without a moderator, with its tag counts and its search document. */
    approve: async (id: string) => {
      await setStatus(id, 'approved');
      await updateTagCountsOfProduct(api.db, id, 1);
      await refreshSearchDocuments(api.db, [], [id]);
      api.deps().responseCache.clear();
    },
    searchFor: async (query: string) => {
      const { body } = await api.request('POST', '/1/indexes/tool-fyi/query', { body: { query } });
      return z.object({ hits: z.array(z.unknown()) }).parse(body).hits;
    },
  };
}

import { asc, eq } from 'drizzle-orm';
import * as z from 'zod/mini';
import { moderatedProduct, moderationPage } from '@/lib/contract/moderation';
import { productPage } from '@/lib/contract/product';
import { auditEntries, products } from '@/server/db/schema';
import { buildSignedInUser, type SignedInUser, type TestApp } from './signed-in-user';
import { setUpSubmissionCalls, submissionOf } from './submission-calls';

export const idsOf = (page: { products: { id: string }[] }) => page.products.map(({ id }) => id);
export const moderatedProductOf = ({ body }: { body: unknown }) =>
  z.object({ product: moderatedProduct }).parse(body).product;

/** The requests of moderators and submitters, and the rows behind them. */
export function setUpModerationCalls(api: TestApp) {
  const { signedInUser, createSubmission, edit, tagCounts } = setUpSubmissionCalls(api);
  const decide = (
    decision: 'approve' | 'reject',
    headers: Record<string, string>,
    { id, seen, body }: { id: string; seen?: string; body?: object },
  ) =>
    api.request('POST', `/api/moderation/products/${id}/${decision}${seen ? `?seen=${seen}` : ''}`, {
      headers,
      body,
    });

  return {
    signedInUser,
    createSubmission,
    tagCounts,
    buildModerator: (handle?: string) =>
      buildSignedInUser(api, { role: 'moderator', ...(handle && { handle }) }),
    editSubmission: async (submitter: SignedInUser, id: string, changes: object) =>
      submissionOf(await edit(submitter, id, changes)),
    advanceClock: (minutes: number) => {
      api.clock.now = new Date(api.clock.now.getTime() + minutes * 60_000);
    },
    listQueue: async ({ headers }: SignedInUser, query = '') =>
      moderationPage.parse((await api.request('GET', `/api/moderation/products?${query}`, { headers })).body),
    approve: (headers: Record<string, string>, id: string, seen?: string) =>
      decide('approve', headers, { id, seen }),
    reject: (headers: Record<string, string>, id: string, reason: unknown, seen?: string) =>
      decide('reject', headers, { id, seen, body: { reason } }),
    auditLog: () => api.db.select().from(auditEntries).orderBy(asc(auditEntries.id)),
    storedProduct: async (id: string) => (await api.db.select().from(products).where(eq(products.id, id)))[0],
    newestIds: async () =>
      idsOf(productPage.parse((await api.request('GET', '/api/products?sort=new')).body)),
    searchIds: async (query: string) => {
      const { body } = await api.request('POST', '/1/indexes/tool-fyi/query', { body: { query } });
      const found = z.object({ hits: z.array(z.object({ id: z.string() })) }).parse(body);
      return found.hits.map(({ id }) => id);
    },
  };
}

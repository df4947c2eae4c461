import { asc } from 'drizzle-orm';
import { listAlternativesCall, listPendingAlternativesCall } from '@/lib/contract/alternative';
import { alternatives } from '@/server/db/schema/alternative-schema';
import { auditEntries } from '@/server/db/schema';
import { buildSignedInUser, type TestApp } from './signed-in-user';

type Sender = { headers: Record<string, string> };
type BuiltProduct = { id: string; slug: string };

const upvotePath = (id: string) => `/api/user/private/alternatives/${id}/upvote`;

/** The requests about alternatives, and the rows behind them. Each built product has a higher id than those before it. */
export function setUpAlternativeCalls(api: TestApp) {
  const decide = (method: string, rest: string, { headers }: Sender, body?: object) =>
    api.request(method, `/api/moderation/alternatives/${rest}`, { headers, body });

  const calls = {
    signedInUser: (overrides?: Parameters<typeof buildSignedInUser>[1]) => buildSignedInUser(api, overrides),
    buildModerator: (handle?: string) =>
      buildSignedInUser(api, { role: 'moderator', ...(handle && { handle }) }),
    propose: ({ headers }: Sender, productId: string, alternativeId: string) =>
      api.request('POST', '/api/user/private/alternatives', { headers, body: { productId, alternativeId } }),
    approve: (sender: Sender, id: string) => decide('POST', `${id}/approve`, sender),
    reject: (sender: Sender, id: string, reason: string) =>
      decide('POST', `${id}/reject`, sender, { reason }),
    remove: (sender: Sender, id: string) => decide('DELETE', id, sender),
    upvote: ({ headers }: Sender, id: string) => api.request('PUT', upvotePath(id), { headers }),
    takeBack: ({ headers }: Sender, id: string) => api.request('DELETE', upvotePath(id), { headers }),
    queue: async ({ headers }: Sender) => {
      const { body } = await api.request('GET', '/api/moderation/alternatives', { headers });
      return listPendingAlternativesCall.answer.parse(body).proposals;
    },
    /** A pair that no member has proposed. */
    approvedPair: async (first: BuiltProduct, second: BuiltProduct, proposerId?: string) => {
      await api.db.insert(alternatives).values({
        ...{ productId: first.id, alternativeId: second.id, proposerId },
        ...{ status: 'approved', createdAt: api.clock.now, decidedAt: api.clock.now },
      });
      return `${first.id}-${second.id}`;
    },
    listOf: async ({ slug }: BuiltProduct) => {
      const { body } = await api.request('GET', `/api/products/${slug}/alternatives`);
      return listAlternativesCall.answer.parse(body).alternatives;
    },
    /** The ids of the products that the list of a product shows. */
    shownOf: async (product: BuiltProduct) => (await calls.listOf(product)).map(({ product: { id } }) => id),
    storedPairs: () => api.db.select().from(alternatives).orderBy(asc(alternatives.id)),
    auditLog: () => api.db.select().from(auditEntries).orderBy(asc(auditEntries.id)),
  };
  return calls;
}

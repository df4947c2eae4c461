import * as z from 'zod/mini';
import { AGREEMENT_RULES } from '@/lib/contract/plain/product-parts';
import { listOwnSuggestionsCall } from '@/lib/contract/suggestion';
import { suggestionAgreements } from '@/server/db/schema/edit-schema';
import { buildProduct } from './build';
import { setUpModerationCalls } from './moderation-calls';
import type { SignedInUser, TestApp } from './signed-in-user';

type Sender = Pick<SignedInUser, 'headers'>;

const idOf = ({ body }: { body: unknown }) => z.object({ id: z.string() }).parse(body).id;

/** The requests about suggested changes. */
export function setUpSuggestionCalls(api: TestApp) {
  const calls = setUpModerationCalls(api);
  const send = (method: string, path: string, { headers }: Sender, body?: object) =>
    api.request(method, `/api${path}`, { headers, body });
  const suggest = async (sender: Sender, id: string, changes: object, more: object = {}) => {
    const seen = (await calls.storedProduct(id))?.updatedAt.toISOString() ?? '';
    return send('POST', `/user/private/products/${id}/suggestions`, sender, { seen, changes, ...more });
  };
  const listed = async (path: string, sender: Sender) =>
    z
      .object({ suggestions: listOwnSuggestionsCall.answer.shape.suggestions })
      .parse((await send('GET', path, sender)).body).suggestions;

  async function buildMember(approvedCount: number) {
    const member = await calls.signedInUser();
    for (let count = 0; count < approvedCount; count += 1) {
      await buildProduct(api.db, { submitterId: member.id });
    }
    return member;
  }
  const buildTrusted = () => buildMember(AGREEMENT_RULES.contributionsMin);

  return {
    ...calls,
    send,
    buildMember,
    buildTrusted,
    /** More than are needed to accept a suggestion. */
    buildTrustedMembers: async () =>
      [await buildTrusted(), await buildTrusted(), await buildTrusted(), await buildTrusted()] as const,
    agree: (sender: Sender, id: string) => send('PUT', `/user/private/suggestions/${id}/agreement`, sender),
    withdrawAgreement: (sender: Sender, id: string) =>
      send('DELETE', `/user/private/suggestions/${id}/agreement`, sender),
    storedAgreements: () => api.db.select().from(suggestionAgreements),
    suggest,
    suggestedId: async (...suggestion: Parameters<typeof suggest>) => idOf(await suggest(...suggestion)),
    decide: (sender: Sender, id: string, decision: 'accept' | 'reject') =>
      send('POST', `/moderation/suggestions/${id}/${decision}`, sender, {
        reason: 'We could not confirm it.',
      }),
    queue: (sender: Sender) => listed('/moderation/suggestions', sender),
    own: (sender: Sender) => listed('/user/private/suggestions', sender),
    openFor: (sender: Sender, productId: string) =>
      listed(`/user/private/products/${productId}/suggestions`, sender),
    actions: async () => (await calls.auditLog()).map(({ action }) => action),
    /** A listed product of Ada, and Bob, who suggests changes to it. */
    buildListed: async () => {
      const [moderator, ada, bob] = [
        await calls.buildModerator('mo'),
        await calls.signedInUser({ handle: 'ada' }),
        await calls.signedInUser({ handle: 'bob' }),
      ];
      const { id } = await calls.createSubmission(ada);
      await calls.approve(moderator.headers, id);
      return { moderator, ada, bob, id };
    },
  };
}

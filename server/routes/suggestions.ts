import { Hono } from 'hono';
import {
  agreeCall,
  listOwnSuggestionsCall,
  listProductSuggestionsCall,
  suggestEditCall,
  type Suggestion,
  SUGGESTION_LIMITS,
  withdrawAgreementCall,
  withdrawSuggestionCall,
  acceptSuggestionCall,
  listOpenSuggestionsCall,
  rejectSuggestionCall,
} from '@/lib/contract/suggestion';
import {
  agreeWithSuggestion,
  countTrustedAgreements,
  findMissingTrust,
} from '@/server/commands/edits/agree-with-suggestion';
import { acceptSuggestion, rejectSuggestion } from '@/server/commands/edits/decide-suggestion';
import { suggestEdit } from '@/server/commands/edits/suggest-edit';
import type { AppContext, AppEnv } from '@/server/context';
import { memberEndpoint } from '@/server/http/member-endpoint';
import { readPage } from '@/server/http/page';
import type { Viewer } from '@/server/policies/viewer';
import { presentProductReference } from '@/server/presenters/product';
import { presentSuggestion } from '@/server/presenters/suggestion';
import { deleteOpenAgreement, listAgreementsOf } from '@/server/queries/edits/agreements';
import { listProductsById } from '@/server/queries/products/products';
import {
  leaveOpenSuggestions,
  listOpenSuggestions,
  listSuggestionsOfMember,
  listSuggestionsOfProduct,
  type SuggestionRow,
} from '@/server/queries/edits/suggestions';

export const suggestionRoutes = new Hono<AppEnv>();

const { pageSize: limit, shownMax } = SUGGESTION_LIMITS;
const positionOf = ({ createdAt, id }: SuggestionRow) => ({ value: createdAt, id });

memberEndpoint(suggestionRoutes, suggestEditCall, async (c, { viewer, params, body }) => {
  await c.var.deps.brakes.requireReleased('no-submissions');
  return { id: await suggestEdit(c.var.deps, viewer, { ...params, ...body }) };
});

memberEndpoint(suggestionRoutes, listProductSuggestionsCall, async (c, { viewer, params: { id } }) => ({
  suggestions: await present(c, viewer, await listSuggestionsOfProduct(c.var.deps.db, id, shownMax)),
  missing: await findMissingTrust(c.var.deps, viewer),
}));

memberEndpoint(suggestionRoutes, listOwnSuggestionsCall, async (c, { viewer, query: { after } }) => {
  const { db, cursorSigner: signer } = c.var.deps;
  const { rows, nextCursor } = await readPage(
    { signer, list: 'ownSuggestions', after, limit },
    { read: (from) => listSuggestionsOfMember(db, { ...from, memberId: viewer.userId }), positionOf },
  );
  return { suggestions: await present(c, viewer, rows), nextCursor };
});

memberEndpoint(suggestionRoutes, withdrawSuggestionCall, async (c, { viewer, params: { id } }) => {
  await c.var.deps.db.transaction((tx) => leaveOpenSuggestions(tx, viewer.userId, id));
  return {};
});

memberEndpoint(suggestionRoutes, agreeCall, async (c, { viewer, params: { id } }) => {
  await c.var.deps.brakes.requireReleased('no-submissions');
  return agreeWithSuggestion(c.var.deps, viewer, id);
});

memberEndpoint(suggestionRoutes, withdrawAgreementCall, async (c, { viewer, params: { id } }) => {
  await deleteOpenAgreement(c.var.deps.db, { suggestionId: id, memberId: viewer.userId });
  return {};
});

memberEndpoint(suggestionRoutes, listOpenSuggestionsCall, async (c, { viewer, query: { after } }) => {
  const { db, cursorSigner: signer } = c.var.deps;
  const { rows, nextCursor } = await readPage(
    { signer, list: 'suggestions', after, limit },
    { read: (from) => listOpenSuggestions(db, from), positionOf },
  );
  return { suggestions: await present(c, viewer, rows), nextCursor };
});

memberEndpoint(suggestionRoutes, acceptSuggestionCall, async (c, { viewer, params: { id } }) => {
  await acceptSuggestion(c.var.deps, viewer, id);
  return {};
});

memberEndpoint(suggestionRoutes, rejectSuggestionCall, async (c, { viewer, params: { id }, body }) => {
  await rejectSuggestion(c.var.deps, viewer, { id, reason: body.reason });
  return {};
});

async function present(c: AppContext, viewer: Viewer, rows: readonly SuggestionRow[]): Promise<Suggestion[]> {
  const { db, env } = c.var.deps;
  const products = await listProductsById(
    db,
    rows.map(({ productId }) => productId),
  );
  const byId = new Map(products.map((product) => [product.id, product]));
  const open = rows.filter(({ status }) => status === 'open');
  const counts = await countTrustedAgreements(c.var.deps, open);
  const agreed = await listAgreementsOf(
    db,
    viewer.userId,
    open.map(({ id }) => id),
  );
  return rows.flatMap((row) => {
    const product = byId.get(row.productId);
    if (!product) return [];
    return [
      presentSuggestion(row, presentProductReference(product, { ...env, viewerId: viewer.userId }), {
        ...{ count: counts.get(row.id) ?? 0, hasAgreed: agreed.has(row.id) },
      }),
    ];
  });
}

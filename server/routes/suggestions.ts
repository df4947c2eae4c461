import { Hono } from 'hono';
import { readReferences } from './shown-products';
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
  acceptSuggestion,
  agreeWithSuggestion,
  countTrustedAgreements,
  findMissingTrust,
  rejectSuggestion,
} from '@/server/commands/edits/decide-suggestions';
import { suggestEdit } from '@/server/commands/edits/suggestions';
import type { AppContext, AppEnv } from '@/server/context';
import { memberEndpoint } from '@/server/http/member-endpoint';
import { readPage } from '@/server/http/page';
import type { Viewer } from '@/server/policies/viewer';
import {
  ownSuggestionOrder,
  suggestionOrder,
  deleteOpenAgreement,
  leaveOpenSuggestions,
  listAgreementsOf,
  listOpenSuggestions,
  listSuggestionsOfMember,
  listSuggestionsOfProduct,
  type SuggestionRow,
} from '@/server/queries/edits/suggestions';
import type { ProductTexts } from '@/lib/contract/editing';
import { canMembersAccept, PRODUCT_PARTS } from '@/lib/contract/plain/product-parts';
import type { ProductReference } from '@/lib/contract/product-reference';
import { formatRow } from '@/lib/texts/lists';

export const suggestionRoutes = new Hono<AppEnv>();

const { pageSize: limit, shownMax } = SUGGESTION_LIMITS;

memberEndpoint(suggestionRoutes, suggestEditCall, async (c, { viewer, params, body }) => {
  await c.var.deps.brakes.requireReleased('no-submissions');
  return { id: await suggestEdit(c.var.deps, viewer, { ...params, ...body }) };
});

memberEndpoint(suggestionRoutes, listProductSuggestionsCall, async (c, { viewer, params: { id } }) => ({
  suggestions: await present(c, viewer, await listSuggestionsOfProduct(c.var.deps.db, id, shownMax)),
  missing: await findMissingTrust(c.var.deps, viewer),
}));

memberEndpoint(suggestionRoutes, listOwnSuggestionsCall, async (c, { viewer, query: { after } }) => {
  const { rows, nextCursor } = await readPage(c, ownSuggestionOrder, { after, limit }, (from) =>
    listSuggestionsOfMember(c.var.deps.db, { ...from, memberId: viewer.userId }),
  );
  return { suggestions: await present(c, viewer, rows), nextCursor };
});

memberEndpoint(suggestionRoutes, withdrawSuggestionCall, (c, { viewer, params: { id } }) =>
  c.var.deps.db.transaction((tx) => leaveOpenSuggestions(tx, viewer.userId, id)),
);

memberEndpoint(suggestionRoutes, agreeCall, async (c, { viewer, params: { id } }) => {
  await c.var.deps.brakes.requireReleased('no-submissions');
  return agreeWithSuggestion(c.var.deps, viewer, id);
});

memberEndpoint(suggestionRoutes, withdrawAgreementCall, (c, { viewer, params: { id } }) =>
  deleteOpenAgreement(c.var.deps.db, { suggestionId: id, memberId: viewer.userId }),
);

memberEndpoint(suggestionRoutes, listOpenSuggestionsCall, async (c, { viewer, query: { after } }) => {
  const { rows, nextCursor } = await readPage(c, suggestionOrder, { after, limit }, (from) =>
    listOpenSuggestions(c.var.deps.db, from),
  );
  return { suggestions: await present(c, viewer, rows), nextCursor };
});

memberEndpoint(suggestionRoutes, acceptSuggestionCall, (c, { viewer, params: { id } }) =>
  acceptSuggestion(c.var.deps, viewer, id),
);

memberEndpoint(suggestionRoutes, rejectSuggestionCall, (c, { viewer, params: { id }, body }) =>
  rejectSuggestion(c.var.deps, viewer, { id, reason: body.reason }),
);

async function present(c: AppContext, viewer: Viewer, rows: readonly SuggestionRow[]): Promise<Suggestion[]> {
  const { db } = c.var.deps;
  const ids = rows.map(({ productId }) => productId);
  const products = await readReferences(c, viewer, ids);
  const open = rows.filter(({ status }) => status === 'open');
  const counts = await countTrustedAgreements(c.var.deps, open);
  const agreed = await listAgreementsOf(
    db,
    viewer.userId,
    open.map(({ id }) => id),
  );
  return rows.flatMap((row) => {
    const product = products.get(row.productId);
    if (!product) return [];
    const agreement = { count: counts.get(row.id) ?? 0, hasAgreed: agreed.has(row.id) };
    return [presentSuggestion(row, product, agreement)];
  });
}

/** @param agreement absent for a suggestion that trusted members can't accept. */
export function presentSuggestion(
  row: SuggestionRow,
  product: ProductReference,
  agreement: NonNullable<Suggestion['agreement']>,
): Suggestion {
  const { id, before, after, comment, memberHandle, memberRole, status, rejectionReason, createdAt } = row;
  const parts = PRODUCT_PARTS.filter((part) => part in after);
  return {
    ...{ id, product, comment, memberHandle, status },
    ...(memberRole !== null && { memberRole }),
    changes: parts.map((part) => ({
      part,
      before: textOf(before[part]),
      after: textOf(after[part]),
    })),
    ...(rejectionReason !== null && { rejectionReason }),
    createdAt: createdAt.toISOString(),
    ...(status === 'open' && canMembersAccept(parts) && { agreement }),
  };
}

const textOf = (value: ProductTexts['name' | 'tags'] | undefined): string =>
  typeof value === 'string' ? value : formatRow(value ?? []);

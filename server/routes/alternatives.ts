import { Hono } from 'hono';
import {
  ALTERNATIVE_LIMITS,
  approveAlternativeCall,
  listAlternativesCall,
  listPairsCall,
  listPendingAlternativesCall,
  listProposalsCall,
  type Proposal,
  proposeAlternativeCall,
  rejectAlternativeCall,
  removeAlternativeCall,
} from '@/lib/contract/alternative';
import { addAlternativeUpvoteCall, removeAlternativeUpvoteCall } from '@/lib/contract/reaction';
import { readFilterQuery } from '@/lib/contract/plain/filters';
import {
  decideAlternative,
  proposeAlternative,
  setAlternativeUpvote,
} from '@/server/commands/products/alternatives';
import type { AppContext, AppEnv } from '@/server/context';
import { filterFieldsOf } from '@/server/fields/field';
import { requireSubject } from '@/server/http/list-subjects';
import { endpoint } from '@/server/http/endpoint';
import { memberEndpoint } from '@/server/http/member-endpoint';
import { readPage } from '@/server/http/page';
import { addSources } from '@/server/http/public-changes';
import { shownProducts } from '@/server/http/sources';
import { isPublicProduct } from '@/server/policies/viewer';
import {
  proposalOrder,
  pendingAlternativeOrder,
  alternativeOrder,
  listAlternatives,
  listPairs,
  listPendingAlternatives,
  listProposals,
  type ProposalRow,
} from '@/server/queries/products/alternatives';
import { findListFilter } from '@/server/queries/products/product-terms';
import { listPublicProductsById } from '@/server/queries/products/products';
import { presentListedProducts } from './shown-products';

export const alternativeRoutes = new Hono<AppEnv>();

endpoint(
  alternativeRoutes,
  listAlternativesCall,
  async (c, { params, query: { after, limit, filters } }) => {
    const { db, env } = c.var.deps;
    const subject = await requireSubject(c, params.slug);
    const filter = await findListFilter(db, readFilterQuery(filterFieldsOf(env.fields), filters));
    // Without a filter, no product has the values.
    const { rows, nextCursor } = await readPage(c, alternativeOrder, { after, limit }, async (from) =>
      filter ? listAlternatives(db, { ...from, productId: subject.id, filter }) : [],
    );
    const products = await presentById(
      c,
      rows.map(({ productId }) => productId),
    );
    const { id, slug, name, status } = subject;
    addSources({ products: new Set([id]) });
    return {
      subject: { id, slug, status, ...(isPublicProduct(subject) && { name }) },
      alternatives: rows.flatMap(({ pairId, productId, upvoteCount }) => {
        const product = products.get(productId);
        return product ? [{ id: pairId, product, upvoteCount }] : [];
      }),
      nextCursor,
    };
  },
  { isPublic: true },
);

endpoint(
  alternativeRoutes,
  listPairsCall,
  async (c, { query: { ids } }) => {
    addSources({ products: new Set(ids) });
    return { pairs: await listPairs(c.var.deps.db, ids) };
  },
  { isPublic: true },
);

memberEndpoint(alternativeRoutes, proposeAlternativeCall, async (c, { viewer, body }) => {
  await c.var.deps.brakes.requireReleased('no-submissions');
  return { id: await proposeAlternative(c.var.deps, viewer, body) };
});

memberEndpoint(alternativeRoutes, listProposalsCall, (c, { viewer, query: { after } }) =>
  readProposals(c, proposalOrder, after, (from) =>
    listProposals(c.var.deps.db, { ...from, proposerId: viewer.userId }),
  ),
);

for (const [call, isWanted] of [
  [addAlternativeUpvoteCall, true],
  [removeAlternativeUpvoteCall, false],
] as const) {
  memberEndpoint(alternativeRoutes, call, (c, { viewer, params: { id } }) =>
    setAlternativeUpvote(c.var.deps, viewer, { id, isWanted }),
  );
}

memberEndpoint(alternativeRoutes, listPendingAlternativesCall, (c, { query: { after } }) =>
  readProposals(c, pendingAlternativeOrder, after, (from) => listPendingAlternatives(c.var.deps.db, from)),
);

memberEndpoint(alternativeRoutes, approveAlternativeCall, (c, { viewer, params: { id } }) =>
  decideAlternative(c.var.deps, viewer, id, { action: 'approve' }),
);

memberEndpoint(alternativeRoutes, rejectAlternativeCall, (c, { viewer, params: { id }, body }) =>
  decideAlternative(c.var.deps, viewer, id, { action: 'reject', ...body }),
);

memberEndpoint(alternativeRoutes, removeAlternativeCall, (c, { viewer, params: { id } }) =>
  decideAlternative(c.var.deps, viewer, id, { action: 'remove' }),
);

type ProposalSource = (from: Parameters<typeof listPendingAlternatives>[1]) => Promise<ProposalRow[]>;

/** A page of proposals whose products both have a public page. */
async function readProposals(
  c: AppContext,
  order: typeof proposalOrder,
  after: string | undefined,
  read: ProposalSource,
): Promise<{ proposals: Proposal[]; nextCursor: string | null }> {
  const page = { after, limit: ALTERNATIVE_LIMITS.pageSize };
  const { rows, nextCursor } = await readPage(c, order, page, read);
  const products = await presentById(
    c,
    rows.flatMap(({ productId, alternativeId }) => [productId, alternativeId]),
  );
  const proposals = rows.flatMap(
    ({ pairId, productId, alternativeId, status, rejectionReason, createdAt }) => {
      const [product, alternative] = [products.get(productId), products.get(alternativeId)];
      if (!product || !alternative) return [];
      const reason = rejectionReason === null ? {} : { rejectionReason };
      return [{ id: pairId, product, alternative, status, ...reason, createdAt: createdAt.toISOString() }];
    },
  );
  return { proposals, nextCursor };
}

async function presentById(c: AppContext, ids: readonly string[]) {
  const rows = await listPublicProductsById(c.var.deps.db, [...new Set(ids)]);
  addSources(shownProducts(rows));
  const presented = await presentListedProducts(c, rows);
  return new Map(presented.map((product) => [product.id, product]));
}

import { Hono } from 'hono';
import type * as z from 'zod/mini';
import {
  approveProductCall,
  correctValuesCall,
  listModeratedProductsCall,
  type ModeratedProduct,
  MODERATION_LIMITS,
  type ModerationPage,
  rejectProductCall,
  discontinueProductCall,
  relistProductCall,
} from '@/lib/contract/moderation';
import {
  type BatchResults,
  decideProductsCall,
  listQueueGroupsCall,
  type QueueGroup,
  snoozeProductCall,
  undoDecisionsCall,
} from '@/lib/contract/moderation-queue';
import { correctValues } from '@/server/commands/edits/values';
import { approveProduct, rejectProduct } from '@/server/commands/decisions/decide-product';
import { discontinueProduct, relistProduct } from '@/server/commands/products/retire-product';
import { snoozeProduct } from '@/server/commands/decisions/queue-entry';
import type { AppContext, AppEnv } from '@/server/context';
import { ApiError } from '@/server/base/errors';
import { memberEndpoint } from '@/server/http/member-endpoint';
import { readPage } from '@/server/http/page';
import { presentModeratedProduct } from '@/server/presenters/product';
import { listLastAnswers } from '@/server/queries/account/appeals';
import { listLastRejections } from '@/server/queries/audit-entries';
import {
  findSubmissionById,
  listSubmissionsById,
  listSubmissionsByStatus,
  type SubmissionRow,
} from '@/server/queries/edits/submission-rows';
import { countPendingAlternatives } from '@/server/queries/products/alternatives';
import {
  queueOrder,
  countQueue,
  listQueue,
  listQueueGroups,
  type QueuePlace,
} from '@/server/queries/queue-entries';
import { editModeratedProductCall, findModeratedProductCall, findTextsCall } from '@/lib/contract/editing';
import { editAsModerator } from '@/server/commands/edits/edit-as-moderator';
import { canModerate } from '@/server/policies/viewer';
import { findTexts } from '@/server/queries/edits/product-edits';
import { undoDecision } from '@/server/commands/decisions/undo-decision';
import { t, text } from '@/lib/texts/texts';

export const moderationRoutes = new Hono<AppEnv>();

memberEndpoint(moderationRoutes, listModeratedProductsCall, async (c, { query }) => {
  const { db, now } = c.var.deps;
  const page = query.status === 'pending' ? await readQueue(c, query) : await readProducts(c, query);
  return {
    ...page,
    pendingCount: await countQueue(db, now()),
    snoozedCount: await countQueue(db, now(), true),
    pendingAlternativeCount: await countPendingAlternatives(db, MODERATION_LIMITS.countedPendingMax),
  };
});

type ListQuery = z.infer<typeof listModeratedProductsCall.query>;
type ProductPage = Pick<ModerationPage, 'products' | 'nextCursor'>;

async function readQueue(c: AppContext, query: ListQuery): Promise<ProductPage> {
  const { snoozed, after } = query;
  const { db, now } = c.var.deps;
  const group = groupOf(query);
  const limit = group ? MODERATION_LIMITS.batchMax : MODERATION_LIMITS.pageSize;
  const { rows: places, nextCursor } = await readPage(c, queueOrder, { after, limit }, (from) =>
    listQueue(db, { ...from, now: now(), group, isSnoozed: snoozed === 'true' }),
  );
  const rows = await listSubmissionsById(
    db,
    places.map(({ id }) => id),
  );
  return { products: await presentRows(c, rows, places), nextCursor };
}

function groupOf({
  groupKind: kind,
  groupKey: key,
}: ListQuery): Pick<QueueGroup, 'kind' | 'key'> | undefined {
  if (kind === undefined || key === undefined) return undefined;
  if (kind !== 'text' || /^[\da-f]{64}$/.test(key)) return { kind, key };
  throw new ApiError('bad_request', text('queue.noSuchGroup', "There's no such group."), {
    fields: { groupKey: t('input.noText', 'Not a text.') },
  });
}

async function readProducts(c: AppContext, { status, after }: ListQuery): Promise<ProductPage> {
  const page = { after, limit: MODERATION_LIMITS.pageSize };
  const { rows, nextCursor } = await readPage(c, queueOrder, page, (from) =>
    listSubmissionsByStatus(c.var.deps.db, { ...from, status }),
  );
  return { products: await presentRows(c, rows), nextCursor };
}

memberEndpoint(moderationRoutes, listQueueGroupsCall, async (c) => {
  const { db, now } = c.var.deps;
  return { groups: await listQueueGroups(db, now()) };
});

memberEndpoint(moderationRoutes, snoozeProductCall, async (c, { viewer, params, body }) => {
  await snoozeProduct(c.var.deps, viewer, params.id, body.days);
  return { product: await readModeratedProduct(c, params.id) };
});

memberEndpoint(moderationRoutes, approveProductCall, async (c, { viewer, params, query }) => {
  await approveProduct(c.var.deps, viewer, { ...params, ...query });
  return { product: await readModeratedProduct(c, params.id) };
});

memberEndpoint(moderationRoutes, rejectProductCall, async (c, { viewer, params, query, body }) => {
  await rejectProduct(c.var.deps, viewer, { ...params, ...query }, body.reason);
  return { product: await readModeratedProduct(c, params.id) };
});

memberEndpoint(moderationRoutes, discontinueProductCall, async (c, { viewer, params, body }) => {
  await discontinueProduct(c.var.deps, viewer, params.id, body);
  return { product: await readModeratedProduct(c, params.id) };
});

memberEndpoint(moderationRoutes, relistProductCall, async (c, { viewer, params }) => {
  await relistProduct(c.var.deps, viewer, params.id);
  return { product: await readModeratedProduct(c, params.id) };
});

memberEndpoint(moderationRoutes, correctValuesCall, async (c, { viewer, params, body }) => {
  await correctValues(c.var.deps, viewer, params.id, body.fields);
  return { product: await readModeratedProduct(c, params.id) };
});

export async function readModeratedProduct(c: AppContext, id: string): Promise<ModeratedProduct> {
  const { db } = c.var.deps;
  const row = await findSubmissionById(db, id);
  const [product] = row ? await presentRows(c, [row]) : [];
  if (!product) throw new ApiError('not_found', text('product.noLonger', 'This {noun} no longer exists.'));
  return product;
}

async function presentRows(
  c: AppContext,
  rows: readonly SubmissionRow[],
  places: readonly QueuePlace[] = [],
): Promise<ModeratedProduct[]> {
  const { db, env } = c.var.deps;
  const ids = rows.map(({ id }) => id);
  const rejections = await listLastRejections(db, ids);
  const answers = await listLastAnswers(db, ids);
  const placeOf = new Map(places.map((place) => [place.id, place]));
  return rows.map((row) =>
    presentModeratedProduct(
      row,
      { lastRejection: rejections.get(row.id), place: placeOf.get(row.id), answer: answers.get(row.id) },
      env,
    ),
  );
}

memberEndpoint(moderationRoutes, findTextsCall, async (c, { viewer, params: { id } }) => {
  const { db } = c.var.deps;
  const found = await findTexts(db, id);
  if (!found) throw new ApiError('not_found', text('product.notListed', "This {noun} isn't listed."));
  const { texts, updatedAt, editStatus } = found;
  return {
    ...{ texts, seen: updatedAt.toISOString() },
    ...(canModerate(viewer) && { hasPendingEdit: editStatus === 'pending' }),
  };
});

memberEndpoint(moderationRoutes, findModeratedProductCall, async (c, { params }) => ({
  product: await readModeratedProduct(c, params.id),
}));

memberEndpoint(moderationRoutes, editModeratedProductCall, async (c, { viewer, params, query, body }) => {
  await editAsModerator(c.var.deps, viewer, { ...params, ...query }, body);
  return { product: await readModeratedProduct(c, params.id) };
});

memberEndpoint(moderationRoutes, decideProductsCall, async (c, { viewer, body }) =>
  forEach(body.products, (product) =>
    body.decision === 'approve'
      ? approveProduct(c.var.deps, viewer, product)
      : rejectProduct(c.var.deps, viewer, product, body.reason ?? ''),
  ),
);

memberEndpoint(moderationRoutes, undoDecisionsCall, async (c, { viewer, body }) =>
  forEach(
    body.ids.map((id) => ({ id })),
    ({ id }) => undoDecision(c.var.deps, viewer, id),
  ),
);

/** Acts on one product after the other, so that the requests of others get their turn between them. */
async function forEach<Subject extends { id: string }>(
  subjects: readonly Subject[],
  act: (subject: Subject) => Promise<void>,
): Promise<BatchResults> {
  const results: BatchResults['results'] = [];
  for (const subject of subjects) {
    const { id } = subject;
    try {
      await act(subject);
      results.push({ id, isDone: true });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      results.push({ id, isDone: false, message: error.message });
    }
  }
  return { results };
}

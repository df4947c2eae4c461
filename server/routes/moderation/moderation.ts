import { Hono } from 'hono';
import type * as z from 'zod/mini';
import {
  approveProductCall,
  correctValuesCall,
  listModeratedProductsCall,
  MODERATION_LIMITS,
  type ModeratedProduct,
  type ModerationPage,
  rejectProductCall,
  discontinueProductCall,
  relistProductCall,
} from '@/lib/contract/moderation';
import { listQueueGroupsCall, type QueueGroup, snoozeProductCall } from '@/lib/contract/moderation-queue';
import { correctValues } from '@/server/commands/edits/correct-values';
import { approveProduct, rejectProduct } from '@/server/commands/decisions/decide-product';
import { discontinueProduct, relistProduct } from '@/server/commands/products/discontinue-product';
import { snoozeProduct } from '@/server/commands/decisions/snooze-product';
import type { AppContext, AppEnv } from '@/server/context';
import { ApiError } from '@/server/base/errors';
import { memberEndpoint } from '@/server/http/member-endpoint';
import { readPage } from '@/server/http/page';
import { presentModeratedProduct } from '@/server/presenters/product';
import { listLastAnswers } from '@/server/queries/account/appeals-by-subject';
import { listLastRejections } from '@/server/queries/audit-entries';
import {
  findSubmissionById,
  listSubmissionsById,
  listSubmissionsByStatus,
  type SubmissionRow,
} from '@/server/queries/edits/submission-rows';
import { countPendingAlternatives } from '@/server/queries/products/alternative-proposals';
import { countQueue, listQueue, type QueuePlace } from '@/server/queries/queue/queue-entries';
import { listQueueGroups } from '@/server/queries/queue/queue-groups';

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
  const { db, cursorSigner: signer, now } = c.var.deps;
  const group = groupOf(query);
  const limit = group ? MODERATION_LIMITS.batchMax : MODERATION_LIMITS.pageSize;
  const { rows: places, nextCursor } = await readPage(
    { signer, list: 'queue', after, limit },
    {
      read: (from) => listQueue(db, { ...from, now: now(), group, isSnoozed: snoozed === 'true' }),
      positionOf: ({ dueAt, id }) => ({ value: dueAt, id }),
    },
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
  throw new ApiError('bad_request', "There's no such group.", { fields: { groupKey: 'Not a text.' } });
}

async function readProducts(c: AppContext, { status, after }: ListQuery): Promise<ProductPage> {
  const { db, cursorSigner: signer } = c.var.deps;
  const { rows, nextCursor } = await readPage(
    { signer, list: 'queue', after, limit: MODERATION_LIMITS.pageSize },
    {
      read: (from) => listSubmissionsByStatus(db, { ...from, status }),
      positionOf: ({ createdAt, id }) => ({ value: createdAt, id }),
    },
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
  const { db, env } = c.var.deps;
  const row = await findSubmissionById(db, id);
  const [product] = row ? await presentRows(c, [row]) : [];
  if (!product) throw new ApiError('not_found', `This ${env.siteNoun} no longer exists.`);
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

import { Hono } from 'hono';
import { type BatchResults, decideProductsCall, undoDecisionsCall } from '@/lib/contract/moderation-queue';
import { approveProduct, rejectProduct } from '@/server/commands/decisions/decide-product';
import { undoDecision } from '@/server/commands/decisions/undo-decision';
import type { AppEnv } from '@/server/context';
import { ApiError } from '@/server/base/errors';
import { memberEndpoint } from '@/server/http/member-endpoint';

export const moderationBatchRoutes = new Hono<AppEnv>();

memberEndpoint(moderationBatchRoutes, decideProductsCall, async (c, { viewer, body }) =>
  forEach(body.products, (product) =>
    body.decision === 'approve'
      ? approveProduct(c.var.deps, viewer, product)
      : rejectProduct(c.var.deps, viewer, product, body.reason ?? ''),
  ),
);

memberEndpoint(moderationBatchRoutes, undoDecisionsCall, async (c, { viewer, body }) =>
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

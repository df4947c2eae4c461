import { Hono } from 'hono';
import {
  CONTEXT_LIMITS,
  findModerationContextCall,
  readCurrentPageCall,
} from '@/lib/contract/moderation-queue';
import { sayStored } from '@/server/base/stored-text';
import { findSimilar } from '@/server/commands/submissions/duplicates';
import { readCurrentPage } from '@/server/commands/submissions/read-pages';
import type { AppContext, AppEnv } from '@/server/context';
import { ApiError } from '@/server/base/errors';
import { memberEndpoint } from '@/server/http/member-endpoint';
import { presentProductReference } from '@/server/presenters/product';
import { findUser } from '@/server/queries/account/users';
import { findSubmissionById, listSubmissionsById } from '@/server/queries/edits/submission-rows';
import { listObservations } from '@/server/queries/products/gate';
import { listRelatedEntries } from '@/server/queries/queue-entries';
import { countSubmissions } from '@/server/queries/products/product-rows';
import { text } from '@/lib/texts/texts';

export const moderationContextRoutes = new Hono<AppEnv>();

memberEndpoint(moderationContextRoutes, findModerationContextCall, async (c, { viewer, params: { id } }) => {
  const { db, env } = c.var.deps;
  const product = await findProduct(c, id);
  const similar = await findSimilar(c.var.deps, viewer, product.name);
  const relatedIds = await listRelatedEntries(db, id, CONTEXT_LIMITS.relatedMax);
  const related = await listSubmissionsById(db, relatedIds);
  return {
    record: product.submitterId === null ? null : await readRecord(c, product.submitterId),
    observations: (await listObservations(db, id)).map(({ observedAt, sentence, ...each }) => ({
      sentence: sayStored(sentence),
      ...each,
      observedAt: observedAt.toISOString(),
    })),
    similar: similar.filter((other) => other.id !== id),
    related: related.map((row) => presentProductReference(row, { ...env, viewerId: viewer.userId })),
  };
});

memberEndpoint(moderationContextRoutes, readCurrentPageCall, async (c, { viewer, params: { id } }) => {
  const { url } = await findProduct(c, id);
  return readCurrentPage(c.var.deps, viewer, url);
});

async function findProduct(c: AppContext, id: string) {
  const { db } = c.var.deps;
  const product = await findSubmissionById(db, id);
  if (!product) throw new ApiError('not_found', text('product.gone', 'This {noun} is gone.'));
  return product;
}

async function readRecord(c: AppContext, submitterId: string) {
  const { db } = c.var.deps;
  const submitter = await findUser(db, submitterId);
  if (!submitter) return null;
  return { ...(await countSubmissions(db, submitterId)), memberSince: submitter.createdAt.toISOString() };
}

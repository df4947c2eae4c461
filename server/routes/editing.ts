import { Hono } from 'hono';
import { editModeratedProductCall, findModeratedProductCall, findTextsCall } from '@/lib/contract/editing';
import { editAsModerator } from '@/server/commands/edits/edit-as-moderator';
import type { AppEnv } from '@/server/context';
import { ApiError } from '@/server/base/errors';
import { memberEndpoint } from '@/server/http/member-endpoint';
import { canModerate } from '@/server/policies/viewer';
import { findTexts } from '@/server/queries/edits/product-texts';
import { readModeratedProduct } from '@/server/routes/moderation/moderation';

export const editingRoutes = new Hono<AppEnv>();

memberEndpoint(editingRoutes, findTextsCall, async (c, { viewer, params: { id } }) => {
  const { db, env } = c.var.deps;
  const found = await findTexts(db, id);
  if (!found) throw new ApiError('not_found', `This ${env.siteNoun} isn't listed.`);
  const { texts, updatedAt, editStatus } = found;
  return {
    ...{ texts, seen: updatedAt.toISOString() },
    ...(canModerate(viewer) && { hasPendingEdit: editStatus === 'pending' }),
  };
});

memberEndpoint(editingRoutes, findModeratedProductCall, async (c, { params }) => ({
  product: await readModeratedProduct(c, params.id),
}));

memberEndpoint(editingRoutes, editModeratedProductCall, async (c, { viewer, params, query, body }) => {
  await editAsModerator(c.var.deps, viewer, { ...params, ...query }, body);
  return { product: await readModeratedProduct(c, params.id) };
});

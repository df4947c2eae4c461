import { Hono } from 'hono';
import { HISTORY_LIMITS, listVersionsCall, revertProductCall } from '@/lib/contract/history';
import { revertProduct } from '@/server/commands/edits/revert-product';
import type { AppContext, AppEnv } from '@/server/context';
import { ApiError } from '@/server/base/errors';
import { memberEndpoint } from '@/server/http/member-endpoint';
import { readPage } from '@/server/http/page';
import type { Viewer } from '@/server/policies/viewer';
import { presentVersion } from '@/server/presenters/history';
import { presentProductReference } from '@/server/presenters/product';
import { listVersions } from '@/server/queries/edits/product-versions';
import { listProductsById } from '@/server/queries/products/products';

export const historyRoutes = new Hono<AppEnv>();

memberEndpoint(
  historyRoutes,
  listVersionsCall,
  async (c, { viewer, params: { id: productId }, query: { after } }) => {
    const { db, env, cursorSigner: signer } = c.var.deps;
    const product = await readReference(c, viewer, productId);
    const { rows, nextCursor } = await readPage(
      { signer, list: 'versions', after, limit: HISTORY_LIMITS.pageSize },
      {
        read: (from) => listVersions(db, { ...from, productId }),
        positionOf: ({ createdAt, id }) => ({ value: createdAt, id }),
      },
    );
    const last = rows.at(-1);
    const position = last && { value: last.createdAt, id: last.id };
    const older = await listVersions(db, { productId, after: position, limit: 1 });
    const compared = [...rows, ...older];
    return {
      product,
      versions: rows.map((row, index) =>
        presentVersion(row, compared[index + 1], {
          fields: env.fields,
          isPresent: after === undefined && index === 0,
        }),
      ),
      nextCursor,
    };
  },
);

memberEndpoint(historyRoutes, revertProductCall, async (c, { viewer, params: { id } }) => {
  const productId = await revertProduct(c.var.deps, viewer, id);
  return { product: await readReference(c, viewer, productId) };
});

async function readReference(c: AppContext, viewer: Viewer, id: string) {
  const { db, env } = c.var.deps;
  const [row] = await listProductsById(db, [id]);
  if (!row) throw new ApiError('not_found', `This ${env.siteNoun} no longer exists.`);
  return presentProductReference(row, { ...env, viewerId: viewer.userId });
}

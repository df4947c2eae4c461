import { Hono } from 'hono';
import { appealCall, decideAppealCall, listAppealsCall } from '@/lib/contract/measure';
import { MEMBER_LIMITS } from '@/lib/contract/plain/moderation';
import { decideAppeal, makeAppeal } from '@/server/commands/account/appeal';
import type { AppEnv } from '@/server/context';
import { memberEndpoint } from '@/server/http/member-endpoint';
import { readPage } from '@/server/http/page';
import { presentAppeal, presentOwnAppeal } from '@/server/presenters/appeal';
import { presentProductReference } from '@/server/presenters/product';
import { listOpenAppeals } from '@/server/queries/account/appeals';
import { listProductsById } from '@/server/queries/products/products';

export const appealRoutes = new Hono<AppEnv>();

memberEndpoint(appealRoutes, appealCall, async (c, { viewer, body }) => ({
  appeal: presentOwnAppeal(await makeAppeal(c.var.deps, viewer, body)),
}));

memberEndpoint(appealRoutes, listAppealsCall, async (c, { viewer, query: { after } }) => {
  const { db, env, cursorSigner: signer } = c.var.deps;
  const { rows, nextCursor } = await readPage(
    { signer, list: 'appeals', after, limit: MEMBER_LIMITS.pageSize },
    {
      read: (from) => listOpenAppeals(db, from),
      positionOf: ({ appeal }) => ({ value: appeal.createdAt, id: appeal.id }),
    },
  );
  const ids = rows.flatMap(({ appeal }) => appeal.productId ?? []);
  const products = new Map(
    (await listProductsById(db, ids)).map((row) => [
      row.id,
      presentProductReference(row, { ...env, viewerId: viewer.userId }),
    ]),
  );
  return {
    appeals: rows.map((row) =>
      presentAppeal(row, products.get(row.appeal.productId ?? '') ?? null, viewer.userId),
    ),
    nextCursor,
  };
});

memberEndpoint(appealRoutes, decideAppealCall, async (c, { viewer, params: { id }, body }) => {
  await decideAppeal(c.var.deps, viewer, id, body);
  return {};
});

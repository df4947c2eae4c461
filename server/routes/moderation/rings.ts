import { Hono } from 'hono';
import { listRingsCall, restoreRingCall, RING_RULES, setRingAsideCall } from '@/lib/contract/ring';
import { judgeRing } from '@/server/commands/reactions/judge-ring';
import type { AppEnv } from '@/server/context';
import { memberEndpoint } from '@/server/http/member-endpoint';
import { readPage } from '@/server/http/page';
import { presentProductReference } from '@/server/presenters/product';
import { listProductsById } from '@/server/queries/products/products';
import { listRings } from '@/server/queries/reactions/vote-rings';

export const ringRoutes = new Hono<AppEnv>();

memberEndpoint(ringRoutes, listRingsCall, async (c, { viewer, query: { after } }) => {
  const { db, env, cursorSigner: signer } = c.var.deps;
  const { rows, nextCursor } = await readPage(
    { signer, list: 'rings', after, limit: RING_RULES.pageSize },
    { read: (from) => listRings(db, from), positionOf: ({ foundAt, id }) => ({ value: foundAt, id }) },
  );
  const products = new Map(
    (await listProductsById(db, [...new Set(rows.flatMap(({ productIds }) => productIds))])).map((row) => [
      row.id,
      presentProductReference(row, { ...env, viewerId: viewer.userId }),
    ]),
  );
  return {
    rings: rows.map(({ productIds, foundAt, setAsideAt, members, ...row }) => ({
      ...row,
      products: productIds.flatMap((id) => products.get(id) ?? []),
      members: members.map(({ handle, role, createdAt }) => ({
        handle,
        ...(role && { role }),
        createdAt: new Date(createdAt).toISOString(),
      })),
      foundAt: foundAt.toISOString(),
      setAsideAt: setAsideAt?.toISOString() ?? null,
    })),
    nextCursor,
  };
});

for (const [call, isSetAside] of [
  [setRingAsideCall, true],
  [restoreRingCall, false],
] as const) {
  memberEndpoint(ringRoutes, call, async (c, { viewer, params: { id } }) => ({
    upvoteCount: await judgeRing(c.var.deps, viewer, { id, isSetAside }),
  }));
}

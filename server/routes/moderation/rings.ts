import { Hono } from 'hono';
import { readReferences } from '@/server/routes/shown-products';
import { listRingsCall, restoreRingCall, RING_RULES, setRingAsideCall } from '@/lib/contract/ring';
import { judgeRing } from '@/server/commands/reactions/rings';
import type { AppEnv } from '@/server/context';
import { memberEndpoint } from '@/server/http/member-endpoint';
import { readPage } from '@/server/http/page';
import { ringOrder, listRings } from '@/server/queries/reactions/vote-rings';

export const ringRoutes = new Hono<AppEnv>();

memberEndpoint(ringRoutes, listRingsCall, async (c, { viewer, query: { after } }) => {
  const { db } = c.var.deps;
  const page = { after, limit: RING_RULES.pageSize };
  const { rows, nextCursor } = await readPage(c, ringOrder, page, (from) => listRings(db, from));
  const ids = rows.flatMap(({ productIds }) => productIds);
  const products = await readReferences(c, viewer, ids);
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

import { Hono } from 'hono';
import {
  type Claim,
  endClaimCall,
  findClaimCall,
  listClaimsCall,
  startClaimCall,
  verifyClaimCall,
  withdrawClaimCall,
} from '@/lib/contract/claim';
import {
  endClaim,
  readClaimable,
  startClaim,
  verifyClaim,
  withdrawClaim,
} from '@/server/commands/sites/claim-product';
import type { AppContext, AppEnv } from '@/server/context';
import { ApiError } from '@/server/base/errors';
import { memberEndpoint } from '@/server/http/member-endpoint';
import type { Viewer } from '@/server/policies/viewer';
import { presentClaim } from '@/server/presenters/claim';
import { findClaim, listVerifiedClaims } from '@/server/queries/products/claims';
import { shownHost } from '@/server/text/shown-host';

export const claimRoutes = new Hono<AppEnv>();

memberEndpoint(claimRoutes, findClaimCall, async (c, { viewer, params: { id } }) => {
  const claimable = await readClaimable(c.var.deps, id);
  const { host } = claimable;
  const row = await findClaim(c.var.deps.db, { productId: id, memberId: viewer.userId });
  return {
    host: shownHost(host),
    ...('problem' in claimable && { problem: claimable.problem }),
    takesMeta: 'isFrontPage' in claimable && claimable.isFrontPage,
    claim: row ? presentClaim(row, host) : null,
  };
});

memberEndpoint(claimRoutes, startClaimCall, async (c, { viewer, params: { id } }) => {
  await startClaim(c.var.deps, viewer, id);
  return { claim: await readClaim(c, viewer, id) };
});

memberEndpoint(claimRoutes, verifyClaimCall, async (c, { viewer, params: { id } }) => {
  await verifyClaim(c.var.deps, viewer, id);
  return { claim: await readClaim(c, viewer, id) };
});

memberEndpoint(claimRoutes, endClaimCall, async (c, { viewer, params: { id } }) => {
  await endClaim(c.var.deps, viewer, id);
  return {};
});

memberEndpoint(claimRoutes, listClaimsCall, async (c, { params: { id } }) => ({
  claims: (await listVerifiedClaims(c.var.deps.db, id)).map(({ verifiedAt, memberRole, ...row }) => ({
    ...row,
    host: shownHost(row.host),
    ...(memberRole !== null && { memberRole }),
    verifiedAt: verifiedAt.toISOString(),
  })),
}));

memberEndpoint(claimRoutes, withdrawClaimCall, async (c, { viewer, params: { id } }) => {
  await withdrawClaim(c.var.deps, viewer, id);
  return {};
});

async function readClaim(c: AppContext, viewer: Viewer, productId: string): Promise<Claim> {
  const { host } = await readClaimable(c.var.deps, productId);
  const row = await findClaim(c.var.deps.db, { productId, memberId: viewer.userId });
  if (!row) throw new ApiError('not_found', 'You have given up this claim.');
  return presentClaim(row, host);
}

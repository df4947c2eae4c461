import { Hono } from 'hono';
import { readReferences } from './shown-products';
import {
  type Claim,
  endClaimCall,
  findClaimCall,
  listClaimsCall,
  startClaimCall,
  verifyClaimCall,
  withdrawClaimCall,
} from '@/lib/contract/claim';
import { sayStored } from '@/server/base/stored-text';
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
import { type ClaimRow, findClaim, listVerifiedClaims } from '@/server/queries/products/claims';
import { hostInLetters, shownHost } from '@/server/text/shown-host';
import {
  acceptSiteCall,
  followSiteCall,
  listSiteChecksCall,
  type PageFingerprint,
  type SeenPage,
  SITE_CHECK_LIMITS,
} from '@/lib/contract/site-check';
import { acceptSite, followSite } from '@/server/commands/sites/decide-site';
import { readPage } from '@/server/http/page';
import { siteConcernOrder, listSiteConcerns } from '@/server/queries/products/site-checks';
import { text } from '@/lib/texts/texts';

/** Who runs the site of a product, and how it looks now. */
export const productSiteRoutes = new Hono<AppEnv>();

memberEndpoint(productSiteRoutes, findClaimCall, async (c, { viewer, params: { id } }) => {
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

memberEndpoint(productSiteRoutes, startClaimCall, async (c, { viewer, params: { id } }) => {
  await startClaim(c.var.deps, viewer, id);
  return { claim: await readClaim(c, viewer, id) };
});

memberEndpoint(productSiteRoutes, verifyClaimCall, async (c, { viewer, params: { id } }) => {
  await verifyClaim(c.var.deps, viewer, id);
  return { claim: await readClaim(c, viewer, id) };
});

memberEndpoint(productSiteRoutes, endClaimCall, (c, { viewer, params: { id } }) =>
  endClaim(c.var.deps, viewer, id),
);

memberEndpoint(productSiteRoutes, listClaimsCall, async (c, { params: { id } }) => ({
  claims: (await listVerifiedClaims(c.var.deps.db, id)).map(({ verifiedAt, memberRole, ...row }) => ({
    ...row,
    host: shownHost(row.host),
    ...(memberRole !== null && { memberRole }),
    verifiedAt: verifiedAt.toISOString(),
  })),
}));

memberEndpoint(productSiteRoutes, withdrawClaimCall, (c, { viewer, params: { id } }) =>
  withdrawClaim(c.var.deps, viewer, id),
);

async function readClaim(c: AppContext, viewer: Viewer, productId: string): Promise<Claim> {
  const { host } = await readClaimable(c.var.deps, productId);
  const row = await findClaim(c.var.deps.db, { productId, memberId: viewer.userId });
  if (!row) throw new ApiError('not_found', text('claim.givenUp', 'You have given up this claim.'));
  return presentClaim(row, host);
}

/** @param host the present host of the product. A claim of another host holds no longer. */
export function presentClaim(
  { id, host: claimed, token, method, verifiedAt, withdrawnAt }: ClaimRow,
  host: string,
): Claim {
  const isVerified = verifiedAt !== null && claimed === host;
  return {
    ...{ id, host, token },
    status: withdrawnAt ? 'withdrawn' : isVerified ? 'verified' : 'open',
    method: isVerified ? method : null,
    verifiedAt: isVerified ? verifiedAt.toISOString() : null,
  };
}

memberEndpoint(productSiteRoutes, listSiteChecksCall, async (c, { viewer, query: { after } }) => {
  const { db } = c.var.deps;
  const page = { after, limit: SITE_CHECK_LIMITS.pageSize };
  const { rows, nextCursor } = await readPage(c, siteConcernOrder, page, (from) =>
    listSiteConcerns(db, from),
  );
  const ids = rows.map(({ productId }) => productId);
  const products = await readReferences(c, viewer, ids);
  const siteChecks = rows.flatMap(({ productId, concern, concernSince, checkedAt, ...row }) => {
    const product = products.get(productId);
    if (!product || !concern || !concernSince || !checkedAt) return [];
    return {
      ...{ product, concern },
      concernSince: concernSince.toISOString(),
      checkedAt: checkedAt.toISOString(),
      problem: row.problem && sayStored(row.problem),
      before: presentSeenPage(row.baseline),
      after: presentSeenPage(row.observed),
      movedTo: row.movedTo,
    };
  });
  return { siteChecks, nextCursor };
});

memberEndpoint(productSiteRoutes, acceptSiteCall, (c, { viewer, params: { id }, body: { seen } }) =>
  acceptSite(c.var.deps, viewer, { id, seen }),
);

memberEndpoint(productSiteRoutes, followSiteCall, (c, { viewer, params: { id }, body: { seen } }) =>
  followSite(c.var.deps, viewer, { id, seen }),
);

function presentSeenPage(page: PageFingerprint | null): SeenPage | null {
  if (!page) return null;
  const { url, domain, title, excerpt, language, certificateSince } = page;
  return {
    url,
    ...hostInLetters(url),
    domain,
    title,
    excerpt,
    language,
    ...(certificateSince !== undefined && { certificateSince }),
  };
}

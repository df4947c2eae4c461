import { Hono } from 'hono';
import {
  acceptSiteCall,
  followSiteCall,
  listSiteChecksCall,
  type SeenPage,
  type PageFingerprint,
  SITE_CHECK_LIMITS,
} from '@/lib/contract/site-check';
import { acceptSite, followSite } from '@/server/commands/sites/decide-site';
import type { AppEnv } from '@/server/context';
import { memberEndpoint } from '@/server/http/member-endpoint';
import { readPage } from '@/server/http/page';
import { presentProductReference } from '@/server/presenters/product';
import { hostInLetters } from '@/server/text/shown-host';
import { listProductsById } from '@/server/queries/products/products';
import { listSiteConcerns } from '@/server/queries/products/site-checks';

export const siteCheckRoutes = new Hono<AppEnv>();

memberEndpoint(siteCheckRoutes, listSiteChecksCall, async (c, { viewer, query: { after } }) => {
  const { db, env, cursorSigner: signer } = c.var.deps;
  const { rows, nextCursor } = await readPage(
    { signer, list: 'sites', after, limit: SITE_CHECK_LIMITS.pageSize },
    {
      read: (from) => listSiteConcerns(db, from),
      positionOf: ({ concernSince, productId }) => ({ value: concernSince ?? new Date(0), id: productId }),
    },
  );
  const listed = await listProductsById(
    db,
    rows.map(({ productId }) => productId),
  );
  const products = new Map(listed.map((row) => [row.id, row]));
  const siteChecks = rows.flatMap(({ productId, concern, concernSince, checkedAt, ...row }) => {
    const product = products.get(productId);
    if (!product || !concern || !concernSince || !checkedAt) return [];
    return {
      product: presentProductReference(product, { ...env, viewerId: viewer.userId }),
      concern,
      concernSince: concernSince.toISOString(),
      checkedAt: checkedAt.toISOString(),
      problem: row.problem,
      before: presentSeenPage(row.baseline),
      after: presentSeenPage(row.observed),
      movedTo: row.movedTo,
    };
  });
  return { siteChecks, nextCursor };
});

memberEndpoint(siteCheckRoutes, acceptSiteCall, async (c, { viewer, params: { id }, body: { seen } }) => {
  await acceptSite(c.var.deps, viewer, { id, seen });
  return {};
});

memberEndpoint(siteCheckRoutes, followSiteCall, async (c, { viewer, params: { id }, body: { seen } }) => {
  await followSite(c.var.deps, viewer, { id, seen });
  return {};
});

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

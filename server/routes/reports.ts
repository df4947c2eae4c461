import { Hono } from 'hono';
import { readReferences } from './shown-products';
import { REPORT_LIMITS } from '@/lib/contract/plain/report';
import {
  decideReportsCall,
  eraseProductCall,
  listOwnReportsCall,
  listRemovalsCall,
  listRemovedProductsCall,
  listReportsCall,
  REMOVAL_LIMITS,
  reportProductCall,
  restoreProductCall,
} from '@/lib/contract/report';
import { decideReports, reportProduct } from '@/server/commands/decisions/reports';
import { restoreProduct } from '@/server/commands/decisions/removal';
import { eraseProduct } from '@/server/commands/products/retire-product';
import type { AppContext, AppEnv } from '@/server/context';
import type { ApiError } from '@/server/base/errors';
import { endpoint } from '@/server/http/endpoint';
import { limited } from '@/server/http/every-call';
import { findMember, memberEndpoint } from '@/server/http/member-endpoint';
import { readPage } from '@/server/http/page';
import { presentOwnReport, presentRemoval, presentReport } from '@/server/presenters/letters';
import { listPublicProductsById } from '@/server/queries/products/products';
import { restorableOrder, listRemovals, listRestorableProducts } from '@/server/queries/products/removals';
import {
  reportedProductOrder,
  ownReportOrder,
  listReportsOf,
  listOpenReports,
  listReportedProducts,
} from '@/server/queries/products/reports';
import { t } from '@/lib/texts/texts';

export const reportRoutes = new Hono<AppEnv>();

endpoint(
  reportRoutes,
  reportProductCall,
  async (c, { params: { id }, body }) => {
    const { brakes } = c.var.deps;
    const viewer = await findMember(c);
    await brakes.requireReleased('read-only');
    const isSlow = viewer !== undefined && (await brakes.isOn('slow-mode'));
    const limits = [
      ...(viewer ? (['reportByUser'] as const) : []),
      ...(isSlow ? (['slowChangeByUser'] as const) : []),
    ];
    const work = async () => (body.hp === '' ? reportProduct(c.var.deps, viewer, id, body) : 'new');
    const outcome = await (viewer ? limited(c, limits, { viewer }, work) : work());
    return {
      message:
        outcome === 'changed'
          ? t('report.updated', 'Thanks! Your report is updated.')
          : t('reportForm.thanks', 'Thanks for your report. A moderator will look at it.'),
    };
  },
  { formPage: reportPage },
);

/** The page of the form that was sent without JavaScript, for the same product if it is public. */
async function reportPage(refusal: ApiError | undefined, c: AppContext): Promise<`/${string}`> {
  const id = c.req.param('id') ?? '';
  const [product] = /^[1-9]\d{0,17}$/.test(id) ? await listPublicProductsById(c.var.deps.db, [id]) : [];
  const query = new URLSearchParams({
    ...(product && { of: product.slug }),
    ...(refusal ? { error: refusal.code } : { sent: '1' }),
  });
  return `/report?${query.toString()}`;
}

memberEndpoint(reportRoutes, listOwnReportsCall, async (c, { viewer, query: { after } }) => {
  const page = { after, limit: REPORT_LIMITS.ownPageSize };
  const { rows, nextCursor } = await readPage(c, ownReportOrder, page, (from) =>
    listReportsOf(c.var.deps.db, { ...from, reporterId: viewer.userId }),
  );
  return { reports: rows.map(presentOwnReport), nextCursor };
});

memberEndpoint(reportRoutes, listRemovalsCall, async (c, { viewer }) => ({
  removals: (await listRemovals(c.var.deps.db, viewer.userId)).map(presentRemoval),
}));

memberEndpoint(reportRoutes, listReportsCall, async (c, { viewer, query: { after } }) => {
  const { db, now } = c.var.deps;
  const seen = now().toISOString();
  const page = { after, limit: REPORT_LIMITS.pageSize };
  const { rows, nextCursor } = await readPage(c, reportedProductOrder, page, (from) =>
    listReportedProducts(db, from),
  );
  const ids = rows.map(({ productId }) => productId);
  const products = await readReferences(c, viewer, ids);
  const reports = await listOpenReports(db, ids);
  return {
    products: rows.flatMap(({ productId, reportCount, oldestAt }) => {
      const product = products.get(productId);
      if (!product) return [];
      return {
        ...{ product, reportCount },
        oldestAt: oldestAt.toISOString(),
        reports: reports.filter((report) => report.productId === productId).map(presentReport),
      };
    }),
    seen,
    nextCursor,
  };
});

memberEndpoint(reportRoutes, decideReportsCall, async (c, { viewer, params: { id }, body }) => ({
  decidedCount: await decideReports(c.var.deps, viewer, id, body),
}));

memberEndpoint(reportRoutes, listRemovedProductsCall, async (c, { query: { after } }) => {
  const { db, now } = c.var.deps;
  const page = { after, limit: REMOVAL_LIMITS.pageSize };
  const { rows, nextCursor } = await readPage(c, restorableOrder, page, (from) =>
    listRestorableProducts(db, { ...from, now: now() }),
  );
  const products = rows.map(({ id, name, removedAt, isWithdrawn }) => ({
    ...{ id, name, removedAt: removedAt.toISOString() },
    by: isWithdrawn ? ('submitter' as const) : ('moderators' as const),
  }));
  return { products, nextCursor };
});

memberEndpoint(reportRoutes, eraseProductCall, (c, { viewer, params: { id }, body: { ground } }) =>
  eraseProduct(c.var.deps, viewer.userId, { id, ground }),
);

memberEndpoint(reportRoutes, restoreProductCall, (c, { viewer, params: { id } }) =>
  restoreProduct(c.var.deps, viewer, id),
);

import { and, desc, eq, isNull, lt, lte, sql } from 'drizzle-orm';
import { REPORT_LIMITS } from '@/lib/contract/plain/report';
import type { Db } from '@/server/db/client';
import { reports, reportedProducts } from '@/server/db/schema/report-schema';
import { products, users } from '@/server/db/schema';
import { listOrder, newestFirst, type PageFrom } from '@/server/queries/list-order';
import { publicRole } from '@/server/queries/account/users';

export type ReportRow = typeof reports.$inferSelect;
export type NewReport = Pick<
  ReportRow,
  'productId' | 'reporterId' | 'reason' | 'text' | 'duplicateURL' | 'email' | 'createdAt'
>;

/** Adds a report. The open report of the same member about the same product is replaced. @returns whether it is a new one. */
export async function upsertReport(db: Db, report: NewReport): Promise<boolean> {
  const { reason, text, duplicateURL, createdAt: updatedAt } = report;
  const [row] = await db
    .insert(reports)
    .values({ ...report, updatedAt })
    .onConflictDoUpdate({
      target: [reports.productId, reports.reporterId],
      targetWhere: sql`resolved_at IS NULL AND reporter_id IS NOT NULL`,
      set: { reason, text, duplicateURL, updatedAt },
    })
    .returning({ isNew: sql<boolean>`xmax = 0` });
  return row?.isNew ?? false;
}

export type DecidedReport = { reporterId: string | null; email: string | null };

/**
 * Closes the open reports of a product that were sent until an instant, or one of them, and forgets the addresses of
 * visitors.
 *
 * @returns whom to tell: the addresses as they were before.
 */
export async function updateDecidedReports(
  db: Db,
  productId: string,
  {
    reportId,
    seen,
    ...decision
  }: { seen: Date; reportId?: string } & Required<
    Pick<typeof reports.$inferInsert, 'outcome' | 'note' | 'resolverId' | 'resolvedAt'>
  >,
): Promise<DecidedReport[]> {
  const open = await db
    .select({ id: reports.id, reporterId: reports.reporterId, email: reports.email })
    .from(reports)
    .where(
      and(
        eq(reports.productId, productId),
        isNull(reports.resolvedAt),
        lte(reports.updatedAt, seen),
        reportId === undefined ? undefined : eq(reports.id, reportId),
      ),
    )
    .orderBy(reports.createdAt, reports.id)
    .limit(REPORT_LIMITS.decidedMax)
    .for('update');
  const ids = open.map(({ id }) => id);
  await db
    .update(reports)
    .set({ ...decision, email: null })
    .where(sql`${reports.id} = ANY(${sql.param(ids)}::bigint[])`);
  return open;
}

export async function countDecidedReports(db: Db, reporterId: string) {
  const { rows } = await db.execute<Record<'decidedCount' | 'upheldCount', number>>(sql`
    SELECT count(*)::integer AS "decidedCount", count(*) FILTER (WHERE outcome = 'upheld')::integer AS "upheldCount"
    FROM (
      SELECT outcome FROM reports WHERE reporter_id = ${reporterId}::bigint AND outcome IS NOT NULL
      ORDER BY id DESC LIMIT ${REPORT_LIMITS.accuracyMax}
    ) AS last`);
  return rows[0] ?? { decidedCount: 0, upheldCount: 0 };
}

export const ownReportOrder = newestFirst('ownReports');

/** A member's reports after a position. The id alone is their order. */
export async function listReportsOf(db: Db, { reporterId, after, limit }: PageFrom & { reporterId: string }) {
  return db
    .select({
      ...{ id: reports.id, reason: reports.reason, text: reports.text, createdAt: reports.createdAt },
      ...{ outcome: reports.outcome, note: reports.note },
      ...{ productName: products.name, productSlug: products.slug, status: products.status },
    })
    .from(reports)
    .innerJoin(products, eq(products.id, reports.productId))
    .where(and(eq(reports.reporterId, reporterId), after && lt(reports.id, after.id)))
    .orderBy(desc(reports.id))
    .limit(limit);
}
export type OwnReportRow = Awaited<ReturnType<typeof listReportsOf>>[number];

export async function forgetReportEmails(db: Db, before: Date): Promise<void> {
  await db
    .update(reports)
    .set({ email: null })
    .where(and(sql`${reports.email} IS NOT NULL`, lt(reports.createdAt, before)));
}

export async function deleteOldReports(db: Db, before: Date): Promise<void> {
  await db.delete(reports).where(and(isNull(reports.reporterId), lt(reports.resolvedAt, before)));
}

type ReportedProduct = typeof reportedProducts.$inferSelect;

export const reportedProductOrder = listOrder<ReportedProduct>('reports', {
  ...{ type: 'double precision', direction: 'descending' },
  positionOf: ({ urgency: value, productId: id }) => ({ value, id }),
});

export async function listReportedProducts(db: Db, { after, limit }: PageFrom): Promise<ReportedProduct[]> {
  const { urgency, productId } = reportedProducts;
  return db
    .select()
    .from(reportedProducts)
    .where(reportedProductOrder.isAfter(after, urgency, productId))
    .orderBy(desc(urgency), desc(productId))
    .limit(limit);
}

export type OpenReportRow = Pick<ReportRow, 'id' | 'productId' | 'reason' | 'text' | 'duplicateURL'> & {
  createdAt: Date;
  updatedAt: Date;
  handle: string | null;
  name: string | null;
  role: 'moderator' | 'admin' | null;
  decidedCount: number;
  upheldCount: number;
};

export async function listOpenReports(db: Db, productIds: readonly string[]): Promise<OpenReportRow[]> {
  if (productIds.length === 0) return [];
  const open = sql<string>`(
    SELECT open.id FROM unnest(${sql.param(productIds)}::bigint[]) AS wanted (id), LATERAL (
      SELECT id FROM reports WHERE product_id = wanted.id AND resolved_at IS NULL
      ORDER BY created_at, id LIMIT ${REPORT_LIMITS.shownMax}
    ) AS open
  )`;
  const accuracy = sql`LATERAL (
    SELECT count(*)::integer AS decided, count(*) FILTER (WHERE outcome = 'upheld')::integer AS upheld FROM (
      SELECT outcome FROM reports AS former WHERE former.reporter_id = ${reports.reporterId} AND former.outcome IS NOT NULL
      ORDER BY former.id DESC LIMIT ${REPORT_LIMITS.accuracyMax}
    ) AS last
  ) AS accuracy`;
  return db
    .select({
      ...{ id: reports.id, productId: reports.productId, reason: reports.reason, text: reports.text },
      ...{ duplicateURL: reports.duplicateURL, createdAt: reports.createdAt, updatedAt: reports.updatedAt },
      ...{ handle: users.handle, name: users.name, role: publicRole },
      decidedCount: sql<number>`accuracy.decided`,
      upheldCount: sql<number>`accuracy.upheld`,
    })
    .from(reports)
    .leftJoin(users, eq(users.id, reports.reporterId))
    .innerJoin(accuracy, sql`true`)
    .where(sql`${reports.id} IN ${open}`)
    .orderBy(reports.createdAt, reports.id);
}

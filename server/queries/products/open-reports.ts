import { desc, eq, sql } from 'drizzle-orm';
import { REPORT_LIMITS } from '@/lib/contract/plain/report';
import type { Db } from '@/server/db/client';
import { reportedProducts, reports } from '@/server/db/schema/report-schema';
import { users } from '@/server/db/schema';
import type { ProductPosition } from './products';
import type { ReportRow } from './reports';
import { publicRole } from '@/server/queries/account/users';

/** Products with open reports after a position, the most urgent first. */
export async function listReportedProducts(
  db: Db,
  { after, limit }: { after?: ProductPosition; limit: number },
): Promise<(typeof reportedProducts.$inferSelect)[]> {
  const { urgency, productId } = reportedProducts;
  const isAfter =
    after && sql`(${urgency}, ${productId}) < (${after.value}::double precision, ${after.id}::bigint)`;
  return db
    .select()
    .from(reportedProducts)
    .where(isAfter)
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

/** The oldest open reports of each of these products, with the accuracy of their reporters. */
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

import type { Removal, Report, OwnReport } from '@/lib/contract/report';
import type { RemovalRow } from '@/server/queries/products/removals';
import type { OwnReportRow, OpenReportRow } from '@/server/queries/products/reports';

/** A report as moderators see it. Lists every field: the address of a visitor is private. */
export const presentReport = (row: OpenReportRow): Report => ({
  id: row.id,
  reason: row.reason,
  text: row.text,
  duplicateURL: row.duplicateURL,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
  reporter:
    row.handle === null || row.name === null
      ? null
      : {
          handle: row.handle,
          name: row.name,
          ...(row.role !== null && { role: row.role }),
          decidedCount: row.decidedCount,
          upheldCount: row.upheldCount,
        },
});

/** A report as its reporter sees it. Lists every field: who has decided is private. */
export const presentOwnReport = (row: OwnReportRow): OwnReport => ({
  id: row.id,
  product: {
    name: row.productName,
    slug: row.status === 'approved' || row.status === 'discontinued' ? row.productSlug : null,
  },
  reason: row.reason,
  text: row.text,
  createdAt: row.createdAt.toISOString(),
  outcome: row.outcome,
  note: row.note,
});

export const presentRemoval = (row: RemovalRow): Removal => ({
  id: row.id,
  name: row.name,
  removedAt: row.removedAt.toISOString(),
  edit: row.editName === null ? null : { name: row.editName, isRejected: row.isEditRejected },
});

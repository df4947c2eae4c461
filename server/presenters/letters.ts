import type { Appeal } from '@/lib/contract/measure';
import type { OwnAppeal } from '@/lib/contract/submission';
import type { ProductReference } from '@/lib/contract/product-reference';
import { sayStored } from '@/server/base/stored-text';
import type { AppealRow, OpenAppealRow } from '@/server/queries/account/appeals';
import type { OwnReport, Removal, Report } from '@/lib/contract/report';
import type { RemovalRow } from '@/server/queries/products/removals';
import type { OpenReportRow, OwnReportRow } from '@/server/queries/products/reports';
import type { ReceivedMessage } from '@/lib/contract/contact';
import type { ContactMessageRow } from '@/server/queries/contact-messages';

/** An appeal as its member sees it. Lists every field: who has decided is private. */
export const presentOwnAppeal = (row: AppealRow): OwnAppeal => ({
  text: row.text,
  createdAt: row.createdAt.toISOString(),
  outcome: row.outcome,
  reply: row.reply && sayStored(row.reply),
});

/** An appeal as moderators see it. The author of a decision about the viewer is left out. */
export const presentAppeal = (
  row: OpenAppealRow,
  product: ProductReference | null,
  viewerId: string,
): Appeal => ({
  id: row.appeal.id,
  kind: row.kind ?? 'rejection',
  member: {
    id: row.appeal.userId,
    handle: row.handle,
    name: row.name,
    ...(row.role !== null && { role: row.role }),
  },
  product,
  reason: row.reason,
  ...(row.appeal.userId !== viewerId && { deciderHandle: row.deciderHandle }),
  text: row.appeal.text,
  createdAt: row.appeal.createdAt.toISOString(),
});

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

/** A message as admins see it. Lists every field. */
export function presentMessage(row: ContactMessageRow): ReceivedMessage {
  const { id, name, email, message, createdAt, answer, answeredAt, closedAt } = row;
  return {
    ...{ id, name, email, message },
    createdAt: createdAt.toISOString(),
    answer: answer === null || !answeredAt ? null : { text: answer, sentAt: answeredAt.toISOString() },
    closedAt: closedAt?.toISOString() ?? null,
  };
}

import type { Appeal } from '@/lib/contract/measure';
import type { OwnAppeal } from '@/lib/contract/submission';
import type { ProductReference } from '@/lib/contract/product-reference';
import type { AppealRow, OpenAppealRow } from '@/server/queries/account/appeals';

/** An appeal as its member sees it. Lists every field: who has decided is private. */
export const presentOwnAppeal = (row: AppealRow): OwnAppeal => ({
  text: row.text,
  createdAt: row.createdAt.toISOString(),
  outcome: row.outcome,
  reply: row.reply,
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

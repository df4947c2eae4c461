import type { MemberRecord } from '@/lib/contract/member';
import type { OwnMeasure } from '@/lib/contract/measure';
import type { AppealRow } from '@/server/queries/account/appeals';
import type { MeasureRow } from '@/server/queries/account/measures';
import { presentOwnAppeal } from './appeal';

const presentFacts = (row: MeasureRow) => ({
  id: row.id,
  kind: row.kind,
  reason: row.reason,
  suspendedUntil: row.suspendedUntil?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
  acknowledgedAt: row.acknowledgedAt?.toISOString() ?? null,
  endedAt: row.endedAt?.toISOString() ?? null,
});

/** A measure as moderators see it. The author of a measure against the viewer is left out. */
export const presentMeasure = (
  row: MeasureRow & { moderatorHandle: string | null },
  viewerId: string,
): MemberRecord['measures'][number] => ({
  ...presentFacts(row),
  ...(row.userId !== viewerId && { moderatorHandle: row.moderatorHandle }),
});

/** A measure as its member sees it. Lists every field: who has decided is private. */
export const presentOwnMeasure = (row: MeasureRow, appeal: AppealRow | undefined, now: Date): OwnMeasure => ({
  ...presentFacts(row),
  appeal: appeal ? presentOwnAppeal(appeal) : null,
  canAnswer: !appeal && row.endedAt === null && (row.suspendedUntil === null || row.suspendedUntil > now),
});

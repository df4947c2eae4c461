import type { MemberRecord, MemberSummary, OwnMeasure } from '@/lib/contract/member';
import type { MemberRow } from '@/server/queries/account/members';
import type { MeasureRow } from '@/server/queries/account/measures';

/** A member as moderators see one. Lists every field: the email is private to them, too. */
export function presentMember(row: MemberRow, now: Date): MemberSummary {
  const isSuspended = row.suspendedUntil !== null && row.suspendedUntil > now;
  return {
    id: row.id,
    handle: row.handle,
    name: row.name,
    role: row.role,
    createdAt: row.createdAt.toISOString(),
    standing: standingOf(row, isSuspended),
    suspendedUntil: isSuspended ? (row.suspendedUntil?.toISOString() ?? null) : null,
    rejectionCount: row.rejectionCount,
  };
}

function standingOf(row: MemberRow, isSuspended: boolean): MemberSummary['standing'] {
  if (row.bannedAt !== null) return 'banned';
  if (isSuspended) return 'suspended';
  return row.deletionRequestedAt === null ? 'active' : 'leaving';
}

/** A measure as its member sees it. Lists every field: who has decided is private. */
export const presentOwnMeasure = (row: MeasureRow): OwnMeasure => ({
  id: row.id,
  kind: row.kind,
  reason: row.reason,
  suspendedUntil: row.suspendedUntil?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
  acknowledgedAt: row.acknowledgedAt?.toISOString() ?? null,
  endedAt: row.endedAt?.toISOString() ?? null,
});

export const presentMeasure = (
  row: MeasureRow & { moderatorHandle: string | null },
): MemberRecord['measures'][number] => ({
  ...presentOwnMeasure(row),
  moderatorHandle: row.moderatorHandle,
});

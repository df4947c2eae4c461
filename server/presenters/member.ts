import type { MemberRecord, MemberSummary } from '@/lib/contract/member';
import type { MemberRow } from '@/server/queries/account/members';
import type { listNotesOf, MeasureRow } from '@/server/queries/account/measures';
import type { OwnMeasure } from '@/lib/contract/measure';
import type { AppealRow } from '@/server/queries/account/appeals';
import { presentOwnAppeal } from './appeal';

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
    ...(row.nameIssue !== null && { nameIssue: row.nameIssue }),
  };
}

function standingOf(row: MemberRow, isSuspended: boolean): MemberSummary['standing'] {
  if (row.bannedAt !== null) return 'banned';
  if (isSuspended) return 'suspended';
  return row.deletionRequestedAt === null ? 'active' : 'leaving';
}

type NoteRow = Awaited<ReturnType<typeof listNotesOf>>[number];

/** A note as moderators see it. The author of a note about the viewer is left out. */
export const presentNote = (
  { id, text, createdAt, userId, authorHandle }: NoteRow,
  viewerId: string,
): MemberRecord['notes'][number] => ({
  ...{ id, text, createdAt: createdAt.toISOString() },
  ...(userId !== viewerId && { authorHandle }),
});

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

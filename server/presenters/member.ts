import type { MemberRecord, MemberSummary } from '@/lib/contract/member';
import type { MemberRow } from '@/server/queries/account/members';
import type { listNotesOf } from '@/server/queries/account/measures';

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

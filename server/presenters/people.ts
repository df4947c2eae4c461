import { ACCOUNT_LIMITS, type Identity } from '@/lib/contract/account';
import type { Passkey } from '@/lib/contract/passkey';
import type { Session, User } from '@/lib/contract/user';
import { DAY_MS } from '@/lib/contract/plain/durations';
import type { Profile } from '@/lib/contract/profile';
import { sayStored } from '@/server/base/stored-text';
import type { IdentityRow } from '@/server/queries/account/identities';
import type { PasskeyRow } from '@/server/queries/account/passkeys';
import type { SessionRow } from '@/server/queries/account/sessions';
import type { UserRow } from '@/server/queries/account/users';
import type { MemberRecord, MemberSummary } from '@/lib/contract/member';
import type { listNotesOf, MeasureRow, MemberRow } from '@/server/queries/account/members';
import type { OwnMeasure } from '@/lib/contract/measure';
import type { AppealRow } from '@/server/queries/account/appeals';
import { presentOwnAppeal } from './letters';

/** A user as they see themselves. Lists every field, so that a new column stays private by default. */
export function presentUser(row: UserRow): User {
  return {
    id: row.id,
    email: row.email ?? '',
    name: row.name,
    handle: row.handle,
    avatarURL: row.avatarURL,
    role: row.role,
    createdAt: row.createdAt.toISOString(),
    ...(row.deletionRequestedAt && { deletionDueAt: deletionDueAt(row.deletionRequestedAt).toISOString() }),
    ...(row.suspendedUntil && { suspendedUntil: row.suspendedUntil.toISOString() }),
  };
}

const deletionDueAt = (requestedAt: Date) =>
  new Date(requestedAt.getTime() + ACCOUNT_LIMITS.deletionDays * DAY_MS);

const presentRole = ({ role }: UserRow) => (role === 'member' ? {} : { role });

export const presentInviter = (row: UserRow) => ({ handle: row.handle, name: row.name, ...presentRole(row) });

/** A user as everyone sees them. Lists every field: the email is private. */
export function presentProfile(row: UserRow, productCount: number): Profile {
  return {
    handle: row.handle,
    name: row.name,
    avatarURL: row.avatarURL,
    ...presentRole(row),
    createdAt: row.createdAt.toISOString(),
    productCount,
  };
}

export const presentIdentity = (row: IdentityRow): Identity => ({
  provider: row.provider,
  subject: row.subject,
  email: row.email ?? '',
  createdAt: row.createdAt.toISOString(),
  lastUsedAt: row.lastUsedAt.toISOString(),
});

export const presentPasskey = ({ id, name, createdAt, lastUsedAt }: PasskeyRow): Passkey => ({
  ...{ id, name, createdAt: createdAt.toISOString() },
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
});

export const presentSession = (row: SessionRow, currentId: string): Session => ({
  id: row.id,
  userAgent: row.userAgent,
  createdAt: row.createdAt.toISOString(),
  lastSeenAt: row.lastSeenAt.toISOString(),
  expiresAt: row.expiresAt.toISOString(),
  isCurrent: row.id === currentId,
});

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
    ...(row.nameIssue !== null && { nameIssue: sayStored(row.nameIssue) }),
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

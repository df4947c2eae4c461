import { ACCOUNT_LIMITS, type Identity } from '@/lib/contract/account';
import { DAY_MS } from '@/lib/contract/plain/durations';
import type { Profile } from '@/lib/contract/profile';
import type { User, Session } from '@/lib/contract/user';
import type { IdentityRow } from '@/server/queries/account/identities';
import type { SessionRow } from '@/server/queries/account/sessions';
import type { UserRow } from '@/server/queries/account/users';

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
  };
}

const deletionDueAt = (requestedAt: Date) =>
  new Date(requestedAt.getTime() + ACCOUNT_LIMITS.deletionDays * DAY_MS);

const presentRole = ({ role }: UserRow) => (role === 'member' ? {} : { role });

/** Who has made an invitation, as everyone sees who has its link. */
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
  email: row.email ?? '',
  createdAt: row.createdAt.toISOString(),
  lastUsedAt: row.lastUsedAt.toISOString(),
});

export const presentSession = (row: SessionRow, currentId: string): Session => ({
  id: row.id,
  userAgent: row.userAgent,
  createdAt: row.createdAt.toISOString(),
  lastSeenAt: row.lastSeenAt.toISOString(),
  expiresAt: row.expiresAt.toISOString(),
  isCurrent: row.id === currentId,
});

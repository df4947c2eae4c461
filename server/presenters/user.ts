import { DAY_MS } from '@/lib/contract/plain/durations';
import { ACCOUNT_LIMITS } from '@/lib/contract/account';
import type { User } from '@/lib/contract/user';
import type { UserRow } from '@/server/queries/account/users';

/** A member as the member sees themself. Lists every field, so a new column stays private by default. */
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

export const deletionDueAt = (requestedAt: Date) =>
  new Date(requestedAt.getTime() + ACCOUNT_LIMITS.deletionDays * DAY_MS);

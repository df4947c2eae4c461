import type { Profile } from '@/lib/contract/profile';
import type { UserRow } from '@/server/queries/account/users';

/** A member as everybody sees them. Lists every field: neither the address nor the role is anybody's business. */
export function presentProfile(row: UserRow, productCount: number): Profile {
  return {
    handle: row.handle,
    name: row.name,
    avatarURL: row.avatarURL,
    createdAt: row.createdAt.toISOString(),
    productCount,
  };
}

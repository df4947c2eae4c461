import type { Identity } from '@/lib/contract/account';
import type { IdentityRow } from '@/server/queries/account/identities';

export const presentIdentity = (row: IdentityRow): Identity => ({
  provider: row.provider,
  email: row.email ?? '',
  createdAt: row.createdAt.toISOString(),
  lastUsedAt: row.lastUsedAt.toISOString(),
});

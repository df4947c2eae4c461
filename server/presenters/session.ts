import type { Session } from '@/lib/contract/session';
import type { SessionRow } from '@/server/queries/account/sessions';

export const presentSession = (row: SessionRow, currentId: string): Session => ({
  id: row.id,
  userAgent: row.userAgent,
  createdAt: row.createdAt.toISOString(),
  lastSeenAt: row.lastSeenAt.toISOString(),
  expiresAt: row.expiresAt.toISOString(),
  isCurrent: row.id === currentId,
});

import { ne, sql } from 'drizzle-orm';
import type { Db } from '@/server/db/client';
import { users } from '@/server/db/schema';
import type { Role } from '@/lib/contract/user';
import { timestamptz } from '@/server/queries/sql-values';

/** What decides whether somebody may act: `findLostStanding` of the policies does. */
export type StandingRow = { role: Role; isBanned: boolean; isSuspended: boolean; isLeaving: boolean };

/** The columns of a `StandingRow`, at an instant. */
export const standingColumns = (now: ReturnType<typeof sql>) => ({
  role: users.role,
  isBanned: sql<boolean>`${users.bannedAt} IS NOT NULL`,
  isSuspended: sql<boolean>`coalesce(${users.suspendedUntil} > ${now}, false)`,
  isLeaving: sql<boolean>`(${users.deletionRequestedAt} IS NOT NULL OR ${users.deletedAt} IS NOT NULL)`,
});

export const standingAt = (now: Date) => standingColumns(timestamptz(now));

/** Everybody with a role above member, whether or not they may use it now. */
export const listStaff = (db: Db, now: Date): Promise<({ id: string } & StandingRow)[]> =>
  db
    .select({ id: users.id, ...standingAt(now) })
    .from(users)
    .where(ne(users.role, 'member'));

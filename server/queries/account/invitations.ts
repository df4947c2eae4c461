import { and, count, desc, eq, gt, isNull, lt, sql } from 'drizzle-orm';
import type { Db } from '@/server/db/client';
import { users } from '@/server/db/schema';
import { invitations } from '@/server/db/schema/sign-in-schema';
import { standingAt, type StandingRow } from './standings';
import { newestFirst, type PageFrom } from '@/server/queries/list-order';

export type InvitationRow = typeof invitations.$inferSelect & {
  creatorHandle: string;
  creator: StandingRow;
};

const isOpen = (now: Date) =>
  and(
    isNull(invitations.revokedAt),
    gt(invitations.expiresAt, now),
    lt(invitations.useCount, invitations.usesMax),
  );

export async function insertInvitation(db: Db, invitation: typeof invitations.$inferInsert): Promise<string> {
  const [row] = await db.insert(invitations).values(invitation).returning({ id: invitations.id });
  if (!row) throw new Error('No invitation was inserted');
  return row.id;
}

/** Counts one use. False when the invitation is not open or does not exist. */
export async function updateInvitationUsed(db: Db, tokenHash: Buffer, now: Date): Promise<boolean> {
  const rows = await db
    .update(invitations)
    .set({ useCount: sql`${invitations.useCount} + 1` })
    .where(and(eq(invitations.tokenHash, tokenHash), isOpen(now)))
    .returning({ id: invitations.id });
  return rows.length > 0;
}

/** Withdraws an invitation. False when it does not exist, or was withdrawn before. */
export async function updateInvitationRevoked(db: Db, id: string, revokedAt: Date): Promise<boolean> {
  const rows = await db
    .update(invitations)
    .set({ revokedAt })
    .where(and(eq(invitations.id, id), isNull(invitations.revokedAt)))
    .returning({ id: invitations.id });
  return rows.length > 0;
}

const select = (db: Db, now: Date) =>
  db
    .select({
      id: invitations.id,
      tokenHash: invitations.tokenHash,
      creatorId: invitations.creatorId,
      creatorHandle: users.handle,
      creator: standingAt(now),
      note: invitations.note,
      usesMax: invitations.usesMax,
      useCount: invitations.useCount,
      createdAt: invitations.createdAt,
      expiresAt: invitations.expiresAt,
      revokedAt: invitations.revokedAt,
    })
    .from(invitations)
    .innerJoin(users, eq(users.id, invitations.creatorId));

export const invitationOrder = newestFirst('invitations');

export async function listInvitations(
  db: Db,
  { after, limit, now }: PageFrom & { now: Date },
): Promise<InvitationRow[]> {
  return select(db, now)
    .where(invitationOrder.isAfter(after, invitations.createdAt, invitations.id))
    .orderBy(desc(invitations.createdAt), desc(invitations.id))
    .limit(limit);
}

export async function findInvitation(db: Db, id: string, now: Date): Promise<InvitationRow | undefined> {
  const [row] = await select(db, now).where(eq(invitations.id, id));
  return row;
}

export async function findInvitationByToken(
  db: Db,
  tokenHash: Buffer,
  now: Date,
): Promise<InvitationRow | undefined> {
  const [row] = await select(db, now).where(eq(invitations.tokenHash, tokenHash));
  return row;
}

/** The creators of the open invitations, with their standing: an invitation is open only while its creator may act. */
export async function listOpenInvitationCreators(
  db: Db,
  now: Date,
): Promise<(StandingRow & { count: number })[]> {
  return db
    .select({ ...standingAt(now), count: count() })
    .from(invitations)
    .innerJoin(users, eq(users.id, invitations.creatorId))
    .where(isOpen(now))
    .groupBy(users.id);
}

export async function deleteOldInvitations(db: Db, expiredBefore: Date): Promise<void> {
  await db.delete(invitations).where(lt(invitations.expiresAt, expiredBefore));
}

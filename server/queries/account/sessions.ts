import { and, desc, eq, gt, isNull, lt, ne, or, type SQL } from 'drizzle-orm';
import type { Db } from '@/server/db/client';
import { sessions } from '@/server/db/schema/sign-in-schema';

type NewSession = {
  userId: string;
  secretHash: Buffer;
  userAgent: string | null;
  now: Date;
  expiresAt: Date;
};

export async function insertSession(db: Db, { now, ...session }: NewSession): Promise<string> {
  const [row] = await db
    .insert(sessions)
    .values({ ...session, createdAt: now, lastSeenAt: now })
    .returning({ id: sessions.id });
  if (!row) throw new Error('No session was inserted');
  return row.id;
}

/** The condition for a session that is neither revoked nor expired. */
export const isOpen = (now: Date | SQL) => and(isNull(sessions.revokedAt), gt(sessions.expiresAt, now));

export async function updateSessionSeen(db: Db, sessionId: string, lastSeenAt: Date): Promise<void> {
  await db.update(sessions).set({ lastSeenAt }).where(eq(sessions.id, sessionId));
}

/** A user's sessions that are neither revoked nor expired, last used first. */
export async function listOpenSessions(db: Db, userId: string, now: Date) {
  return db
    .select({
      id: sessions.id,
      userAgent: sessions.userAgent,
      createdAt: sessions.createdAt,
      lastSeenAt: sessions.lastSeenAt,
      expiresAt: sessions.expiresAt,
    })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), isOpen(now)))
    .orderBy(desc(sessions.lastSeenAt), desc(sessions.id));
}

export type SessionRow = Awaited<ReturnType<typeof listOpenSessions>>[number];

export async function isSessionOpen(db: Db, sessionId: string, now: Date): Promise<boolean> {
  const rows = await db
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.id, sessionId), isOpen(now)));
  return rows.length > 0;
}

/** Ends one of a user's sessions. False when the user has no such open session. */
export async function revokeSession(
  db: Db,
  { userId, sessionId, now }: { userId: string; sessionId: string; now: Date },
): Promise<boolean> {
  const rows = await db
    .update(sessions)
    .set({ revokedAt: now })
    .where(and(eq(sessions.id, sessionId), eq(sessions.userId, userId), isOpen(now)))
    .returning({ id: sessions.id });
  return rows.length > 0;
}

/** Ends all sessions of a user except `exceptId`. */
export async function revokeSessions(
  db: Db,
  { userId, exceptId, now }: { userId: string; exceptId?: string; now: Date },
): Promise<void> {
  const except = exceptId === undefined ? undefined : ne(sessions.id, exceptId);
  await db
    .update(sessions)
    .set({ revokedAt: now })
    .where(and(eq(sessions.userId, userId), isOpen(now), except));
}

/** Deletes the sessions that expired or were revoked before an instant. */
export async function deleteEndedSessions(db: Db, before: Date): Promise<void> {
  await db.delete(sessions).where(or(lt(sessions.expiresAt, before), lt(sessions.revokedAt, before)));
}

import { and, desc, eq, gt, isNull, lt, ne, or, type SQL, sql } from 'drizzle-orm';
import type { Db } from '@/server/db/client';
import { sessions } from '@/server/db/schema/sign-in-schema';
import { QUERY_LIMIT_MS } from '@/server/db/database-waits';
import { users } from '@/server/db/schema';
import { withDeadline } from '@/server/base/async-context';
import { standingColumns } from './standings';

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

export const isOpen = (now: Date | SQL) => and(isNull(sessions.revokedAt), gt(sessions.expiresAt, now));

export async function updateSessionSeen(db: Db, sessionId: string, lastSeenAt: Date): Promise<void> {
  await db.update(sessions).set({ lastSeenAt }).where(eq(sessions.id, sessionId));
}

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

export async function deleteEndedSessions(db: Db, before: Date): Promise<void> {
  await db.delete(sessions).where(or(lt(sessions.expiresAt, before), lt(sessions.revokedAt, before)));
}

type SessionKey = { sessionId: string; secretHash: Buffer; now: Date };
type SessionViewer = Awaited<ReturnType<typeof selectSessionViewers>>[number]['viewer'];
type Lookup = {
  key: SessionKey;
  resolve: (viewer: SessionViewer | undefined) => void;
  reject: (error: unknown) => void;
};

/** Keeps the statement short when thousands of requests arrive at once. */
const LOOKUPS_MAX = 200;

/** The look-ups that wait for the running statement of their database. */
const queues = new WeakMap<Db, Lookup[]>();

/**
 * The account of a session that is neither revoked nor expired.
 *
 * Every call of a member looks its session up, so look-ups that arrive while a statement runs share the next statement.
 * The statement always begins after the look-up, so a session that has ended is never found.
 */
export function findSessionViewer(db: Db, key: SessionKey): Promise<SessionViewer | undefined> {
  return new Promise((resolve, reject) => {
    const lookup = { key, resolve, reject };
    const queue = queues.get(db);
    if (queue) {
      queue.push(lookup);
      return;
    }
    queues.set(db, [lookup]);
    void answerAll(db);
  });
}

/** Answers one group after the other, until none waits. Never rejects. */
async function answerAll(db: Db): Promise<void> {
  for (;;) {
    const group = queues.get(db)?.splice(0, LOOKUPS_MAX) ?? [];
    if (group.length === 0) break;
    try {
      // Not with the deadline of the request that the first look-up belongs to.
      const rows = await withDeadline(QUERY_LIMIT_MS, async () =>
        selectSessionViewers(
          db,
          group.map(({ key }) => key),
        ),
      );
      const viewers = new Map(rows.map(({ position, viewer }) => [position, viewer]));
      for (const [index, { resolve }] of group.entries()) resolve(viewers.get(index + 1));
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
  }
  queues.delete(db);
}

const selectSessionViewers = (db: Db, keys: readonly SessionKey[]) =>
  db
    .select({
      position: sql<number>`position::integer`,
      viewer: {
        userId: users.id,
        sessionId: sessions.id,
        ...standingColumns(sql`keys.asked_at`),
        suspendedUntil: users.suspendedUntil,
        createdAt: users.createdAt,
        signedInAt: sessions.createdAt,
        lastSeenAt: sessions.lastSeenAt,
      },
    })
    .from(
      sql`unnest(
        ${sql.param(keys.map(({ sessionId }) => sessionId))}::bigint[],
        ${sql.param(keys.map(({ secretHash }) => secretHash))}::bytea[],
        ${sql.param(keys.map(({ now }) => now.toISOString()))}::timestamptz[]
      ) WITH ORDINALITY AS keys (session_id, secret_hash, asked_at, position)`,
    )
    .innerJoin(sessions, sql`${sessions.id} = keys.session_id AND ${sessions.secretHash} = keys.secret_hash`)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(isOpen(sql`keys.asked_at`), isNull(users.deletedAt)));

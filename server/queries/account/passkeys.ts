import { and, asc, count, eq, gt, lt, or, sql } from 'drizzle-orm';
import type { Db } from '@/server/db/client';
import { users } from '@/server/db/schema';
import { passkeyChallenges, passkeys } from '@/server/db/schema/sign-in-schema';

export type PasskeyRow = typeof passkeys.$inferSelect;

/** Stores the challenge of a browser in place of its former one. */
export async function upsertPasskeyChallenge(
  db: Db,
  { browserHash, ...challenge }: typeof passkeyChallenges.$inferInsert,
): Promise<void> {
  await db
    .insert(passkeyChallenges)
    .values({ browserHash, ...challenge })
    .onConflictDoUpdate({ target: passkeyChallenges.browserHash, set: challenge });
}

/** Deletes and returns a challenge, so that it is answered once, also with a wrong answer. */
export async function takePasskeyChallenge(
  db: Db,
  browserHash: Buffer,
  now: Date,
): Promise<string | undefined> {
  const [row] = await db
    .delete(passkeyChallenges)
    .where(and(eq(passkeyChallenges.browserHash, browserHash), gt(passkeyChallenges.expiresAt, now)))
    .returning({ challenge: passkeyChallenges.challenge });
  return row?.challenge;
}

export async function findPasskeyByCredential(db: Db, credentialId: Buffer): Promise<PasskeyRow | undefined> {
  const [row] = await db.select().from(passkeys).where(eq(passkeys.credentialId, credentialId));
  return row;
}

/** At most `PASSKEY_LIMITS.perAccountMax`. */
export async function listPasskeys(db: Db, userId: string): Promise<PasskeyRow[]> {
  return db.select().from(passkeys).where(eq(passkeys.userId, userId)).orderBy(asc(passkeys.id));
}

/** False when an account has the credential already. */
export async function insertPasskey(db: Db, passkey: typeof passkeys.$inferInsert): Promise<boolean> {
  const rows = await db.insert(passkeys).values(passkey).onConflictDoNothing().returning({ id: passkeys.id });
  return rows.length > 0;
}

/**
 * Records that a passkey has signed in.
 *
 * @returns false when it is gone, or when its authenticator has signed more often already: another device has a copy of its key.
 */
export async function updatePasskeyUsed(
  db: Db,
  { id, signCount, now }: { id: string; signCount: number; now: Date },
): Promise<boolean> {
  const isNext = or(
    lt(passkeys.signCount, signCount),
    and(eq(passkeys.signCount, 0), sql`${signCount}::bigint = 0`),
  );
  const rows = await db
    .update(passkeys)
    .set({ signCount, lastUsedAt: now })
    .where(and(eq(passkeys.id, id), isNext))
    .returning({ id: passkeys.id });
  return rows.length > 0;
}

type OwnPasskey = { userId: string; id: string };
const isOwn = ({ userId, id }: OwnPasskey) => and(eq(passkeys.id, id), eq(passkeys.userId, userId));

export async function updatePasskeyName(db: Db, own: OwnPasskey, name: string): Promise<boolean> {
  const rows = await db.update(passkeys).set({ name }).where(isOwn(own)).returning({ id: passkeys.id });
  return rows.length > 0;
}

/** @returns its name; undefined when the member has no such passkey. */
export async function deletePasskey(db: Db, own: OwnPasskey): Promise<string | undefined> {
  const [row] = await db.delete(passkeys).where(isOwn(own)).returning({ name: passkeys.name });
  return row?.name;
}

export async function countPasskeys(db: Db, userId: string): Promise<number> {
  const [row] = await db.select({ count: count() }).from(passkeys).where(eq(passkeys.userId, userId));
  return row?.count ?? 0;
}

/** Until the transaction ends, no other call adds or removes a way to sign in to the account. */
export async function lockWaysToSignIn(db: Db, userId: string): Promise<void> {
  await db.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update');
}

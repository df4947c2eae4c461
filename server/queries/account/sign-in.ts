import { and, eq, gt, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import type { Db } from '@/server/db/client';
import {
  localSignInCodes,
  passkeyChallenges,
  signInAttempts,
  signInCodes,
  spentIdTokens,
} from '@/server/db/schema/sign-in-schema';

export type { Opener } from '@/server/db/schema/sign-in-schema';

export async function insertSignInAttempt(
  db: Db,
  attempt: typeof signInAttempts.$inferInsert,
): Promise<void> {
  await db.insert(signInAttempts).values(attempt);
}

type AttemptKey = Pick<typeof signInAttempts.$inferSelect, 'stateHash' | 'browserHash' | 'provider'>;

const isAttempt = ({ stateHash, browserHash, provider }: AttemptKey, now: Date) =>
  and(
    eq(signInAttempts.stateHash, stateHash),
    eq(signInAttempts.browserHash, browserHash),
    eq(signInAttempts.provider, provider),
    gt(signInAttempts.expiresAt, now),
  );

/** Takes an attempt, which succeeds once. The row is kept until `expiresAt`. */
export async function takeSignInAttempt(
  db: Db,
  key: AttemptKey,
  { now, expiresAt }: { now: Date; expiresAt: Date },
) {
  const [row] = await db
    .update(signInAttempts)
    .set({ takenAt: now, expiresAt })
    .where(and(isAttempt(key, now), isNull(signInAttempts.takenAt)))
    .returning();
  return row;
}

export async function findTakenAttempt(db: Db, key: AttemptKey, now: Date) {
  const [row] = await db
    .select()
    .from(signInAttempts)
    .where(and(isAttempt(key, now), isNotNull(signInAttempts.takenAt)));
  return row;
}

export async function updateAttemptResponse(db: Db, stateHash: Buffer, response: string): Promise<void> {
  await db.update(signInAttempts).set({ response }).where(eq(signInAttempts.stateHash, stateHash));
}

export async function deleteSignInAttempt(
  db: Db,
  stateHash: Buffer,
  { isTaken }: { isTaken: boolean },
): Promise<void> {
  const taken = isTaken ? isNotNull(signInAttempts.takenAt) : isNull(signInAttempts.takenAt);
  await db.delete(signInAttempts).where(and(eq(signInAttempts.stateHash, stateHash), taken));
}

export async function insertLocalCode(db: Db, code: typeof localSignInCodes.$inferInsert): Promise<void> {
  await db.insert(localSignInCodes).values(code);
}

/** Deletes and returns a code, even when the rest of the attempt is invalid. */
export async function deleteLocalCode(db: Db, codeHash: Buffer) {
  const [row] = await db.delete(localSignInCodes).where(eq(localSignInCodes.codeHash, codeHash)).returning();
  return row;
}

/** Stores the code of a browser in place of its former one. */
export async function upsertSignInCode(
  db: Db,
  { browserHash, ...code }: Required<typeof signInCodes.$inferInsert>,
): Promise<void> {
  await db
    .insert(signInCodes)
    .values({ browserHash, ...code })
    .onConflictDoUpdate({ target: signInCodes.browserHash, set: code });
}

/** Counts an attempt before its code is looked at. Undefined without a code that is still valid and has an attempt left. */
export async function countSignInCodeAttempt(
  db: Db,
  browserHash: Buffer,
  { attemptsMax, now }: { attemptsMax: number; now: Date },
) {
  const { attemptCount, expiresAt } = signInCodes;
  const [row] = await db
    .update(signInCodes)
    .set({ attemptCount: sql`${attemptCount} + 1` })
    .where(and(eq(signInCodes.browserHash, browserHash), lt(attemptCount, attemptsMax), gt(expiresAt, now)))
    .returning();
  return row;
}

/** Uses a code up. False when another request has done so. */
export async function deleteSignInCode(db: Db, browserHash: Buffer, codeHash: Buffer): Promise<boolean> {
  const rows = await db
    .delete(signInCodes)
    .where(and(eq(signInCodes.browserHash, browserHash), eq(signInCodes.codeHash, codeHash)))
    .returning({ email: signInCodes.email });
  return rows.length > 0;
}

/** Records that a token was used. False when it was used before. */
export async function insertSpentIdToken(
  db: Db,
  spent: { tokenHash: Buffer; expiresAt: Date },
): Promise<boolean> {
  const rows = await db
    .insert(spentIdTokens)
    .values(spent)
    .onConflictDoNothing()
    .returning({ tokenHash: spentIdTokens.tokenHash });
  return rows.length > 0;
}

export async function deleteExpiredSignIns(db: Db, now: Date): Promise<void> {
  await db.delete(signInAttempts).where(lt(signInAttempts.expiresAt, now));
  await db.delete(localSignInCodes).where(lt(localSignInCodes.expiresAt, now));
  await db.delete(signInCodes).where(lt(signInCodes.expiresAt, now));
  await db.delete(passkeyChallenges).where(lt(passkeyChallenges.expiresAt, now));
  await db.delete(spentIdTokens).where(lt(spentIdTokens.expiresAt, now));
}

import { eq, lt } from 'drizzle-orm';
import type { Db } from '@/server/db/client';
import { localSignInCodes, signInAttempts, spentIdTokens } from '@/server/db/schema/sign-in-schema';

export type { Opener } from '@/server/db/schema/sign-in-schema';

export async function insertSignInAttempt(
  db: Db,
  attempt: typeof signInAttempts.$inferInsert,
): Promise<void> {
  await db.insert(signInAttempts).values(attempt);
}

/** Deletes and returns an attempt, so that it cannot be used twice. */
export async function deleteSignInAttempt(db: Db, stateHash: Buffer) {
  const [row] = await db.delete(signInAttempts).where(eq(signInAttempts.stateHash, stateHash)).returning();
  return row;
}

export async function insertLocalCode(db: Db, code: typeof localSignInCodes.$inferInsert): Promise<void> {
  await db.insert(localSignInCodes).values(code);
}

/** Deletes and returns a code, even when the rest of the attempt is invalid. */
export async function deleteLocalCode(db: Db, codeHash: Buffer) {
  const [row] = await db.delete(localSignInCodes).where(eq(localSignInCodes.codeHash, codeHash)).returning();
  return row;
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

/** Deletes expired attempts, codes and used tokens. */
export async function deleteExpiredSignIns(db: Db, now: Date): Promise<void> {
  await db.delete(signInAttempts).where(lt(signInAttempts.expiresAt, now));
  await db.delete(localSignInCodes).where(lt(localSignInCodes.expiresAt, now));
  await db.delete(spentIdTokens).where(lt(spentIdTokens.expiresAt, now));
}

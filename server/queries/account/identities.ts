import { and, asc, desc, eq, isNotNull, isNull, ne, sql } from 'drizzle-orm';
import type { SignInWay } from '@/lib/contract/sign-in';
import { ADVISORY_LOCKS } from '@/server/db/advisory-locks';
import type { Db } from '@/server/db/client';
import { users } from '@/server/db/schema';
import { identities } from '@/server/db/schema/sign-in-schema';

type IdentityKey = { issuer: string; subject: string };
type ProviderFacts = { email: string | null; isEmailVerified: boolean };

/** Until the transaction ends, no other sign-in creates an account or an admin. */
export async function lockSignUp(db: Db): Promise<void> {
  await db.execute(sql`SELECT pg_advisory_xact_lock(${ADVISORY_LOCKS.signUp})`);
}

/**
 * Records that an identity was used, with the email that its provider states now.
 *
 * @returns the id of its user; undefined when no user has this identity yet.
 */
export async function updateIdentityUsed(
  db: Db,
  { issuer, subject, email, isEmailVerified }: IdentityKey & ProviderFacts,
  lastUsedAt: Date,
): Promise<string | undefined> {
  const [row] = await db
    .update(identities)
    .set({ email, isEmailVerified, lastUsedAt })
    .where(and(eq(identities.issuer, issuer), eq(identities.subject, subject)))
    .returning({ userId: identities.userId });
  return row?.userId;
}

/** Adds an identity that no account has to an account. Only behind `lockSignUp`. */
export async function insertIdentity(
  db: Db,
  { issuer, subject, userId, provider, email, isEmailVerified, createdAt, lastUsedAt }: IdentityRow,
): Promise<void> {
  await db
    .insert(identities)
    .values({ issuer, subject, userId, provider, email, isEmailVerified, createdAt, lastUsedAt });
}

export type IdentityRow = typeof identities.$inferSelect;

export async function deleteIdentity(
  db: Db,
  { issuer, subject, userId }: Pick<IdentityRow, 'issuer' | 'subject' | 'userId'>,
): Promise<void> {
  await db
    .delete(identities)
    .where(
      and(eq(identities.issuer, issuer), eq(identities.subject, subject), eq(identities.userId, userId)),
    );
}

export async function findIdentityOwner(
  db: Db,
  { issuer, subject }: IdentityKey,
): Promise<string | undefined> {
  const [row] = await db
    .select({ userId: identities.userId })
    .from(identities)
    .where(and(eq(identities.issuer, issuer), eq(identities.subject, subject)));
  return row?.userId;
}

export async function isIdentityOfAdmin(db: Db, { issuer, subject }: IdentityKey): Promise<boolean> {
  const isAdmin = and(eq(users.role, 'admin'), isNull(users.deletedAt));
  const rows = await db
    .select({ userId: identities.userId })
    .from(identities)
    .innerJoin(users, eq(users.id, identities.userId))
    .where(and(eq(identities.issuer, issuer), eq(identities.subject, subject), isAdmin));
  return rows.length > 0;
}

/** The other provider that has verified this email for an existing account. */
export async function findProviderOfVerifiedEmail(
  db: Db,
  email: string,
  provider: SignInWay,
): Promise<SignInWay | undefined> {
  const [row] = await db
    .select({ provider: identities.provider })
    .from(identities)
    .innerJoin(users, eq(users.id, identities.userId))
    .where(
      and(
        sql`lower(${identities.email}) = lower(${email})`,
        eq(identities.isEmailVerified, true),
        ne(identities.provider, provider),
        isNull(users.deletedAt),
      ),
    )
    .orderBy(asc(identities.createdAt))
    .limit(1);
  return row?.provider;
}

export async function listIdentities(db: Db, userId: string): Promise<IdentityRow[]> {
  return db
    .select()
    .from(identities)
    .where(eq(identities.userId, userId))
    .orderBy(asc(identities.createdAt), asc(identities.provider));
}

/** The address that a provider has verified and that was used last. */
export async function findVerifiedEmail(db: Db, userId: string): Promise<string | undefined> {
  const { email, isEmailVerified, lastUsedAt } = identities;
  const [row] = await db
    .select({ email })
    .from(identities)
    .where(and(eq(identities.userId, userId), isEmailVerified, isNotNull(email)))
    .orderBy(desc(lastUsedAt))
    .limit(1);
  return row?.email ?? undefined;
}

/** As `findVerifiedEmail`, of those of the users that have one. */
export async function findVerifiedEmails(db: Db, userIds: readonly string[]): Promise<string[]> {
  const { userId, email, isEmailVerified, lastUsedAt } = identities;
  const rows = await db
    .selectDistinctOn([userId], { email })
    .from(identities)
    .where(and(sql`${userId} = ANY(${sql.param(userIds)}::bigint[])`, isEmailVerified, isNotNull(email)))
    .orderBy(userId, desc(lastUsedAt));
  return rows.flatMap((row) => row.email ?? []);
}

/** False for an account that the setup link has made, until its owner adds a way. */
export async function hasWayToSignIn(db: Db, userId: string): Promise<boolean> {
  const { rows } = await db.execute(sql`
    SELECT FROM identities WHERE user_id = ${userId}::bigint
    UNION ALL SELECT FROM passkeys WHERE user_id = ${userId}::bigint
    LIMIT 1`);
  return rows.length > 0;
}

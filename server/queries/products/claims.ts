import { hostOfURL } from '@/server/text/shown-host';
import { and, eq, isNotNull, lt, sql } from 'drizzle-orm';
import type { Db } from '@/server/db/client';
import { productClaims } from '@/server/db/schema/edit-schema';
import { users } from '@/server/db/schema';
import { publicRole } from '@/server/queries/account/users';
import { type LeaseTime, leaseDueRow } from '@/server/queries/leases';
import { timestamptz } from '@/server/queries/sql-values';

export type ClaimRow = typeof productClaims.$inferSelect;

const isOf = (productId: string, memberId: string) =>
  and(eq(productClaims.productId, productId), eq(productClaims.memberId, memberId));

export async function findClaim(
  db: Db,
  { productId, memberId }: { productId: string; memberId: string },
): Promise<ClaimRow | undefined> {
  const [row] = await db.select().from(productClaims).where(isOf(productId, memberId));
  return row;
}

/** Adds a claim. An earlier one of the member for the product stays as it is, with its token. */
export async function insertClaim(
  db: Db,
  claim: Pick<ClaimRow, 'productId' | 'memberId' | 'token' | 'host' | 'createdAt'>,
): Promise<void> {
  await db.insert(productClaims).values(claim).onConflictDoNothing();
}

export async function findClaimById(db: Db, id: string): Promise<ClaimRow | undefined> {
  const [row] = await db.select().from(productClaims).where(eq(productClaims.id, id));
  return row;
}

/** Locks a claim until the transaction ends. Lock order: its product first. */
export async function lockClaim(db: Db, id: string): Promise<ClaimRow | undefined> {
  const [row] = await db.select().from(productClaims).where(eq(productClaims.id, id)).for('no key update');
  return row;
}

export async function updateClaim(
  db: Db,
  id: string,
  changes: Partial<
    Pick<
      ClaimRow,
      | 'host'
      | 'method'
      | 'verifiedAt'
      | 'checkDueAt'
      | 'failureCount'
      | 'withdrawnAt'
      | 'heldVerifiedAt'
      | 'heldMethod'
    >
  >,
): Promise<void> {
  await db.update(productClaims).set(changes).where(eq(productClaims.id, id));
}

/** A withdrawn claim stays, so that it can't be verified again. */
export async function deleteClaim(db: Db, id: string): Promise<void> {
  await db.delete(productClaims).where(and(eq(productClaims.id, id), sql`withdrawn_at IS NULL`));
}

/**
 * Deletes the claims that were made before an instant and are not verified. Withdrawn ones stay, those that a ban holds
 * back, and those of a product that was removed since: it may be listed again.
 */
export async function deleteOpenClaims(db: Db, before: Date): Promise<void> {
  await db.delete(productClaims).where(
    and(
      lt(productClaims.createdAt, before),
      sql`verified_at IS NULL`,
      sql`withdrawn_at IS NULL`,
      sql`held_verified_at IS NULL`,
      sql`NOT EXISTS (
          SELECT FROM products WHERE id = product_id AND status = 'removed' AND removed_at > ${timestamptz(before)}
        )`,
    ),
  );
}

export async function listVerifiedHosts(db: Db, productId: string): Promise<string[]> {
  const rows = await db
    .selectDistinct({ host: productClaims.host })
    .from(productClaims)
    .where(and(eq(productClaims.productId, productId), sql`${productClaims.verifiedAt} IS NOT NULL`));
  return rows.map(({ host }) => host);
}

export async function listVerifiedClaims(db: Db, productId: string) {
  const { id, host, method, verifiedAt } = productClaims;
  const rows = await db
    .select({ id, host, method, verifiedAt, memberHandle: users.handle, memberRole: publicRole })
    .from(productClaims)
    .innerJoin(users, eq(users.id, productClaims.memberId))
    .where(and(eq(productClaims.productId, productId), sql`${verifiedAt} IS NOT NULL`))
    .orderBy(id);
  return rows.flatMap(({ verifiedAt: at, ...row }) => (at ? [{ ...row, verifiedAt: at }] : []));
}

/** The verified claims of a member, in the order of their products. */
export async function listVerifiedClaimsOf(db: Db, memberId: string) {
  const { id, productId, verifiedAt } = productClaims;
  return db
    .select({ id, productId })
    .from(productClaims)
    .where(and(eq(productClaims.memberId, memberId), sql`${verifiedAt} IS NOT NULL`))
    .orderBy(productId);
}

/** The claims of a member that a ban has ended, in the order of their products. */
export async function listHeldClaimsOf(db: Db, memberId: string) {
  const { id, productId, heldVerifiedAt } = productClaims;
  return db
    .select({ id, productId })
    .from(productClaims)
    .where(and(eq(productClaims.memberId, memberId), sql`${heldVerifiedAt} IS NOT NULL`))
    .orderBy(productId);
}

/** The claims of a member that moderators have withdrawn, in the order of their products. Instants are ISO 8601. */
export async function listWithdrawnClaimsOf(db: Db, memberId: string) {
  const rows = await db
    .select()
    .from(productClaims)
    .where(and(eq(productClaims.memberId, memberId), isNotNull(productClaims.withdrawnAt)))
    .orderBy(productClaims.productId);
  return rows.flatMap(({ productId, host, createdAt, withdrawnAt }) =>
    withdrawnAt
      ? [{ productId, host, createdAt: createdAt.toISOString(), withdrawnAt: withdrawnAt.toISOString() }]
      : [],
  );
}

/** Adds a claim that moderators have withdrawn, in place of another one of the member for the product. */
export async function upsertWithdrawnClaim(
  db: Db,
  claim: Pick<ClaimRow, 'productId' | 'memberId' | 'token' | 'host' | 'createdAt' | 'withdrawnAt'>,
): Promise<void> {
  const { withdrawnAt } = claim;
  await db
    .insert(productClaims)
    .values(claim)
    .onConflictDoUpdate({
      target: [productClaims.productId, productClaims.memberId],
      set: { verifiedAt: null, checkDueAt: null, heldVerifiedAt: null, heldMethod: null, withdrawnAt },
    });
}

/** Leases the verified claim whose check has been due for longest. */
export async function leaseDueClaim(db: Db, time: LeaseTime): Promise<ClaimRow | undefined> {
  const { id, checkDueAt: dueAt, verifiedAt } = productClaims;
  const rows = { table: productClaims, id, dueAt, isOpen: isNotNull(verifiedAt) };
  const leasedId = await leaseDueRow(db, rows, time);
  return leasedId === undefined ? undefined : findClaimById(db, leasedId);
}

/** Whether a member has proved to own the present host of a listed product. */
export async function isVerifiedOwner(
  db: Db,
  { userId }: { userId: string },
  { id, url, status }: { id: string; url: string; status: string },
): Promise<boolean> {
  const claim = await findClaim(db, { productId: id, memberId: userId });
  const isVerified = claim !== undefined && claim.verifiedAt !== null;
  return isVerified && status === 'approved' && claim.host === hostOfURL(url);
}

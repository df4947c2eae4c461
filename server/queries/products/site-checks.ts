import { and, desc, eq, getTableColumns, isNotNull, sql } from 'drizzle-orm';
import { listOrder, type PageFrom } from '@/server/queries/list-order';
import { type LeaseTime, leaseDueRow } from '@/server/queries/leases';
import { timestamptz } from '@/server/queries/sql-values';
import type { Db } from '@/server/db/client';
import { products } from '@/server/db/schema';
import { siteChecks, siteHosts } from '@/server/db/schema/site-check-schema';

export type DueSiteCheck = typeof siteChecks.$inferSelect & { name: string; tagline: string };

/**
 * Leases the check that has been due for longest, unless its host rests: then the check comes back when the host is free,
 * after the other checks that wait for it. A host rests from the lease on, whatever becomes of the check.
 *
 * @returns undefined when no check is due, `resting` when the check was put off.
 */
export async function leaseDueSiteCheck(
  db: Db,
  { now, leasedUntil, paceMs }: LeaseTime & { paceMs: number },
): Promise<DueSiteCheck | 'resting' | undefined> {
  return db.transaction(async (tx) => {
    const { productId: id, checkAt: dueAt } = siteChecks;
    const leasedId = await leaseDueRow(tx, { table: siteChecks, id, dueAt }, { now, leasedUntil });
    if (leasedId === undefined) return undefined;
    const [due] = await tx
      .select({ ...getTableColumns(siteChecks), name: products.name, tagline: products.tagline })
      .from(siteChecks)
      .innerJoin(products, eq(products.id, siteChecks.productId))
      .where(eq(siteChecks.productId, leasedId));
    if (!due) return undefined;
    const free = await lockHost(tx, due.host, now);
    const isFree = free.restsUntil <= now;
    const slotAt = new Date(Math.max(free.nextSlotAt.getTime(), free.restsUntil.getTime()));
    const restsUntil = new Date(now.getTime() + paceMs);
    await tx
      .update(siteHosts)
      .set(
        isFree
          ? { restsUntil, nextSlotAt: new Date(Math.max(free.nextSlotAt.getTime(), restsUntil.getTime())) }
          : { nextSlotAt: new Date(slotAt.getTime() + paceMs) },
      )
      .where(eq(siteHosts.host, due.host));
    if (isFree) return due;
    await tx.update(siteChecks).set({ checkAt: slotAt }).where(eq(siteChecks.productId, leasedId));
    return 'resting';
  });
}

/** Locks the pace of a host. A host that was never asked is free. */
async function lockHost(db: Db, host: string, now: Date) {
  const { restsUntil, nextSlotAt } = siteHosts;
  await db.insert(siteHosts).values({ host, restsUntil: now, nextSlotAt: now }).onConflictDoNothing();
  const [row] = await db
    .select({ restsUntil, nextSlotAt })
    .from(siteHosts)
    .where(eq(siteHosts.host, host))
    .for('update');
  if (!row) throw new Error('The pace of a host was not stored');
  return row;
}

/** Lets a host rest for longer, as its robots.txt or its last response asks. */
export async function updateHostRest(db: Db, host: string, restsUntil: Date): Promise<void> {
  await db.execute(sql`
    UPDATE site_hosts SET rests_until = greatest(rests_until, ${timestamptz(restsUntil)}),
      next_slot_at = greatest(next_slot_at, ${timestamptz(restsUntil)})
    WHERE host = ${host}`);
}

export async function deletePastHosts(db: Db, before: Date): Promise<void> {
  await db.execute(sql`DELETE FROM site_hosts WHERE next_slot_at < ${timestamptz(before)}`);
}

export type SiteCheckChanges = Partial<Omit<typeof siteChecks.$inferSelect, 'productId' | 'url' | 'host'>>;

/**
 * Notes what a check has found, and holds the link of the product or lets it go. Unless the product has another URL or
 * is no longer listed.
 */
export async function updateSiteCheck(
  db: Db,
  { productId, url }: Pick<DueSiteCheck, 'productId' | 'url'>,
  changes: SiteCheckChanges,
  linkHeldAt: Date | null,
): Promise<void> {
  await db.transaction(async (tx) => {
    // In the order of other transactions: the product first.
    await tx
      .select({ id: products.id })
      .from(products)
      .where(eq(products.id, productId))
      .for('no key update');
    const updated = await tx
      .update(siteChecks)
      .set(changes)
      .where(and(eq(siteChecks.productId, productId), eq(siteChecks.url, url)))
      .returning({ id: siteChecks.productId });
    if (updated.length > 0) await updateLinkHold(tx, productId, linkHeldAt);
  });
}

/** A link that is held already stays held since then. */
export async function updateLinkHold(db: Db, productId: string, heldAt: Date | null): Promise<void> {
  await db
    .update(products)
    .set({ linkHeldAt: heldAt })
    .where(and(eq(products.id, productId), sql`(link_held_at IS NULL) <> ${heldAt === null}::boolean`));
}

export async function lockSiteCheck(db: Db, productId: string) {
  const [row] = await db.select().from(siteChecks).where(eq(siteChecks.productId, productId)).for('update');
  return row;
}

type Concern = Pick<typeof siteChecks.$inferSelect, 'concernSince' | 'productId'>;

export const siteConcernOrder = listOrder<Concern>('sites', {
  ...{ type: 'timestamptz', direction: 'descending' },
  positionOf: ({ concernSince, productId: id }) => ({ value: concernSince ?? new Date(0), id }),
});

/** The checks that moderators should look at after a position. */
export async function listSiteConcerns(db: Db, { after, limit }: PageFrom) {
  const { concernSince, productId } = siteChecks;
  return db
    .select()
    .from(siteChecks)
    .where(and(isNotNull(siteChecks.concern), siteConcernOrder.isAfter(after, concernSince, productId)))
    .orderBy(desc(concernSince), desc(productId))
    .limit(limit);
}

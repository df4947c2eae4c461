import { SECOND_MS } from '@/lib/contract/plain/durations';
import type { Deps } from '@/server/deps';
import { holdClaim, type ImportClaim } from '@/server/queries/imports/import-claims';

/** For so long, no other process works on an import after the last sign of life of the process that does. */
const LEASE_MS = 30 * SECOND_MS;

/** A moderator or another process has ended the claim. What the transaction did is rolled back. */
export class ClaimEnded extends Error {
  override readonly name = 'ClaimEnded';
}

export const claimedUntil = (now: Date) => new Date(now.getTime() + LEASE_MS);

/**
 * Makes sure that this process still works on the import, and locks the import until the transaction ends.
 *
 * @throws ClaimEnded
 */
export async function requireClaim(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  claim: ImportClaim,
): Promise<NonNullable<Awaited<ReturnType<typeof holdClaim>>>> {
  const held = await holdClaim(db, claim, claimedUntil(now()));
  if (!held) throw new ClaimEnded(`The import ${claim.id} is no longer this process's.`);
  return held;
}

/** Extends the claim every few seconds while `work` runs. Ends without an error when the claim has ended. */
export async function whileClaimed<T>(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  claim: ImportClaim,
  work: () => Promise<T>,
): Promise<T> {
  const extend = () => void holdClaim(db, claim, claimedUntil(now())).catch(() => undefined);
  const timer = setInterval(extend, LEASE_MS / 3);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}

import { SECOND_MS } from '@/lib/contract/plain/durations';
import type { Deps } from '@/server/deps';
import { holdLease, type ImportLease } from '@/server/queries/imports/import-leases';

/** For so long, no other process works on an import after the last sign of life of the process that does. */
export const LEASE_MS = 30 * SECOND_MS;

/** A moderator or another process has ended the lease. What the transaction did is rolled back. */
export class LeaseEnded extends Error {
  override readonly name = 'LeaseEnded';
}

export const leasedUntil = (now: Date) => new Date(now.getTime() + LEASE_MS);

/**
 * Makes sure that this process still works on the import, and locks the import until the transaction ends.
 *
 * @throws LeaseEnded
 */
export async function requireLease(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  lease: ImportLease,
): Promise<NonNullable<Awaited<ReturnType<typeof holdLease>>>> {
  const held = await holdLease(db, lease, leasedUntil(now()));
  if (!held) throw new LeaseEnded(`The import ${lease.id} is no longer this process's.`);
  return held;
}

/** Extends the lease every few seconds while `work` runs. Ends without an error when the lease has ended. */
export async function whileLeased<T>(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  lease: ImportLease,
  work: () => Promise<T>,
): Promise<T> {
  const extend = () => void holdLease(db, lease, leasedUntil(now())).catch(() => undefined);
  const timer = setInterval(extend, LEASE_MS / 3);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}

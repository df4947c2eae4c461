import type { Deps } from '@/server/deps';
import { claimImport, type ImportClaim, releaseClaim } from '@/server/queries/imports/import-claims';
import { claimedUntil, ClaimEnded } from './import-claim';
import { importNextEntries } from './import-entries';
import { readSource } from './read-source';
import { undoNextEntries } from './undo-entries';

/** The job that `runNextImport` belongs to. */
export const RUN_IMPORTS = 'run-imports';

type RunDeps = Pick<Deps, 'db' | 'env' | 'now' | 'brakes' | 'textWorkers' | 'readInThread'>;

/**
 * Works on the oldest import that needs it, until its step is over. Waits while the site is read-only. When the process
 * ends or the signal is aborted, another one goes on where this one was.
 *
 * @returns false when no import needs work.
 */
export async function runNextImport(deps: RunDeps, signal: AbortSignal): Promise<boolean> {
  const isHeldBack = () => deps.brakes.isOn('read-only');
  if (await isHeldBack()) return false;
  const { db, now } = deps;
  const claim = await claimImport(db, { now: now(), claimedUntil: claimedUntil(now()) });
  if (!claim) return false;
  try {
    while (await doNext(deps, claim)) {
      if (!signal.aborted && !(await isHeldBack())) continue;
      await releaseClaim(db, claim);
      return false;
    }
  } catch (error) {
    if (!(error instanceof ClaimEnded)) throw error;
  }
  return true;
}

/** @returns false when the step is over. */
async function doNext(deps: RunDeps, claim: ImportClaim): Promise<boolean> {
  if (claim.state === 'undoing') return undoNextEntries(deps, claim);
  if (claim.state !== 'reading') return importNextEntries(deps, claim);
  await readSource(deps, claim);
  return false;
}

import type { ImportState } from '@/lib/contract/import';
import type { Deps } from '@/server/deps';
import { findLostRole, type Standing } from '@/server/policies/viewer';
import {
  claimImport,
  type ImportClaim,
  listWorkingImports,
  releaseClaim,
} from '@/server/queries/imports/import-claims';
import { claimedUntil, ClaimEnded } from './import-claim';
import { importNextEntries } from './import-entries';
import { readSource } from './read-source';
import { undoNextEntries } from './undo-entries';

/** The job that `runNextImport` belongs to. */
export const RUN_IMPORTS = 'run-imports';

type RunDeps = Pick<Deps, 'db' | 'env' | 'now' | 'brakes' | 'textWorkers' | 'readInThread'>;

/**
 * Works on the oldest import that needs it, until its step is over. Waits while the site is read-only. An import pauses
 * while the moderator who has started it may not moderate. When the process
 * ends or the signal is aborted, another one goes on where this one was.
 *
 * @returns false when no import needs work.
 */
export async function runNextImport(deps: RunDeps, signal: AbortSignal): Promise<boolean> {
  const { brakes, db, now } = deps;
  if (await brakes.isOn('read-only')) return false;
  const listPaused = async () => (await listWorkingImports(db, now())).filter(isPaused).map(({ id }) => id);
  const claim = await claimImport(db, {
    ...{ pausedIds: await listPaused(), now: now(), claimedUntil: claimedUntil(now()) },
  });
  if (!claim) return false;
  try {
    while (await doNext(deps, claim)) {
      const isHeldBack = (await brakes.isOn('read-only')) || (await listPaused()).includes(claim.id);
      if (!signal.aborted && !isHeldBack) continue;
      await releaseClaim(db, claim);
      return false;
    }
  } catch (error) {
    if (!(error instanceof ClaimEnded)) throw error;
  }
  return true;
}

/** Undoing goes on: any moderator may have begun it, and the log names who did. */
export const isPaused = ({ state, moderator }: { state: ImportState; moderator: Standing | null }): boolean =>
  ['reading', 'comparing', 'importing'].includes(state) &&
  findLostRole(moderator ?? undefined, 'moderator') !== undefined;

/** @returns false when the step is over. */
async function doNext(deps: RunDeps, claim: ImportClaim): Promise<boolean> {
  if (claim.state === 'undoing') return undoNextEntries(deps, claim);
  if (claim.state !== 'reading') return importNextEntries(deps, claim);
  await readSource(deps, claim);
  return false;
}

import * as z from 'zod/mini';
import type { ImportState } from '@/lib/contract/import';
import type { TaskKind } from '@/server/commands/tasks';
import type { Deps } from '@/server/deps';
import { findLostRole, type Standing } from '@/server/policies/viewer';
import {
  findImportLease,
  type ImportLease,
  listWorkingImports,
} from '@/server/queries/imports/import-leases';
import { lockImport, updateImport } from '@/server/queries/imports/imports';
import { LEASE_MS, LeaseEnded } from './import-lease';
import { importNextEntries } from './import-entries';
import { readSource } from './read-source';
import { undoNextEntries } from './undo-entries';
import { text } from '@/lib/texts/texts';

/** The job to wake when a moderator has acted. */
export const RUN_IMPORTS = 'run-imports';

/**
 * Reads, compares, imports and undoes lists, the oldest first. Waits while the site is read-only. An import pauses while
 * the moderator who has started it may not moderate. When the process ends or is asked to end, another one goes on where
 * this one was.
 */
export const importTasks: TaskKind<null> = {
  name: 'import',
  job: RUN_IMPORTS,
  payload: z.null(),
  atOnce: 1,
  leaseMs: LEASE_MS,
  attemptsMax: Infinity,
  waitsMsMax: Infinity,
  isRepeatable: true,
  restsGroup: false,
  isKept: false,
  listPaused,
  begin: (deps, signal) => async (task) => {
    const isHeldBack = async () =>
      (await deps.brakes.isOn('read-only')) || (await listPaused(deps)).includes(task.groupName);
    if (await isHeldBack()) return 'released';
    const lease = await findImportLease(deps.db, task);
    try {
      while (lease && (await doNext(deps, lease)))
        if (signal.aborted || (await isHeldBack())) return 'released';
    } catch (error) {
      if (!(error instanceof LeaseEnded)) throw error;
    }
    return 'done';
  },
  /** A list that has ended the process each time it was read or compared. A moderator decides about further steps. */
  async giveUp({ db, now }, { groupName: id }) {
    await db.transaction(async (tx) => {
      const found = await lockImport(tx, id);
      if (found?.state !== 'reading' && found?.state !== 'comparing') return;
      const failure = text(
        'import.interrupted',
        'The site was stopped each time it read this list. Split the list, or import it at the terminal.',
      );
      await updateImport(tx, id, { state: 'failed', failure }, now());
    });
  },
};

async function listPaused({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<string[]> {
  return (await listWorkingImports(db, now())).filter(isPaused).map(({ id }) => id);
}

/** Undoing goes on: any moderator may have begun it, and the log names who did. */
export const isPaused = ({ state, moderator }: { state: ImportState; moderator: Standing | null }): boolean =>
  ['reading', 'comparing', 'importing'].includes(state) &&
  findLostRole(moderator ?? undefined, 'moderator') !== undefined;

/** @returns false when the step is over. */
async function doNext(deps: Deps, lease: ImportLease): Promise<boolean> {
  if (lease.state === 'undoing') return undoNextEntries(deps, lease);
  if (lease.state !== 'reading') return importNextEntries(deps, lease);
  await readSource(deps, lease);
  return false;
}

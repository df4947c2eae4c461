import { IMPORT_LIMITS } from '@/lib/contract/import';
import { DAY_MS, HOUR_MS } from '@/lib/contract/plain/durations';
import type { Deps } from '@/server/deps';
import { deleteEntries } from '@/server/queries/imports/import-entries';
import {
  deleteImport,
  findExpiredPreview,
  findUndoneByTime,
  markWithoutEntries,
} from '@/server/queries/imports/imports';

const DELETED_AT_ONCE = 1_000;

/** Deletes lists that were not imported within a day, and the undo data of old imports. */
export async function purgeImports(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  signal: AbortSignal,
): Promise<void> {
  const previewsBefore = new Date(now().getTime() - IMPORT_LIMITS.previewHours * HOUR_MS);
  const endedBefore = new Date(now().getTime() - IMPORT_LIMITS.undoDays * DAY_MS);
  const purge = async (id: string | undefined, finish: (id: string) => Promise<void>) => {
    if (id === undefined) return false;
    while (!signal.aborted && (await deleteEntries(db, id, DELETED_AT_ONCE)) > 0);
    if (!signal.aborted) await finish(id);
    return !signal.aborted;
  };
  while (await purge(await findExpiredPreview(db, previewsBefore), (id) => deleteImport(db, id)));
  while (await purge(await findUndoneByTime(db, endedBefore), (id) => markWithoutEntries(db, id)));
}

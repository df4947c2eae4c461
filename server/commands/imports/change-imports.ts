import { type ImportMapping, IMPORT_LIMITS } from '@/lib/contract/import';
import { DAY_MS } from '@/lib/contract/plain/durations';
import { logAction } from '@/server/commands/log-action';
import type { Deps } from '@/server/deps';
import { ApiError } from '@/server/base/errors';
import type { Viewer } from '@/server/policies/viewer';
import { countCompared } from '@/server/queries/imports/import-entries';
import {
  countPreviews,
  deleteImport,
  deleteImportSource,
  insertImport,
  lockImport,
  lockPreviews,
  NO_COUNTS,
  updateImport,
} from '@/server/queries/imports/imports';
import { RUN_IMPORTS } from './run-imports';
import { NOTHING_UNDONE } from './undo-entries';
import { type Text, text } from '@/lib/texts/texts';

type ImportDeps = Pick<Deps, 'db' | 'now' | 'jobWaker' | 'brakes'>;

/** The `mappingVersion` that the moderator has seen. */
type Seen = { seen: number };

const PREVIEWS = ['reading', 'comparing', 'ready', 'failed'];

/**
 * Stores a list to be read and compared with the directory.
 *
 * @returns the id of the import.
 * @throws ApiError `too_large`; `conflict` while too many lists wait.
 */
export async function createImport(
  { db, now, jobWaker }: ImportDeps,
  viewer: Viewer,
  { name, content }: { name: string; content: Buffer },
): Promise<string> {
  if (content.length > IMPORT_LIMITS.bytesMax) throw tooLarge();
  const id = await db.transaction(async (tx) => {
    await lockPreviews(tx);
    if ((await countPreviews(tx, IMPORT_LIMITS.previewsMax)) >= IMPORT_LIMITS.previewsMax) {
      throw new ApiError(
        'conflict',
        text(
          'import.tooManyWait',
          'Too many lists wait to be imported. Import or discard one of them first.',
        ),
      );
    }
    return insertImport(tx, { moderatorId: viewer.userId, sourceName: name, content, createdAt: now() });
  });
  jobWaker.wake(RUN_IMPORTS);
  return id;
}

export const tooLarge = () =>
  new ApiError(
    'too_large',
    text('import.tooLarge', 'This list is larger than 5 MB. Split it, or import it at the terminal.'),
  );

/**
 * Has a list read again with other columns and headings.
 *
 * @throws ApiError `not_found`; `conflict` once it is being imported, and when the mapping has changed since `seen`.
 */
export async function mapImport(
  deps: ImportDeps,
  id: string,
  { seen, ...mapping }: ImportMapping & Seen,
): Promise<void> {
  await change(deps, id, async (tx, { state, mappingVersion }) => {
    if (!PREVIEWS.includes(state))
      throw conflict(text('import.running', 'This list is being imported already.'));
    if (seen !== mappingVersion)
      throw conflict(
        text(
          'import.mappingChanged',
          'Somebody else has changed the columns and headings of this list. Look at what they chose, and change it if it is wrong.',
        ),
      );
    await updateImport(tx, id, { state: 'reading', mapping, counts: NO_COUNTS }, deps.now());
  });
}

/**
 * Begins to list what the preview shows.
 *
 * @throws ApiError `not_found`; `conflict` when there is no preview, when it has begun already, and when the mapping has
 *   changed since `seen`; `unavailable` while the site is read-only.
 */
export async function startImport(
  deps: ImportDeps,
  viewer: Viewer,
  id: string,
  { seen }: Seen,
): Promise<void> {
  await deps.brakes.requireReleased('read-only');
  await change(deps, id, async (tx, { state, entryCount, mappingVersion }) => {
    if (PREVIEWS.includes(state) && seen !== mappingVersion) {
      throw conflict(
        text(
          'import.previewChanged',
          'Somebody else has changed the columns and headings of this list. Look at the new preview before you import it.',
        ),
      );
    }
    if (state !== 'ready') {
      throw conflict(
        PREVIEWS.includes(state)
          ? text('import.noPreview', 'This list has no preview yet.')
          : text('import.running', 'This list is being imported already.'),
      );
    }
    const skipped = entryCount - (await countCompared(tx, id));
    const startedAt = deps.now();
    const counts = { ...NO_COUNTS, skipped };
    await updateImport(
      tx,
      id,
      { state: 'importing', moderatorId: viewer.userId, startedAt, counts },
      startedAt,
    );
    await deleteImportSource(tx, id);
    await logAction(tx, viewer, {
      action: 'import.start',
      createdAt: startedAt,
      details: { import: id },
    });
  });
}

/**
 * Stops an import; what it has listed stays. Deletes one that has not begun.
 *
 * @throws ApiError `not_found`; `conflict` when it has ended.
 */
export async function cancelImport(deps: ImportDeps, id: string): Promise<void> {
  await change(deps, id, async (tx, { state }) => {
    if (PREVIEWS.includes(state)) return deleteImport(tx, id);
    if (state !== 'importing') throw conflict(text('import.ended', 'This import has ended already.'));
    await updateImport(tx, id, { state: 'canceled', endedAt: deps.now() }, deps.now());
  });
}

/**
 * Begins to undo an import of the last 30 days.
 *
 * @throws ApiError `not_found`; `conflict` when it cannot be undone; `unavailable` while the site is read-only.
 */
export async function undoImport(deps: ImportDeps, viewer: Viewer, id: string): Promise<void> {
  await deps.brakes.requireReleased('read-only');
  await change(deps, id, async (tx, found) => {
    if (!undoableUntil(found, deps.now()))
      throw conflict(text('import.undoTooLate', 'This import can no longer be undone.'));
    const createdAt = deps.now();
    await updateImport(tx, id, { state: 'undoing', undone: NOTHING_UNDONE }, createdAt);
    await logAction(tx, viewer, { action: 'import.undo', createdAt, details: { import: id } });
  });
}

type Ended = Pick<NonNullable<Awaited<ReturnType<typeof lockImport>>>, 'state' | 'endedAt' | 'hasEntries'>;

/** Until when an import can be undone; undefined when it cannot. */
export function undoableUntil({ state, endedAt, hasEntries }: Ended, now: Date): Date | undefined {
  if ((state !== 'imported' && state !== 'canceled') || !endedAt || !hasEntries) return undefined;
  const until = new Date(endedAt.getTime() + IMPORT_LIMITS.undoDays * DAY_MS);
  return until > now ? until : undefined;
}

async function change(
  { db, jobWaker }: ImportDeps,
  id: string,
  work: (tx: Deps['db'], found: NonNullable<Awaited<ReturnType<typeof lockImport>>>) => Promise<void>,
): Promise<void> {
  await db.transaction(async (tx) => {
    const found = await lockImport(tx, id);
    if (!found) throw new ApiError('not_found', text('import.gone', 'This import no longer exists.'));
    await work(tx, found);
  });
  jobWaker.wake(RUN_IMPORTS);
}

const conflict = (message: Text) => new ApiError('conflict', message);

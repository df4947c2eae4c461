import { canParseURL } from '@/lib/contract/plain/can-parse-url';
import { IMPORT_LIMITS } from '@/lib/contract/import';
import { createExtrasReader, fieldNamesOf } from '@/server/commands/imports/import-fields';
import type { Deps } from '@/server/deps';
import { UnreadableFile } from '@/server/import/formats/import-line';
import type { ReadLine } from '@/server/import/read-line';
import { type ListSource, UnreadableList } from '@/server/import/read-list';
import { mapInSlices } from '@/server/base/iterate';
import { deleteEntries, insertEntries, type NewEntry } from '@/server/queries/imports/import-entries';
import { findImportSource, NO_COUNTS, updateImport } from '@/server/queries/imports/imports';
import { type ImportLease, updateEntryCount, updateFound } from '@/server/queries/imports/import-leases';
import { requireLease, whileLeased } from './import-lease';

type ReadDeps = Pick<Deps, 'db' | 'env' | 'now' | 'readInThread'>;

const DELETED_AT_ONCE = 500;
const LINES_AT_ONCE = 100;

/**
 * Reads the source of an import and stores its entries, in place of those that an earlier reading has stored. The import
 * goes on with comparing them, or fails with a sentence.
 *
 * @throws LeaseEnded
 */
export async function readSource(deps: ReadDeps, lease: ImportLease): Promise<void> {
  const { db } = deps;
  const inTransaction = <T>(work: (tx: Deps['db']) => Promise<T>) =>
    db.transaction(async (tx) => {
      await requireLease({ ...deps, db: tx }, lease);
      return work(tx);
    });
  while ((await inTransaction((tx) => deleteEntries(tx, lease.id, DELETED_AT_ONCE))) > 0);
  const content = await findImportSource(db, lease.id);
  if (!content) throw new Error(`The import ${lease.id} has no source`);
  try {
    await whileLeased(deps, lease, () =>
      deps.readInThread(sourceOf(deps.env, lease, content), async ({ parts, ...found }) => {
        const readLine = createLineReader(deps.env.fields);
        let position = 0;
        const counted = { entry: 0, skipped: found.more.skipped, part: 0 };
        for await (const part of parts(LINES_AT_ONCE)) {
          const from = position;
          const entries = await mapInSlices(part, (line) => readLine(line));
          position += entries.length;
          for (const { kind } of part) counted[kind] += 1;
          await inTransaction((tx) =>
            insertEntries(
              tx,
              lease.id,
              entries.map((entry, index) => ({ ...entry, position: from + index })),
            ),
          );
        }
        await inTransaction(async (tx) => {
          await updateFound(tx, lease.id, found);
          await updateEntryCount(tx, lease.id, counted.entry + counted.skipped);
          const counts = { ...NO_COUNTS, skipped: counted.skipped };
          await updateImport(tx, lease.id, { state: 'comparing', counts }, deps.now());
        });
      }),
    );
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    await inTransaction(async (tx) => {
      // A moderator says next which columns are what.
      if (error instanceof UnreadableList) await updateFound(tx, lease.id, { ...error.found, tags: [] });
      await updateImport(tx, lease.id, { state: 'failed', failure: error.text }, deps.now());
    });
  }
}

function sourceOf(
  { fields }: Pick<Deps['env'], 'fields'>,
  { sourceName, mapping }: ImportLease,
  content: Buffer,
): ListSource {
  const { format, columns, tags = [], withPrivate = false } = mapping ?? {};
  return {
    // A copy, because a Buffer can be a part of a larger one, which would be sent as a whole.
    bytes: new Uint8Array(content),
    name: canParseURL(sourceName) ? new URL(sourceName).pathname : sourceName,
    ...(format && { format }),
    ...(columns && { columns: new Map(columns.map(({ name, target }) => [name, target])) }),
    fieldNames: fieldNamesOf(fields),
    tagRules: new Map(
      tags.map(({ name, use, as }) => [name, use === 'tag' ? { use, ...(as && { as }) } : { use }]),
    ),
    withPrivate,
    entriesMax: IMPORT_LIMITS.entriesMax,
    skippedMax: IMPORT_LIMITS.skippedMax,
    partsMax: IMPORT_LIMITS.partsMax,
    tagsMax: IMPORT_LIMITS.tagsMax,
  };
}

/** Reads the values of declared fields, as the import at the terminal does. */
function createLineReader(fields: Deps['env']['fields']): (line: ReadLine) => Omit<NewEntry, 'position'> {
  const readExtras = createExtrasReader(fields, []);
  return (read) => {
    const { line } = read;
    if (read.kind !== 'entry') {
      const { kind: outcome, reason, why, url = null } = read;
      return { line, reason, kind: why, url, step: 'settled', outcome, draft: null, notes: [] };
    }
    const { values, problems } = readExtras(read.said);
    return {
      ...{ line, step: 'read', outcome: null, reason: null, url: null },
      // Of those that are compared, only the directory skips any.
      kind: 'refused',
      draft: { ...read.draft, values },
      notes: [...read.notes, ...problems],
    };
  };
}

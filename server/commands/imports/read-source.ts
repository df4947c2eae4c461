import { IMPORT_LIMITS } from '@/lib/contract/import';
import { createExtrasReader } from '@/server/commands/imports/import-fields';
import type { Deps } from '@/server/deps';
import { UnreadableFile } from '@/server/import/formats/import-line';
import type { ListSource, ReadLine } from '@/server/import/read-list';
import { mapInSlices } from '@/server/base/iterate';
import { deleteEntries, insertEntries, type NewEntry } from '@/server/queries/imports/import-entries';
import { findImportSource, NO_COUNTS, updateImport } from '@/server/queries/imports/imports';
import { type ImportClaim, updateEntryCount, updateFound } from '@/server/queries/imports/import-claims';
import { requireClaim, whileClaimed } from './import-claim';

type ReadDeps = Pick<Deps, 'db' | 'env' | 'now' | 'readInThread'>;

const DELETED_AT_ONCE = 500;
const LINES_AT_ONCE = 100;

/**
 * Reads the source of an import and stores its entries, in place of those that an earlier reading has stored. The import
 * goes on with comparing them, or fails with a sentence.
 *
 * @throws ClaimEnded
 */
export async function readSource(deps: ReadDeps, claim: ImportClaim): Promise<void> {
  const { db } = deps;
  const inTransaction = (work: (tx: Deps['db']) => Promise<void>) =>
    db.transaction(async (tx) => {
      await requireClaim({ ...deps, db: tx }, claim);
      await work(tx);
    });
  for (let deleted = DELETED_AT_ONCE; deleted === DELETED_AT_ONCE;) {
    await inTransaction(async (tx) => {
      deleted = await deleteEntries(tx, claim.id, DELETED_AT_ONCE);
    });
  }
  const content = await findImportSource(db, claim.id);
  if (!content) throw new Error(`The import ${claim.id} has no source`);
  try {
    await whileClaimed(deps, claim, () =>
      deps.readInThread(sourceOf(claim, content), async ({ parts, lineCount, skippedMore, ...found }) => {
        const readLine = createLineReader(deps.env.fields);
        let position = 0;
        let skipped = skippedMore;
        for await (const part of parts(LINES_AT_ONCE)) {
          const from = position;
          const entries = await mapInSlices(part, (line) => readLine(line));
          position += entries.length;
          skipped += entries.filter(({ outcome }) => outcome === 'skipped').length;
          await inTransaction((tx) =>
            insertEntries(
              tx,
              claim.id,
              entries.map((entry, index) => ({ ...entry, position: from + index })),
            ),
          );
        }
        await inTransaction(async (tx) => {
          await updateFound(tx, claim.id, found);
          await updateEntryCount(tx, claim.id, lineCount + skippedMore);
          await updateImport(tx, claim.id, { state: 'comparing', counts: { ...NO_COUNTS, skipped } });
        });
      }),
    );
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    await inTransaction((tx) => updateImport(tx, claim.id, { state: 'failed', failure: error.message }));
  }
}

function sourceOf({ sourceName, mapping }: ImportClaim, content: Buffer): ListSource {
  const { format, columns, tags = [] } = mapping ?? {};
  return {
    // A copy, because a Buffer can be a part of a larger one, which would be sent as a whole.
    bytes: new Uint8Array(content),
    name: URL.canParse(sourceName) ? new URL(sourceName).pathname : sourceName,
    ...(format && { format }),
    ...(columns && { columns: new Map(columns.map(({ name, target }) => [name, target])) }),
    tagRules: new Map(
      tags.map(({ name, use, as }) => [name, use === 'tag' ? { use, ...(as && { as }) } : { use }]),
    ),
    entriesMax: IMPORT_LIMITS.entriesMax,
    skippedMax: IMPORT_LIMITS.skippedMax,
    tagsMax: IMPORT_LIMITS.tagsMax,
  };
}

/** Reads the values of declared fields, as the import at the terminal does. */
function createLineReader(fields: Deps['env']['fields']): (line: ReadLine) => Omit<NewEntry, 'position'> {
  const readExtras = createExtrasReader(fields, []);
  return (line) => {
    if (!('draft' in line)) {
      return { ...line, step: 'settled', outcome: 'skipped', draft: null, notes: [] };
    }
    const { extras, ...said } = line.said;
    const { values, problems } = readExtras({ ...said, ...(extras && { extras: new Map(extras) }) });
    return {
      line: line.draft.line,
      step: 'read',
      outcome: null,
      reason: null,
      draft: { ...line.draft, values },
      notes: problems,
    };
  };
}

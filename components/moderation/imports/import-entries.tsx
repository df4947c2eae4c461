import { useId, useState } from 'react';
import { ModeratorList } from '@/components/moderation/moderator-list';
import { EmptyState } from '@/components/ui/empty-state';
import { useImportEntries } from '@/hooks/use-imports';
import {
  IMPORT_LIMITS,
  IMPORT_OUTCOMES,
  type ImportDetails,
  type ImportEntry,
  type ImportOutcomeName,
} from '@/lib/contract/import';
import { formatCount } from '@/lib/format/figures';
import { changeName, OUTCOME_NAMES, sayReason } from './import-labels';

/** The entries of an import, by what becomes of them. */
export function ImportEntries({ found }: { found: ImportDetails }) {
  const { id, state, counts } = found;
  const name = useId();
  const first = IMPORT_OUTCOMES.find((each) => counts[each] > 0) ?? 'added';
  const [chosen, setChosen] = useState<ImportOutcomeName>();
  const outcome = chosen ?? first;
  const { entries, list } = useImportEntries(id, outcome, state);
  const isPreview = state === 'ready';
  return (
    <section aria-labelledby="import-entries" className="mt-8">
      <h3 id="import-entries" className="text-lg font-bold">
        Entries
      </h3>
      <fieldset className="mt-3">
        <legend className="sr-only">Show</legend>
        <div className="flex flex-wrap gap-2">
          {IMPORT_OUTCOMES.map((each) => (
            <label
              key={each}
              className="inline-flex min-h-target cursor-pointer items-center gap-2 rounded-control border border-edge bg-surface px-3 hover:border-muted has-checked:border-accent has-checked:bg-tint pointer-coarse:min-h-target-thumb"
            >
              <input
                type="radio"
                name={name}
                className="size-5 accent-accent"
                checked={each === outcome}
                onChange={() => setChosen(each)}
              />
              <span>{`${OUTCOME_NAMES[each][isPreview ? 'preview' : 'result']} ${formatCount(counts[each])}`}</span>
            </label>
          ))}
        </div>
      </fieldset>
      <ModeratorList
        name="entries"
        isAnnounced={false}
        list={list}
        items={entries}
        className=""
        empty={
          <EmptyState icon="check" title="None">
            No entry of this list is here.
          </EmptyState>
        }
      >
        {(entry) => <EntryItem key={entry.position} entry={entry} found={found} />}
      </ModeratorList>
      {entries && !list.hasMore && counts[outcome] > entries.length && (
        <p className="mt-4 text-sm text-muted">
          {`Only the first ${formatCount(IMPORT_LIMITS.skippedMax)} skipped lines are kept.`}
        </p>
      )}
    </section>
  );
}

function EntryItem({ entry, found }: { entry: ImportEntry; found: ImportDetails }) {
  const { line, product, reason, notes, changes } = entry;
  return (
    <li className="border-b border-line py-3 wrap-anywhere">
      {product ? (
        <>
          <p className="font-semibold">
            <bdi>{product.name}</bdi>{' '}
            <span className="text-sm font-normal text-muted">
              <bdi>{product.url}</bdi>
            </span>
          </p>
          <p dir="auto" className="text-sm">
            {product.tagline}
          </p>
          <p className="text-sm text-muted">
            {[`line ${formatCount(line)}`, product.tags.join(', ')].join(' · ')}
          </p>
        </>
      ) : (
        <p className="font-semibold">{`Line ${formatCount(line)}`}</p>
      )}
      {changes.length > 0 && (
        <p className="text-sm">{`Changes: ${changes.map((change) => changeName(change, found)).join(', ')}`}</p>
      )}
      {reason !== null && <p className="text-sm text-danger">{sayReason(reason)}</p>}
      {notes.map((note) => (
        <p key={note} className="text-sm text-muted">
          {note}
        </p>
      ))}
    </li>
  );
}

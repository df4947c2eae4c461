import { EmptyState } from '@/components/ui/empty-state';
import { useImports, useOpenImport } from '@/hooks/use-imports';
import { IMPORT_LIMITS, type ImportOverview } from '@/lib/contract/import';
import { formatTimeAgo, countOf } from '@/lib/format/figures';
import { site } from '@/lib/site';
import { isForBrowser } from '@/lib/browser/keys';
import { ImportDetailsView } from './import-details';
import { IMPORT_STATE_NAMES, sayCounts, sayUndone } from './import-labels';
import { ImportSource } from './import-source';
import { ModeratorList } from '@/components/moderation/moderator-list';
import { TEXT_LINK } from '@/components/moderation/queue/queue-item-details';

/** Chooses a list to import, shows one import, and lists the earlier ones. */
export function Imports() {
  const { openId, open } = useOpenImport();
  if (openId !== undefined) return <ImportDetailsView key={openId} id={openId} onClose={() => open()} />;
  return (
    <>
      <p className="mt-2 max-w-prose text-muted">
        {`Brings the ${site.nounPlural} of another list here. You see what would change before anything does, and can undo the whole import for ${IMPORT_LIMITS.undoDays} days.`}
      </p>
      <ImportSource onCreated={open} />
      <EarlierImports onOpen={open} />
    </>
  );
}

function EarlierImports({ onOpen }: { onOpen: (id: string) => void }) {
  const { imports, list } = useImports();
  return (
    <section aria-labelledby="earlier-imports" className="mt-10">
      <h2 id="earlier-imports" className="text-lg font-bold">
        Earlier imports
      </h2>
      <ModeratorList
        name="imports"
        list={list}
        items={imports}
        empty={<EmptyState title="No imports yet">Choose a file or a link above to begin.</EmptyState>}
      >
        {(found) => <ImportItem key={found.id} found={found} onOpen={() => onOpen(found.id)} />}
      </ModeratorList>
    </section>
  );
}

function ImportItem({ found, onOpen }: { found: ImportOverview; onOpen: () => void }) {
  const { id, sourceName, state, moderatorHandle, createdAt, entryCount, undone, undoableUntil } = found;
  return (
    <li className="rounded-card border border-line p-5">
      <h3 className="font-semibold wrap-anywhere">
        <a
          href={`/moderation/import?id=${id}`}
          className={TEXT_LINK}
          onClick={(event) => {
            if (isForBrowser(event)) return;
            event.preventDefault();
            onOpen();
          }}
        >
          <bdi>{sourceName}</bdi>
        </a>
      </h3>
      <p className="mt-1 text-sm text-muted">
        {[
          IMPORT_STATE_NAMES[state],
          `${formatTimeAgo(createdAt)} by ${moderatorHandle === null ? 'a former member' : `@${moderatorHandle}`}`,
          countOf(entryCount, 'entry', 'entries'),
          ...(undoableUntil ? ['can be undone'] : []),
        ].join(' · ')}
      </p>
      {!['reading', 'comparing', 'failed'].includes(state) && (
        <p className="mt-1 text-sm">{undone ? sayUndone(undone) : sayCounts(found)}</p>
      )}
    </li>
  );
}

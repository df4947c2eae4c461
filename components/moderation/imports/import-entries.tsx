import { useId, useState } from 'react';
import { ModeratorList, NotLoaded, TEXT_LINK } from '@/components/moderation/moderator-list';
import { Button } from '@/components/ui/button';
import { Choice } from '@/components/ui/choice';
import { EmptyState } from '@/components/ui/empty-state';
import { Icon } from '@/components/ui/icon';
import { useImportEntries, useImportReport, useSkippedGroups } from '@/hooks/use-imports';
import {
  IMPORT_LIMITS,
  IMPORT_OUTCOMES,
  type ImportDetails,
  type ImportEntry,
  type ImportOutcomeName,
  REPORT_FORMATS,
  type SkippedGroup,
} from '@/lib/contract/import';
import { SKIPPED } from '@/lib/contract/import-words';
import { formatCount } from '@/lib/format/figures';
import { changeName, sayOutcome, sayReason } from './import-labels';
import { formatRow } from '@/lib/texts/lists';
import { say, t } from '@/lib/texts/texts';

/** What an import has read, by what becomes of it. */
export function ImportEntries({ found }: { found: ImportDetails }) {
  const { state, counts } = found;
  const name = useId();
  const first = IMPORT_OUTCOMES.find((each) => counts[each] > 0) ?? 'added';
  const [chosen, setChosen] = useState<ImportOutcomeName>();
  const outcome = chosen ?? first;
  const isPreview = state === 'ready';
  return (
    <section aria-labelledby="import-entries" className="mt-8">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 id="import-entries" className="text-lg font-bold">
          {t('importEntries.title', 'Entries' /* of an import */)}
        </h3>
        <ReportButtons found={found} />
      </div>
      <fieldset className="mt-3">
        <legend className="sr-only">{t('importEntries.show', 'Show' /* entries of one outcome */)}</legend>
        <div className="flex flex-wrap gap-2">
          {IMPORT_OUTCOMES.map((each) => (
            <Choice
              key={each}
              type="radio"
              name={name}
              checked={each === outcome}
              onChange={() => setChosen(each)}
            >
              {sayOutcome(each, isPreview, counts[each])}
            </Choice>
          ))}
        </div>
      </fieldset>
      {outcome === 'skipped' ? (
        <SkippedGroups found={found} />
      ) : (
        <EntryList key={outcome} found={found} outcome={outcome} />
      )}
    </section>
  );
}

const REPORT_NAMES = {
  get md() {
    return t('format.markdown', 'Markdown' /* the name of the format */);
  },
  json: 'JSON',
};

function ReportButtons({ found }: { found: ImportDetails }) {
  const { isSaving, failure, save } = useImportReport(found);
  const id = useId();
  if (found.state === 'undoing' || found.state === 'importing') return null;
  return (
    <div role="group" aria-labelledby={id} className="flex flex-wrap items-center gap-2">
      <span id={id} className="text-sm text-muted">
        {t('importEntries.report', 'Full report' /* to save as a file */)}
      </span>
      {REPORT_FORMATS.map((format) => (
        <Button
          key={format}
          size="small"
          aria-disabled={isSaving}
          onClick={() => !isSaving && void save(format)}
        >
          <Icon name="download" className="size-4" />
          <span>{REPORT_NAMES[format]}</span>
        </Button>
      ))}
      <p role="alert" className="text-sm text-danger empty:hidden">
        {failure?.message}
      </p>
    </div>
  );
}

type EntryListProps = { found: ImportDetails; outcome: ImportOutcomeName; group?: SkippedGroup };

function EntryList({ found, outcome, group }: EntryListProps) {
  const { entries, list } = useImportEntries(found, outcome, group?.kind);
  const count = group?.count ?? found.counts[outcome];
  return (
    <>
      <ModeratorList
        failed={t('importEntries.notLoaded', "We couldn't load the entries")}
        showing={(count) =>
          t('importEntries.showing', 'Showing {count, plural, one {# entry} other {# entries}}.', { count })
        }
        isAnnounced={false}
        list={list}
        items={entries}
        className=""
        empty={
          <EmptyState icon="check" title={t('importEntries.none', 'None' /* no entry */)}>
            {t('importEntries.noneText', 'No entry of this list is here.')}
          </EmptyState>
        }
      >
        {(entry) => <EntryItem key={entry.position} entry={entry} found={found} />}
      </ModeratorList>
      {entries && !list.hasMore && count > entries.length && (
        <p className="mt-4 text-sm text-muted">
          {t(
            'importEntries.skippedMax',
            'Only the first {count, plural, other {# skipped lines}} are kept.',
            { count: IMPORT_LIMITS.skippedMax },
          )}
        </p>
      )}
    </>
  );
}

/** Skipped lines by the reason, with the first ones of each. The others follow on demand. */
function SkippedGroups({ found }: { found: ImportDetails }) {
  const { groups, error, refresh } = useSkippedGroups(found);
  if (!groups)
    return (
      <NotLoaded
        failed={t('importEntries.skippedNotLoaded', "We couldn't load the skipped lines")}
        error={error}
        onRetry={refresh}
        isAnnounced={false}
      />
    );
  if (groups.length === 0) {
    return (
      <EmptyState icon="check" title={t('importEntries.none', 'None' /* no entry */)}>
        {t('importEntries.nothingSkipped', 'Nothing is skipped.')}
      </EmptyState>
    );
  }
  return (
    <ul className="mt-6 flex flex-col gap-7">
      {groups.map((group) => (
        <SkippedKind key={group.kind} group={group} found={found} />
      ))}
    </ul>
  );
}

function SkippedKind({ group, found }: { group: SkippedGroup; found: ImportDetails }) {
  const { kind, count, entries } = group;
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  return (
    <li>
      <h4 id={id} className="flex items-baseline gap-3 font-semibold">
        <span>{say(SKIPPED[kind])}</span>
        <span className="text-muted">{formatCount(count)}</span>
      </h4>
      {isOpen ? (
        <EntryList found={found} outcome="skipped" group={group} />
      ) : (
        <ul>
          {entries.map((entry) => (
            <EntryItem key={entry.position} entry={entry} found={found} />
          ))}
        </ul>
      )}
      {count > entries.length && (
        <Button
          size="small"
          className="mt-3"
          aria-expanded={isOpen}
          aria-describedby={id}
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen
            ? t('importEntries.showFewer', 'Show fewer' /* skipped lines */)
            : t('importEntries.showAll', '{count, plural, other {Show all #}}' /* skipped lines */, {
                count,
              })}
        </Button>
      )}
    </li>
  );
}

function EntryItem({ entry, found }: { entry: ImportEntry; found: ImportDetails }) {
  const { line, product, url, reason, notes, changes } = entry;
  return (
    <li className={`border-b border-line wrap-anywhere ${product ? 'py-3' : 'py-2'}`}>
      {product && (
        <>
          <p className="font-semibold">
            <bdi>{product.name}</bdi>
          </p>
          <p dir="auto" className="text-page-start text-sm">
            {product.tagline}
          </p>
        </>
      )}
      <p className="flex flex-wrap gap-x-3 text-sm text-muted">
        <span>{t('importEntries.line', 'Line {line}' /* of the list */, { line: formatCount(line) })}</span>
        {url !== null && <SourceLink url={url} />}
        {product && <span>{formatRow(product.tags)}</span>}
        {!product && reason !== null && <span className="text-ink">{sayReason(reason)}</span>}
      </p>
      {changes.length > 0 && (
        <p className="text-sm">
          {t('importEntries.changes', 'Changes: {parts}' /* of an entry, such as Tagline */, {
            parts: formatRow(changes.map((change) => changeName(change, found))),
          })}
        </p>
      )}
      {product && reason !== null && <p className="text-sm">{sayReason(reason)}</p>}
      {notes.map((note) => (
        <p key={note} className="text-sm text-muted">
          {note}
        </p>
      ))}
    </li>
  );
}

/** What a list calls a link may be anything. */
function SourceLink({ url }: { url: string }) {
  if (!/^https?:\/\//i.test(url)) return <bdi className="min-w-0 truncate">{url}</bdi>;
  return (
    <a href={url} target="_blank" rel="noreferrer nofollow" className={`min-w-0 truncate ${TEXT_LINK}`}>
      <bdi>{url}</bdi>
    </a>
  );
}

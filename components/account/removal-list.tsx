import type { ReactNode } from 'react';
import { MissingPart } from '@/components/ui/missing-part';
import { useViewerData } from '@/hooks/use-viewer-data';
import { call } from '@/lib/api/http';
import { type Removal, listRemovalsCall } from '@/lib/contract/report';
import { formatDate } from '@/lib/format/figures';
import { rich } from '@/lib/texts/rich';
import { t } from '@/lib/texts/texts';

/** The viewer's products that moderators have removed, with what became of their edits. Nothing for a viewer without any. */
export function RemovalList() {
  const { removals, error, refresh } = useRemovals();
  if (!removals)
    return (
      error && (
        <MissingPart onRetry={() => void refresh()}>
          {t(
            'ownRemovals.notLoaded',
            "What moderators removed couldn't be loaded. Check your connection and try again.",
          )}
        </MissingPart>
      )
    );
  if (removals.length === 0) return null;
  return (
    <section id="removals" aria-labelledby="removals-heading" className="mt-10">
      <h2 id="removals-heading" className="text-lg font-bold">
        {t('ownRemovals.title', 'Removed by the moderators')}
      </h2>
      <ul className="mt-2">
        {removals.map((removal) => (
          <RemovalRow key={removal.id} removal={removal} />
        ))}
      </ul>
      <p className="mt-2 text-sm text-muted">
        {rich('ownRemovals.writeToUs', 'If you think that is a mistake, <contact>write to us</contact>.', {
          contact: (text) => (
            <a href="/support#contact" className="text-accent underline underline-offset-4">
              {text}
            </a>
          ),
        })}
      </p>
    </section>
  );
}

function RemovalRow({ removal: { name, removedAt, edit } }: { removal: Removal }) {
  return (
    <li className="border-t border-line py-3">
      <p className="font-semibold wrap-anywhere">
        <bdi>{name}</bdi>
      </p>
      <p className="text-sm text-muted">
        {rich('ownRemovals.removedOn', 'Removed after a report on <time>{day}</time>', {
          time: (text) => <time dateTime={removedAt}>{text}</time>,
          day: formatDate(removedAt),
        })}
      </p>
      {edit && <p className="text-sm text-muted wrap-anywhere">{describeEdit(edit, edit.name !== name)}</p>}
    </li>
  );
}

function describeEdit({ name, isRejected }: NonNullable<Removal['edit']>, hasOtherName: boolean) {
  const values = { name, bdi: (text: ReactNode) => <bdi>{text}</bdi> };
  if (isRejected)
    return hasOtherName
      ? rich('ownRemovals.namedEditRejected', 'Your edit <bdi>“{name}”</bdi> was rejected before.', values)
      : t('ownRemovals.editRejected', 'Your edit was rejected before.');
  return hasOtherName
    ? rich(
        'ownRemovals.namedEditWaited',
        "Your edit <bdi>“{name}”</bdi> was in the queue, and isn't published. If this is undone, it returns to the queue.",
        values,
      )
    : t(
        'ownRemovals.editWaited',
        "Your edit was in the queue, and isn't published. If this is undone, it returns to the queue.",
      );
}

/** The viewer's products that moderators have removed after a report. Undefined until they are loaded. */
function useRemovals() {
  const { data, error, refresh } = useViewerData(
    ['removals'],
    async () => (await call(listRemovalsCall)).removals,
  );
  return { removals: data, error, refresh };
}

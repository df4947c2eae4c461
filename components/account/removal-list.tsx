import { useRemovals } from '@/hooks/use-contributions';
import type { Removal } from '@/lib/contract/removal';
import { formatDate } from '@/lib/format/figures';

/** The viewer's products that moderators have removed, with what became of their edits. Nothing for a viewer without any. */
export function RemovalList() {
  const removals = useRemovals() ?? [];
  if (removals.length === 0) return null;
  return (
    <section id="removals" aria-labelledby="removals-heading" className="mt-10">
      <h2 id="removals-heading" className="text-lg font-bold">
        Removed by the moderators
      </h2>
      <ul className="mt-2">
        {removals.map((removal) => (
          <RemovalRow key={removal.id} removal={removal} />
        ))}
      </ul>
      <p className="mt-2 text-sm text-muted">
        If you think that is a mistake,{' '}
        <a href="/support#contact" className="text-accent underline underline-offset-4">
          write to us
        </a>
        .
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
        Removed after a report on <time dateTime={removedAt}>{formatDate(removedAt)}</time>
      </p>
      {edit && (
        <p className="text-sm text-muted wrap-anywhere">
          <span>Your edit </span>
          {edit.name !== name && <bdi>{`“${edit.name}” `}</bdi>}
          <span>
            {edit.isRejected
              ? 'was rejected before.'
              : "was in the queue, and isn't published. If this is undone, it returns to the queue."}
          </span>
        </p>
      )}
    </li>
  );
}

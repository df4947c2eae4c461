import { isPart, partOf, type QueuePart } from '@/hooks/use-moderation-queue';
import type { QueueGroup } from '@/lib/contract/moderation-queue';
import { formatCount } from '@/lib/format/figures';

const KINDS = { site: 'Same site', text: 'Same text', member: 'Same member' } as const;

type QueueFiltersProps = {
  groups: readonly QueueGroup[];
  snoozedCount: number;
  part: QueuePart;
  onChange: (part: QueuePart) => void;
};

/** Chooses between the whole queue, its groups and what was put off. Nothing while there is no choice. */
export function QueueFilters({ groups, snoozedCount, part, onChange }: QueueFiltersProps) {
  const isWhole = part.groupKey === undefined && part.snoozed === undefined;
  if (groups.length === 0 && snoozedCount === 0 && isWhole) return null;
  return (
    <div role="group" aria-label="Part of the queue" className="mt-4 flex flex-wrap gap-2">
      <Part label="All" isChosen={isWhole} onChoose={() => onChange({})} />
      {groups.map((group) => (
        <Part
          key={`${group.kind} ${group.key}`}
          label={`${KINDS[group.kind]}: ${group.label}`}
          count={group.count}
          isChosen={isPart(group, part)}
          onChoose={() => onChange(partOf(group))}
        />
      ))}
      {(snoozedCount > 0 || part.snoozed) && (
        <Part
          label="Snoozed"
          count={snoozedCount}
          isChosen={part.snoozed !== undefined}
          onChoose={() => onChange({ snoozed: 'true' })}
        />
      )}
    </div>
  );
}

type PartProps = { label: string; count?: number; isChosen: boolean; onChoose: () => void };

function Part({ label, count, isChosen, onChoose }: PartProps) {
  return (
    <button type="button" className="chip max-w-full" aria-pressed={isChosen} onClick={onChoose}>
      <span dir="auto" className="truncate">
        {label}
      </span>
      {count !== undefined && <span className="ml-1 text-muted">{formatCount(count)}</span>}
    </button>
  );
}

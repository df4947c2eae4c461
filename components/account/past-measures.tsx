import { useMeasures } from '@/hooks/use-account';
import type { OwnMeasure } from '@/lib/contract/measure';
import { formatDate } from '@/lib/format/figures';
import { formatLocalDate } from '@/lib/format/local-day';
import { Answer } from './answer';

/** Warnings that the viewer has read, and suspensions and bans that are over. Nothing for a viewer without any. */
export function PastMeasures() {
  const { past = [] } = useMeasures();
  if (past.length === 0) return null;
  return (
    <section id="past-measures" aria-labelledby="past-measures-heading" className="mt-10">
      <h2 id="past-measures-heading" className="text-lg font-bold">
        Past decisions about your account
      </h2>
      <ul className="mt-2">
        {past.map((measure) => (
          <PastMeasure key={measure.id} measure={measure} />
        ))}
      </ul>
    </section>
  );
}

function PastMeasure({ measure }: { measure: OwnMeasure }) {
  const { id, kind, reason, suspendedUntil, createdAt, endedAt, appeal, canAnswer } = measure;
  const end = endedAt ?? suspendedUntil;
  return (
    <li className="border-t border-line py-3">
      <p className="font-semibold">{KINDS[kind]}</p>
      <p dir="auto" className="text-left wrap-anywhere whitespace-pre-line">
        {reason}
      </p>
      <p className="text-sm text-muted">
        <span>Decided on </span>
        <time dateTime={createdAt}>{formatDate(createdAt)}</time>
        {end !== null && (
          <span>
            {' '}
            · Over since <time dateTime={end}>{formatLocalDate(end)}</time>
          </span>
        )}
      </p>
      {(appeal !== null || canAnswer) && (
        <Answer
          decision={{ measureId: id }}
          about={`the ${KINDS[kind].toLowerCase()} of ${formatDate(createdAt)}`}
          appeal={appeal}
        />
      )}
    </li>
  );
}

const KINDS: Record<OwnMeasure['kind'], string> = {
  warning: 'Warning',
  suspension: 'Suspension',
  ban: 'Ban',
};

import { Button } from '@/components/ui/button';
import type { Elements } from '@/components/ui/elements';
import { Icon } from '@/components/ui/icon';
import { MissingPart } from '@/components/ui/missing-part';
import { useMeasures } from '@/hooks/use-account';
import { focusMain } from '@/lib/browser/window';
import type { OwnMeasure } from '@/lib/contract/measure';
import { describeSuspension, SUSPENSION_EFFECT } from '@/lib/contract/plain/suspension';
import { formatDate } from '@/lib/format/figures';
import { formatLocalDate } from '@/lib/format/local-day';
import { Answer } from './answer';

/** What moderators have decided about the viewer. Nothing for a viewer about whom nothing holds. */
export function MeasureNotices() {
  const { measures, error, refresh, isAcknowledging, acknowledge } = useMeasures();

  // The notice and its focused button are gone.
  async function finish(measure: OwnMeasure) {
    await acknowledge(measure);
    focusMain();
  }

  if (!measures)
    return error && <MissingPart name="What moderators decided about you" onRetry={() => void refresh()} />;
  return measures.map((measure) => (
    <MeasureNotice key={measure.id} measure={measure}>
      {measure.kind === 'warning' && (
        <Button
          look="primary"
          className="mt-3"
          aria-disabled={isAcknowledging}
          onClick={() => void finish(measure)}
        >
          I&apos;ve read it
        </Button>
      )}
    </MeasureNotice>
  ));
}

function MeasureNotice({ measure, children }: { measure: OwnMeasure; children: Elements }) {
  const { id, reason, createdAt } = measure;
  return (
    <section
      aria-labelledby={`measure-${id}`}
      className="mb-6 flex gap-3 rounded-card border border-danger p-4"
    >
      <Icon name="alert" className="mt-0.5 size-5 shrink-0 text-danger" />
      <div className="min-w-0">
        <h2 id={`measure-${id}`} className="font-semibold">
          {titleOf(measure)}
        </h2>
        <p dir="auto" className="mt-1 text-page-start wrap-anywhere whitespace-pre-line">
          {reason}
        </p>
        <p className="mt-1 text-sm text-muted">
          <span>{`${EFFECTS[measure.kind]} Decided on `}</span>
          <time dateTime={createdAt}>{formatDate(createdAt)}</time>.
        </p>
        {children}
        <Answer decision={{ measureId: id }} about={titleOf(measure)} appeal={measure.appeal} />
      </div>
    </section>
  );
}

function titleOf({ kind, suspendedUntil }: OwnMeasure): string {
  if (kind === 'warning') return 'A warning from the moderators';
  if (kind === 'ban' || suspendedUntil === null) return 'Your account is banned';
  return describeSuspension(suspendedUntil).replace(/\.$/, '');
}

const EFFECTS: Record<OwnMeasure['kind'], string> = {
  warning: 'Nothing else follows from it.',
  suspension: SUSPENSION_EFFECT,
  ban: 'Your profile and upvotes are hidden. You can still download your data.',
};

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
      <p dir="auto" className="text-page-start wrap-anywhere whitespace-pre-line">
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

import { Button } from '@/components/ui/button';
import type { Elements } from '@/components/ui/elements';
import { Icon } from '@/components/ui/icon';
import { MissingPart } from '@/components/ui/missing-part';
import { useMeasures } from '@/hooks/use-account';
import { focusMain } from '@/lib/browser/window';
import type { OwnMeasure } from '@/lib/contract/measure';
import { formatLastDay, SUSPENSION_EFFECT } from '@/lib/contract/plain/suspension';
import { formatDate } from '@/lib/format/figures';
import { formatLocalDate } from '@/lib/format/local-day';
import { Answer } from './answer';
import { rich } from '@/lib/texts/rich';
import { say, t } from '@/lib/texts/texts';

/** What moderators have decided about the viewer. Nothing for a viewer about whom nothing holds. */
export function MeasureNotices() {
  const { measures, error, refresh, isAcknowledging, acknowledge } = useMeasures();

  // The notice and its focused button are gone.
  async function finish(measure: OwnMeasure) {
    await acknowledge(measure);
    focusMain();
  }

  if (!measures)
    return (
      error && (
        <MissingPart onRetry={() => void refresh()}>
          {t(
            'measures.notLoaded',
            "What moderators decided about you couldn't be loaded. Check your connection and try again.",
          )}
        </MissingPart>
      )
    );
  return measures.map((measure) => (
    <MeasureNotice key={measure.id} measure={measure}>
      {measure.kind === 'warning' && (
        <Button
          look="primary"
          className="mt-3"
          aria-disabled={isAcknowledging}
          onClick={() => void finish(measure)}
        >
          {t('measures.acknowledge', "I've read it")}
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
          <span>{`${EFFECTS[measure.kind]} `}</span>
          <span>
            {rich('measures.decidedOn', 'Decided on <time>{day}</time>.', {
              time: (text) => <time dateTime={createdAt}>{text}</time>,
              day: formatDate(createdAt),
            })}
          </span>
        </p>
        {children}
        <Answer decision={{ measureId: id }} about={titleOf(measure)} appeal={measure.appeal} />
      </div>
    </section>
  );
}

function titleOf({ kind, suspendedUntil }: OwnMeasure): string {
  if (kind === 'warning') return t('measures.warningTitle', 'A warning from the moderators');
  if (kind === 'ban' || suspendedUntil === null) return t('measures.banTitle', 'Your account is banned');
  return t('measures.suspensionTitle', 'Your account is suspended through {day}', {
    day: formatLastDay(suspendedUntil),
  });
}

const EFFECTS: Record<OwnMeasure['kind'], string> = {
  get warning() {
    return t('measures.warningEffect', 'Nothing else follows from it.');
  },
  get suspension() {
    return say(SUSPENSION_EFFECT);
  },
  get ban() {
    return t('measures.banEffect', 'Your profile and upvotes are hidden. You can still download your data.');
  },
};

/** Warnings that the viewer has read, and suspensions and bans that are over. Nothing for a viewer without any. */
export function PastMeasures() {
  const { past = [] } = useMeasures();
  if (past.length === 0) return null;
  return (
    <section id="past-measures" aria-labelledby="past-measures-heading" className="mt-10">
      <h2 id="past-measures-heading" className="text-lg font-bold">
        {t('measures.past', 'Past decisions about your account')}
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
      <p className="font-semibold">{KINDS[kind].label}</p>
      <p dir="auto" className="text-page-start wrap-anywhere whitespace-pre-line">
        {reason}
      </p>
      <p className="text-sm text-muted">
        <span>
          {rich('measures.pastDecidedOn', 'Decided on <time>{day}</time>', {
            time: (text) => <time dateTime={createdAt}>{text}</time>,
            day: formatDate(createdAt),
          })}
        </span>
        {end !== null && (
          <>
            <span> · </span>
            <span>
              {rich('measures.overSince', 'Over since <time>{day}</time>', {
                time: (text) => <time dateTime={end}>{text}</time>,
                day: formatLocalDate(end),
              })}
            </span>
          </>
        )}
      </p>
      {(appeal !== null || canAnswer) && (
        <Answer
          decision={{ measureId: id }}
          about={KINDS[kind].ofDay(formatDate(createdAt))}
          appeal={appeal}
        />
      )}
    </li>
  );
}

/** `ofDay` is the part of `Answer about …` that names the decision. */
const KINDS: Record<OwnMeasure['kind'], { label: string; ofDay: (day: string) => string }> = {
  warning: {
    get label() {
      return t('measures.warning', 'Warning' /* of a member by moderators */);
    },
    ofDay: (day) => t('measures.warningOf', 'the warning of {day}' /* in: Answer about … */, { day }),
  },
  suspension: {
    get label() {
      return t('measures.suspension', 'Suspension' /* of a member by moderators */);
    },
    ofDay: (day) => t('measures.suspensionOf', 'the suspension of {day}' /* in: Answer about … */, { day }),
  },
  ban: {
    get label() {
      return t('measures.ban', 'Ban' /* of a member by moderators */);
    },
    ofDay: (day) => t('measures.banOf', 'the ban of {day}' /* in: Answer about … */, { day }),
  },
};

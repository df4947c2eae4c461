import { useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { CharacterCounter, Field } from '@/components/ui/field';
import { useKeptForm } from '@/components/ui/kept-text';
import { hidden } from '@/components/ui/visually-hidden';
import type { ApiFailure } from '@/lib/api/http';
import { MODERATION_LIMITS } from '@/lib/contract/moderation';
import { countChars } from '@/lib/contract/plain/text';
import { REPORT_LIMITS } from '@/lib/contract/plain/report';
import { DecisionForm, ReasonField, useReason } from './decision-form';
import { localDay } from '@/lib/format/local-day';
import { rich } from '@/lib/texts/rich';
import { t } from '@/lib/texts/texts';

export type ReportDecisionInput = {
  outcome: 'upheld' | 'dismissed';
  remedy?: 'none' | 'remove' | 'discontinue';
  discontinuation?: { discontinuedOn: string; reason: string };
  note?: string;
  reportId?: string;
};

const plain = (inner: string) => inner;

const CHOICES = [
  {
    key: 'uphold',
    button: (name: string) =>
      rich('reportDecision.uphold', 'Uphold<hidden> for {name}</hidden>', { name, hidden }),
    label: (name: string) =>
      t('reportDecision.uphold', 'Uphold<hidden> for {name}</hidden>', { name, hidden: plain }),
    get does() {
      return t('reportDecision.upholdText', 'The reports are right, and the matter is settled.');
    },
  },
  {
    key: 'remove',
    button: (name: string) =>
      rich('reportDecision.remove', 'Remove<hidden> for {name}</hidden>', { name, hidden }),
    label: (name: string) =>
      t('reportDecision.remove', 'Remove<hidden> for {name}</hidden>', { name, hidden: plain }),
    get does() {
      return t('reportDecision.removeText', 'The reports are right. Its page says that it was removed.');
    },
  },
  {
    key: 'discontinue',
    button: (name: string) =>
      rich('reportDecision.discontinue', 'Discontinued<hidden> for {name}</hidden>', { name, hidden }),
    label: (name: string) =>
      t('reportDecision.discontinue', 'Discontinued<hidden> for {name}</hidden>', { name, hidden: plain }),
    get does() {
      return t('reportDecision.discontinueText', 'The reports are right. Its page stays and says why.');
    },
  },
  {
    key: 'dismiss',
    button: (name: string) =>
      rich('reportDecision.dismiss', 'Dismiss<hidden> for {name}</hidden>', { name, hidden }),
    label: (name: string) =>
      t('reportDecision.dismiss', 'Dismiss<hidden> for {name}</hidden>', { name, hidden: plain }),
    get does() {
      return t('reportDecision.dismissText', 'Nothing has to change.');
    },
  },
] as const;
type Choice = (typeof CHOICES)[number];

type ReportDecisionsProps = {
  productId: string;
  name: string;
  reportCount: number;
  /** Only what is public can be removed or discontinued. */
  isPublic: boolean;
  isDeciding: boolean;
  /** Why the last decision was refused, of any product. */
  failure: ApiFailure | undefined;
  /** Resolves to whether the server has accepted it. */
  onDecide: (decision: ReportDecisionInput) => Promise<boolean>;
};

/** The decisions about the reports of a product. Each asks for a note first. */
export function ReportDecisions(props: ReportDecisionsProps) {
  const { productId, name, reportCount, isPublic, isDeciding, failure, onDecide } = props;
  const [choice, setChoice] = useState<Choice>();
  const choices = useRef<HTMLDivElement>(null);
  return (
    <>
      <div ref={choices} className="mt-4 flex flex-wrap gap-2">
        {CHOICES.filter(({ key }) => isPublic || key === 'uphold' || key === 'dismiss').map((each) => (
          <Button
            key={each.key}
            size="small"
            look={each.key === 'remove' ? 'danger' : 'secondary'}
            aria-expanded={choice?.key === each.key}
            onClick={() => setChoice(choice?.key === each.key ? undefined : each)}
          >
            {each.button(name)}
          </Button>
        ))}
      </div>
      {choice && (
        <ReportDecisionForm
          key={choice.key}
          choice={choice}
          productId={productId}
          name={name}
          reportCount={reportCount}
          isDeciding={isDeciding}
          failure={failure}
          onDecide={onDecide}
          onCancel={() => {
            setChoice(undefined);
            choices.current?.querySelector<HTMLElement>('[aria-expanded="true"]')?.focus();
          }}
        />
      )}
    </>
  );
}

type FormProps = Omit<ReportDecisionsProps, 'isPublic'> & { choice: Choice; onCancel: () => void };

function ReportDecisionForm(props: FormProps) {
  const { choice, productId, name, reportCount, isDeciding, failure, onDecide, onCancel } = props;
  const [note, setNote] = useState('');
  const [discontinuedOn, setDiscontinuedOn] = useState(() => localDay(new Date()));
  const [isRefused, setIsRefused] = useState(false);
  const refused = isRefused ? failure : undefined;
  const reason = useReason();
  const keptAs = `report decision ${productId} ${choice.key}`;
  const kept = useKeptForm(keptAs);
  const isDiscontinuation = choice.key === 'discontinue';

  async function send(): Promise<void> {
    if (isDiscontinuation && !reason.require()) return;
    const decision: ReportDecisionInput =
      choice.key === 'dismiss'
        ? { outcome: 'dismissed', note }
        : {
            ...{ outcome: 'upheld', note },
            remedy: choice.key === 'uphold' ? 'none' : choice.key,
            ...(isDiscontinuation && { discontinuation: { discontinuedOn, reason: reason.text } }),
          };
    setIsRefused(!(await kept.untilSent(onDecide(decision))));
  }

  return (
    <DecisionForm
      label={choice.label(name)}
      does={choice.does}
      sendLabel={CONFIRM[choice.key]}
      isDangerous={choice.key === 'remove'}
      isDeciding={isDeciding}
      failure={refused}
      onSend={() => void send()}
      onCancel={onCancel}
    >
      {isDiscontinuation && (
        <>
          <Field
            type="date"
            label={t('discontinuation.day', 'Discontinued on' /* label of a day */)}
            value={discontinuedOn}
            keptAs={`${keptAs}/day`}
            error={refused?.fields['discontinuation.discontinuedOn'] ?? refused?.fields.discontinuedOn}
            onChange={(event) => {
              setDiscontinuedOn(event.target.value);
              setIsRefused(false);
            }}
          />
          <ReasonField
            reason={reason}
            hint={t('discontinuation.reasonIsPublic', 'Everyone can read it.')}
            keptAs={`${keptAs}/reason`}
            charsMax={MODERATION_LIMITS.reasonCharsMax}
          />
        </>
      )}
      <Field
        multiline
        rows={2}
        dir="auto"
        label={t(
          'reportDecision.noteToReporters',
          '{count, plural, one {Note to the reporter} other {Note to the reporters}}',
          { count: reportCount },
        )}
        isOptional
        aside={<CharacterCounter charCount={countChars(note)} charsMax={REPORT_LIMITS.noteCharsMax} />}
        maxLength={REPORT_LIMITS.noteCharsMax}
        value={note}
        keptAs={`${keptAs}/note`}
        onChange={(event) => setNote(event.target.value)}
      />
    </DecisionForm>
  );
}

const CONFIRM: Record<Choice['key'], string> = {
  get uphold() {
    return t('reportDecision.confirmUphold', 'Uphold and close');
  },
  get remove() {
    return t('reportDecision.confirmRemove', 'Remove it' /* from the site, after reports */);
  },
  get discontinue() {
    return t('discontinuation.mark', 'Mark as discontinued');
  },
  get dismiss() {
    return t('reportDecision.confirmDismiss', 'Dismiss' /* reports */);
  },
};

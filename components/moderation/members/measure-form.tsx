import { useState } from 'react';
import { Field } from '@/components/ui/field';
import { DAY_MS } from '@/lib/contract/plain/durations';
import { MEMBER_LIMITS } from '@/lib/contract/plain/measure';
import { DecisionForm, ReasonField, useReason } from '@/components/moderation/decision-form';

export const MEASURES = {
  warn: { label: 'Warn', send: 'Send the warning', does: 'The member reads it on the dashboard.' },
  suspend: {
    label: 'Suspend',
    send: 'Suspend',
    does: 'Until the end of that day, the member can only read.',
  },
  ban: {
    label: 'Ban',
    send: 'Ban this member',
    does: 'The sessions end, the profile is gone, and upvotes no longer count.',
  },
} as const;
export type Measure = keyof typeof MEASURES;

type MeasureFormProps = {
  measure: Measure;
  /** The reason is kept for this tab under this name. */
  keptAs: string;
  isDeciding: boolean;
  onCancel: () => void;
  /** @param until the end of the chosen day. */
  onSend: (reason: string, until: string) => void;
};

const WEEK_MS = 7 * DAY_MS;

export function MeasureForm({ measure, keptAs, isDeciding, onCancel, onSend }: MeasureFormProps) {
  const { send: sendLabel, does, label } = MEASURES[measure];
  const [day, setDay] = useState(() => new Date(Date.now() + WEEK_MS).toISOString().slice(0, 10));
  const reason = useReason();

  return (
    <DecisionForm
      label={label}
      does={does}
      sendLabel={sendLabel}
      isDangerous={measure === 'ban'}
      isDeciding={isDeciding}
      onSend={() => {
        if (reason.require()) onSend(reason.text, day === '' ? '' : `${day}T23:59:59.999Z`);
      }}
      onCancel={onCancel}
    >
      {measure === 'suspend' && (
        <Field
          type="date"
          label="Last day of the suspension"
          value={day}
          onChange={(event) => setDay(event.target.value)}
        />
      )}
      <ReasonField
        reason={reason}
        hint="The member reads it."
        keptAs={`${keptAs}/reason`}
        charsMax={MEMBER_LIMITS.reasonCharsMax}
      />
    </DecisionForm>
  );
}

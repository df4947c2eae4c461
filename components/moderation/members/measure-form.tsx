import { useState } from 'react';
import { Field } from '@/components/ui/field';
import { MEMBER_LIMITS } from '@/lib/contract/plain/moderation';
import { endOfLocalDay, localDayIn } from '@/lib/format/local-day';
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

export function MeasureForm({ measure, keptAs, isDeciding, onCancel, onSend }: MeasureFormProps) {
  const { send: sendLabel, does, label } = MEASURES[measure];
  const [day, setDay] = useState(() => localDayIn(7));
  const reason = useReason();

  return (
    <DecisionForm
      label={label}
      does={does}
      sendLabel={sendLabel}
      isDangerous={measure === 'ban'}
      isDeciding={isDeciding}
      onSend={() => {
        if (reason.require()) onSend(reason.text, endOfLocalDay(day));
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

import { useState } from 'react';
import { DecisionForm, ReasonField, useReason } from '@/components/moderation/decision-form';
import { Field } from '@/components/ui/field';
import type { useMemberRecord } from '@/hooks/use-member-record';
import { MEMBER_LIMITS } from '@/lib/contract/plain/moderation';
import { endOfLocalDay, localDayIn } from '@/lib/format/local-day';
import { t } from '@/lib/texts/texts';

export const MEASURES = {
  warn: {
    get label() {
      return t('memberDecisions.warn', 'Warn' /* a moderator warns a member */);
    },
    get send() {
      return t('memberDecisions.warnSend', 'Send the warning');
    },
    get does() {
      return t('memberDecisions.warnText', 'The member reads it on the dashboard.');
    },
  },
  suspend: {
    get label() {
      return t('memberDecisions.suspend', 'Suspend' /* a moderator suspends a member */);
    },
    get send() {
      return t('memberDecisions.suspend', 'Suspend' /* a moderator suspends a member */);
    },
    get does() {
      return t(
        'memberDecisions.suspendText',
        'Through that day, the member can read, take things back and answer you, but not add or change anything.',
      );
    },
  },
  ban: {
    get label() {
      return t('memberDecisions.ban', 'Ban' /* a moderator bans a member */);
    },
    get send() {
      return t('memberDecisions.banSend', 'Ban this member');
    },
    get does() {
      return t(
        'memberDecisions.banText',
        'The sessions end, the profile is gone, and upvotes no longer count.',
      );
    },
  },
} as const;
export type Measure = keyof typeof MEASURES;

type MeasureFormProps = {
  measure: Measure;
  keptAs: string;
  isDeciding: boolean;
  failure: ReturnType<typeof useMemberRecord>['failure'];
  dayError: string | undefined;
  onChangeDay: () => void;
  onCancel: () => void;
  /** @param until the end of the chosen day. */
  onSend: (reason: string, until: string) => void;
};

export function MeasureForm(props: MeasureFormProps) {
  const { measure, keptAs, isDeciding, failure, dayError, onChangeDay, onCancel, onSend } = props;
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
      failure={failure}
      onSend={() => {
        if (reason.require()) onSend(reason.text, endOfLocalDay(day));
      }}
      onCancel={onCancel}
    >
      {measure === 'suspend' && (
        <Field
          type="date"
          label={t('memberDecisions.suspensionDay', 'Last day of the suspension')}
          value={day}
          keptAs={`${keptAs}/day`}
          error={dayError}
          onChange={(event) => {
            setDay(event.target.value);
            onChangeDay();
          }}
        />
      )}
      <ReasonField
        reason={reason}
        hint={t('memberDecisions.reasonHint', 'The member reads it.')}
        keptAs={`${keptAs}/reason`}
        charsMax={MEMBER_LIMITS.reasonCharsMax}
      />
    </DecisionForm>
  );
}

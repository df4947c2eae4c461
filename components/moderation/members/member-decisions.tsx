import { useRef, useState } from 'react';
import { DecisionForm, ReasonField, useReason } from '@/components/moderation/decision-form';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { useKeptForm } from '@/components/ui/kept-text';
import type { useMemberRecord } from '@/hooks/use-member-record';
import { showToast } from '@/lib/browser/toasts';
import type { MemberRecord } from '@/lib/contract/member';
import { MEMBER_LIMITS } from '@/lib/contract/plain/moderation';
import { type Role, ROLES } from '@/lib/contract/user';
import { endOfLocalDay, localDayIn } from '@/lib/format/local-day';
import { t } from '@/lib/texts/texts';

type Deciding = Pick<ReturnType<typeof useMemberRecord>, 'isDeciding' | 'failure' | 'decide'>;
type MemberDecisionsProps = Deciding & { record: MemberRecord; viewerRole: Role };

export function MemberDecisions({ record, viewerRole, isDeciding, failure, decide }: MemberDecisionsProps) {
  const { member, isSubordinate } = record;
  const { id, standing, role } = member;
  const [measure, setMeasure] = useState<Measure>();
  /** What was refused last. Another form does not show why. */
  const [refused, setRefused] = useState<Measure | 'other'>();
  const group = useRef<HTMLDivElement>(null);
  const keptAs = `${measure ?? 'decision'} ${id}`;
  const kept = useKeptForm(keptAs);
  if (!isSubordinate) {
    return (
      <p className="mt-6 max-w-prose text-muted">
        {t(
          'memberDecisions.youCantDecideAbout',
          "You can't decide about yourself, or about somebody with your role or a higher one.",
        )}
      </p>
    );
  }

  async function finish(
    work: Parameters<typeof decide>[0],
    done: string,
    sent: Measure | 'other' = 'other',
  ): Promise<void> {
    // What is typed in the form of a measure stays when something else was decided.
    const isDone = await (sent === 'other' ? decide(work) : kept.untilSent(decide(work)));
    setRefused(isDone ? undefined : sent);
    if (!isDone) return;
    if (sent !== 'other') setMeasure(undefined);
    void showToast('success', done);
    group.current?.focus();
  }

  function choose(chosen: Measure | undefined): void {
    setRefused(undefined);
    setMeasure(chosen);
  }

  const dayError = refused === 'suspend' ? failure?.fields.suspendedUntil : undefined;
  const isToldHere = refused !== undefined && failure !== undefined && dayError === undefined;
  const available: Measure[] = standing === 'banned' ? ['warn'] : ['warn', 'suspend', 'ban'];
  return (
    <div
      ref={group}
      role="group"
      aria-label={t('memberDecisions.decisions', 'Decisions')}
      tabIndex={-1}
      className="mt-6 outline-none"
    >
      <div className="flex flex-wrap gap-2">
        {available.map((key) => (
          <Button
            key={key}
            look={key === 'ban' ? 'danger' : 'secondary'}
            aria-expanded={measure === key}
            onClick={() => choose(measure === key ? undefined : key)}
          >
            {MEASURES[key].label}
          </Button>
        ))}
        {standing === 'suspended' && (
          <Button
            aria-disabled={isDeciding}
            onClick={() =>
              void finish(
                (actions) => actions.endSuspension(id),
                t('memberDecisions.theSuspensionIsOver', 'The suspension is over.'),
              )
            }
          >
            {t('memberDecisions.endTheSuspension', 'End the suspension')}
          </Button>
        )}
        {standing === 'banned' && (
          <Button
            aria-disabled={isDeciding}
            onClick={() =>
              void finish(
                (actions) => actions.unban(id),
                t('memberDecisions.theBanIsLifted', 'The ban is lifted.'),
              )
            }
          >
            {t('memberDecisions.liftTheBan', 'Lift the ban')}
          </Button>
        )}
        {viewerRole === 'admin' &&
          ROLES.filter((each) => each !== role).map((each) => (
            <Button
              key={each}
              look="quiet"
              aria-disabled={isDeciding}
              onClick={() =>
                void finish(
                  (actions) => actions.setRole(id, each),
                  t('memberDecisions.handleIsEachNow', '@{handle} is {each} now.', {
                    handle: member.handle,
                    each,
                  }),
                )
              }
            >
              {t('memberDecisions.makeEach', 'Make {each}', { each })}
            </Button>
          ))}
      </div>
      <p role="alert" className={isToldHere ? 'mt-3 text-danger' : undefined}>
        {isToldHere && failure.message}
      </p>
      {measure && (
        <MeasureForm
          key={measure}
          measure={measure}
          keptAs={keptAs}
          isDeciding={isDeciding}
          failure={refused === measure ? failure : undefined}
          dayError={dayError}
          onChangeDay={() => setRefused(undefined)}
          onCancel={() => {
            choose(undefined);
            group.current?.querySelector<HTMLElement>('[aria-expanded="true"]')?.focus();
          }}
          onSend={(reason, until) =>
            void finish(
              (actions) =>
                measure === 'suspend' ? actions.suspend(id, reason, until) : actions[measure](id, reason),
              {
                warn: t('memberDecisions.theWarningIsSent', 'The warning is sent.'),
                suspend: t('memberDecisions.theMemberIsSuspended', 'The member is suspended.'),
                ban: t('memberDecisions.theMemberIsBanned', 'The member is banned.'),
              }[measure],
              measure,
            )
          }
        />
      )}
    </div>
  );
}

const MEASURES = {
  warn: {
    get label() {
      return t('memberDecisions.warn', 'Warn');
    },
    get send() {
      return t('memberDecisions.sendTheWarning', 'Send the warning');
    },
    get does() {
      return t('memberDecisions.theMemberReads', 'The member reads it on the dashboard.');
    },
  },
  suspend: {
    get label() {
      return t('memberDecisions.suspend', 'Suspend');
    },
    get send() {
      return t('memberDecisions.suspend', 'Suspend');
    },
    get does() {
      return t(
        'memberDecisions.throughThatDay',
        'Through that day, the member can read, take things back and answer you, but not add or change anything.',
      );
    },
  },
  ban: {
    get label() {
      return t('memberDecisions.ban', 'Ban');
    },
    get send() {
      return t('memberDecisions.banThisMember', 'Ban this member');
    },
    get does() {
      return t(
        'memberDecisions.theSessionsEnd',
        'The sessions end, the profile is gone, and upvotes no longer count.',
      );
    },
  },
} as const;
type Measure = keyof typeof MEASURES;

type MeasureFormProps = {
  measure: Measure;
  keptAs: string;
  isDeciding: boolean;
  failure: Deciding['failure'];
  dayError: string | undefined;
  onChangeDay: () => void;
  onCancel: () => void;
  /** @param until the end of the chosen day. */
  onSend: (reason: string, until: string) => void;
};

function MeasureForm(props: MeasureFormProps) {
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
          label={t('memberDecisions.lastDay', 'Last day of the suspension')}
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
        hint={t('memberDecisions.theMemberReads2', 'The member reads it.')}
        keptAs={`${keptAs}/reason`}
        charsMax={MEMBER_LIMITS.reasonCharsMax}
      />
    </DecisionForm>
  );
}

import { useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { useKeptForm } from '@/components/ui/kept-text';
import type { useMemberRecord } from '@/hooks/use-member-record';
import { showToast } from '@/lib/browser/toasts';
import type { MemberRecord } from '@/lib/contract/member';
import { type Role, ROLES } from '@/lib/contract/user';
import { t } from '@/lib/texts/texts';
import { type Measure, MeasureForm, MEASURES } from './measure-form';

const ROLE_TEXTS: Record<Role, { make: string; made: (handle: string) => string }> = {
  member: {
    get make() {
      return t('memberDecisions.makeMember', 'Make member' /* takes the role from a moderator or admin */);
    },
    made: (handle) => t('memberDecisions.madeMember', '@{handle} is member now.', { handle }),
  },
  moderator: {
    get make() {
      return t('memberDecisions.makeModerator', 'Make moderator' /* gives a member this role */);
    },
    made: (handle) => t('memberDecisions.madeModerator', '@{handle} is moderator now.', { handle }),
  },
  admin: {
    get make() {
      return t('memberDecisions.makeAdmin', 'Make admin' /* gives a member this role */);
    },
    made: (handle) => t('memberDecisions.madeAdmin', '@{handle} is admin now.', { handle }),
  },
};

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
          'memberDecisions.notSubordinate',
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
      aria-label={t('memberDecisions.title', 'Decisions' /* about a member */)}
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
                t('memberDecisions.suspensionEnded', 'The suspension is over.'),
              )
            }
          >
            {t('memberDecisions.endSuspension', 'End the suspension')}
          </Button>
        )}
        {standing === 'banned' && (
          <Button
            aria-disabled={isDeciding}
            onClick={() =>
              void finish(
                (actions) => actions.unban(id),
                t('memberDecisions.banLifted', 'The ban is lifted.'),
              )
            }
          >
            {t('memberDecisions.liftBan', 'Lift the ban')}
          </Button>
        )}
        {viewerRole === 'admin' &&
          ROLES.filter((each) => each !== role).map((each) => (
            <Button
              key={each}
              look="quiet"
              aria-disabled={isDeciding}
              onClick={() =>
                void finish((actions) => actions.setRole(id, each), ROLE_TEXTS[each].made(member.handle))
              }
            >
              {ROLE_TEXTS[each].make}
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
                warn: t('memberDecisions.warned', 'The warning is sent.'),
                suspend: t('memberDecisions.suspended', 'The member is suspended.'),
                ban: t('memberDecisions.banned', 'The member is banned.'),
              }[measure],
              measure,
            )
          }
        />
      )}
    </div>
  );
}

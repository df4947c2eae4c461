import { useState } from 'react';
import { MemberHandle, RoleMark } from '@/components/layout/role-mark';
import {
  authorOf,
  Intro,
  ModeratorList,
  TEXT_LINK,
  useDecisions,
} from '@/components/moderation/moderator-list';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { Field } from '@/components/ui/field';
import { useKeptForm } from '@/components/ui/kept-text';
import { hidden } from '@/components/ui/visually-hidden';
import { call } from '@/lib/api/http';
import { type Appeal, decideAppealCall, listAppealsCall } from '@/lib/contract/measure';
import { MEMBER_LIMITS } from '@/lib/contract/plain/moderation';
import { formatShortDate } from '@/lib/format/figures';
import { productPath } from '@/lib/pages/paths';
import { rich } from '@/lib/texts/rich';
import { t } from '@/lib/texts/texts';

export default function Appeals() {
  const { items, list, isDeciding, intro, decide } = useDecisions(
    'appeals',
    (after) => call(listAppealsCall, { query: { after } }),
    ({ appeals }) => appeals,
  );

  return (
    <>
      <Intro ref={intro}>
        {t(
          'appeals.about',
          'Members can answer a rejection, a warning, a suspension or a ban once. Somebody other than the moderator who made the decision looks at it, where there is somebody. The member reads your reply.',
        )}
      </Intro>
      <ModeratorList
        failed={t('appeals.notLoaded', "We couldn't load the appeals")}
        showing={(count) =>
          t('appeals.showing', 'Showing {count, plural, one {# appeal} other {# appeals}}.', { count })
        }
        list={list}
        items={items}
        empty={
          <EmptyState icon="check" title={t('appeals.none', 'No open appeals')}>
            {t('appeals.noneYet', 'What members answer to decisions appears here.')}
          </EmptyState>
        }
      >
        {(appeal) => (
          <AppealItem
            key={appeal.id}
            appeal={appeal}
            isDeciding={isDeciding}
            onDecide={(outcome, reply) =>
              decide(
                () => call(decideAppealCall, { params: { id: appeal.id }, body: { outcome, reply } }),
                outcome === 'upheld'
                  ? t('appeals.stands', 'The decision stands.')
                  : t('appeals.reversed', 'The decision is reversed.'),
              )
            }
          />
        )}
      </ModeratorList>
    </>
  );
}

type AppealItemProps = {
  appeal: Appeal;
  isDeciding: boolean;
  onDecide: (outcome: 'upheld' | 'reversed', reply: string) => Promise<boolean>;
};

function AppealItem({ appeal, isDeciding, onDecide }: AppealItemProps) {
  const { kind, member, product, reason, deciderHandle, text, createdAt } = appeal;
  const [reply, setReply] = useState('');
  const keptAs = `reply ${appeal.id}`;
  const kept = useKeptForm(keptAs);
  const decide = (outcome: 'upheld' | 'reversed') => void kept.untilSent(onDecide(outcome, reply));
  // For screen readers, which have heard the mark before.
  const name = product?.name ?? `@${member.handle}`;
  return (
    <li className="rounded-card border border-line p-5">
      <h2 className="font-semibold wrap-anywhere">
        {rich(
          'appeals.subject',
          '{kind, select, rejection {<span>Rejection of </span><what></what>} warning {<span>Warning of </span><what></what>} suspension {<span>Suspension of </span><what></what>} other {<span>Ban of </span><what></what>}}',
          {
            kind,
            span: (text) => <span>{text}</span>,
            what: () =>
              product ? (
                <a href={productPath(product.slug)} className={TEXT_LINK}>
                  <bdi>{product.name}</bdi>
                </a>
              ) : (
                <span>
                  <bdi>{member.name}</bdi>
                  <RoleMark role={member.role} />
                </span>
              ),
          },
        )}
      </h2>
      <p className="mt-1 text-sm text-muted">
        {rich(
          'appeals.whoAnsweredWhen',
          '<member></member> <span>answered {day} · decided by {author, select, former {a former member} unnamed {a moderator} other {@{handle}}}</span>',
          {
            member: () => (
              <MemberHandle
                handle={member.handle}
                role={member.role}
                href={`/moderation/member?id=${member.id}`}
              />
            ),
            span: (text) => <span>{text}</span>,
            day: formatShortDate(createdAt),
            ...authorOf(deciderHandle),
          },
        )}
      </p>
      <dl className="mt-3 flex flex-col gap-2">
        {(
          [
            [t('appeals.reason', 'The reason' /* of the decision */), reason],
            [t('appeals.answer', 'The answer' /* of the member to the decision */), text],
          ] as const
        ).map(([term, content]) => (
          <div key={term}>
            <dt className="text-sm text-muted">{term}</dt>
            <dd dir="auto" className="text-page-start wrap-anywhere whitespace-pre-line">
              {content}
            </dd>
          </div>
        ))}
      </dl>
      <div className="mt-4 max-w-prose">
        <Field
          multiline
          rows={2}
          dir="auto"
          label={t('appeals.reply', 'Your reply' /* to the member: a field */)}
          isOptional
          maxLength={MEMBER_LIMITS.reasonCharsMax}
          value={reply}
          keptAs={`${keptAs}/text`}
          onChange={(event) => setReply(event.target.value)}
        />
      </div>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button aria-disabled={isDeciding} onClick={() => decide('upheld')}>
          {rich(
            'appeals.letStand',
            'Let it stand<hidden>, {kind, select, rejection {the rejection of {name}} warning {the warning of {name}} suspension {the suspension of {name}} other {the ban of {name}}}</hidden>',
            { hidden, kind, name },
          )}
        </Button>
        <Button look="primary" aria-disabled={isDeciding} onClick={() => decide('reversed')}>
          {rich(
            'appeals.reverse',
            '{kind, select, rejection {Return it to the queue<hidden>, the rejection of {name}</hidden>} warning {Reverse it<hidden>, the warning of {name}</hidden>} suspension {Reverse it<hidden>, the suspension of {name}</hidden>} other {Reverse it<hidden>, the ban of {name}</hidden>}}',
            { hidden, kind, name },
          )}
        </Button>
      </div>
    </li>
  );
}

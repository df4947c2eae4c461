import { useState } from 'react';
import { MemberHandle, RoleMark } from '@/components/layout/role-mark';
import {
  describeAuthor,
  Intro,
  ModeratorList,
  TEXT_LINK,
  useDecisions,
} from '@/components/moderation/moderator-list';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { Field } from '@/components/ui/field';
import { useKeptForm } from '@/components/ui/kept-text';
import { call } from '@/lib/api/http';
import { type Appeal, decideAppealCall, listAppealsCall } from '@/lib/contract/measure';
import { MEMBER_LIMITS } from '@/lib/contract/plain/moderation';
import { formatShortDate } from '@/lib/format/figures';
import { productPath } from '@/lib/pages/paths';

export default function Appeals() {
  const { items, list, isDeciding, intro, decide } = useDecisions(
    'appeals',
    (after) => call(listAppealsCall, { query: { after } }),
    ({ appeals }) => appeals,
  );

  return (
    <>
      <Intro ref={intro}>
        Members can answer a rejection, a warning, a suspension or a ban once. Somebody other than the
        moderator who made the decision looks at it, where there is somebody. The member reads your reply.
      </Intro>
      <ModeratorList
        name="appeals"
        list={list}
        items={items}
        empty={
          <EmptyState icon="check" title="No open appeals">
            What members answer to decisions appears here.
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
                outcome === 'upheld' ? 'The decision stands.' : 'The decision is reversed.',
              )
            }
          />
        )}
      </ModeratorList>
    </>
  );
}

const KINDS = { rejection: 'Rejection', warning: 'Warning', suspension: 'Suspension', ban: 'Ban' } as const;

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
  const name = `the ${KINDS[kind].toLowerCase()} of ${product?.name ?? `@${member.handle}`}`;
  return (
    <li className="rounded-card border border-line p-5">
      <h2 className="font-semibold wrap-anywhere">
        <span>{`${KINDS[kind]} of `}</span>
        {product ? (
          <a href={productPath(product.slug)} className={TEXT_LINK}>
            <bdi>{product.name}</bdi>
          </a>
        ) : (
          <span>
            <bdi>{member.name}</bdi>
            <RoleMark role={member.role} />
          </span>
        )}
      </h2>
      <p className="mt-1 text-sm text-muted">
        <MemberHandle handle={member.handle} role={member.role} href={`/moderation/member?id=${member.id}`} />
        <span>{` answered ${formatShortDate(createdAt)} · decided by ${describeAuthor(deciderHandle)}`}</span>
      </p>
      <dl className="mt-3 flex flex-col gap-2">
        {(
          [
            ['The reason', reason],
            ['The answer', text],
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
          label="Your reply"
          isOptional
          maxLength={MEMBER_LIMITS.reasonCharsMax}
          value={reply}
          keptAs={`${keptAs}/text`}
          onChange={(event) => setReply(event.target.value)}
        />
      </div>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button aria-disabled={isDeciding} onClick={() => decide('upheld')}>
          Let it stand<span className="sr-only">{`, ${name}`}</span>
        </Button>
        <Button look="primary" aria-disabled={isDeciding} onClick={() => decide('reversed')}>
          <span>{kind === 'rejection' ? 'Return it to the queue' : 'Reverse it'}</span>
          <span className="sr-only">{`, ${name}`}</span>
        </Button>
      </div>
    </li>
  );
}

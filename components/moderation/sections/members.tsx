import { useState } from 'react';
import { RoleMark } from '@/components/layout/role-mark';
import { ModeratorList } from '@/components/moderation/moderator-list';
import { EmptyState } from '@/components/ui/empty-state';
import { Field } from '@/components/ui/field';
import { useDebounced } from '@/hooks/use-combobox';
import { useModeratorList } from '@/hooks/use-moderator-list';
import { call } from '@/lib/api/http';
import { listMembersCall, type MemberSummary } from '@/lib/contract/member';
import { MEMBER_LIMITS } from '@/lib/contract/plain/moderation';
import { formatShortDate } from '@/lib/format/figures';
import { formatShortLastDay } from '@/lib/contract/plain/suspension';
import { t } from '@/lib/texts/texts';

const ORDERS = [
  {
    key: 'newest',
    get label() {
      return t('members.newest', 'Newest' /* members first: an order */);
    },
  },
  {
    key: 'rejected',
    get label() {
      return t(
        'members.mostRejected',
        'Most rejected' /* members first, whose submissions were rejected most: an order */,
      );
    },
  },
  {
    key: 'names',
    get label() {
      return t('members.deceptiveNames', 'Deceptive names' /* shows only such members */);
    },
  },
] as const satisfies { key: MemberOrder; label: string }[];

export default function Members() {
  const [order, setOrder] = useState<MemberOrder>('newest');
  const [text, setText] = useState('');
  const { members, list } = useMembers(order, text);
  return (
    <>
      <div className="mt-4 max-w-104">
        <Field
          type="search"
          label={t('members.find', 'Find a member')}
          hint={t('members.findHint', 'The beginning of a handle or name. The first {count} are shown.', {
            count: MEMBER_LIMITS.pageSize,
          })}
          autoComplete="off"
          maxLength={MEMBER_LIMITS.queryCharsMax}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </div>
      {text.trim() === '' && (
        <div
          role="group"
          aria-label={t('members.order', 'Order' /* of a list: names a group of buttons */)}
          className="mt-4 flex flex-wrap gap-2"
        >
          {ORDERS.map(({ key, label }) => (
            <button
              key={key}
              type="button"
              className="chip"
              aria-pressed={order === key}
              onClick={() => setOrder(key)}
            >
              {label}
            </button>
          ))}
        </div>
      )}
      <ModeratorList
        failed={t('members.notLoaded', "We couldn't load the members")}
        showing={(count) =>
          t('members.showing', 'Showing {count, plural, one {# member} other {# members}}.', { count })
        }
        list={list}
        items={members}
        empty={
          <EmptyState title={t('members.none', 'No members found')}>
            {t('members.findAgain', 'Check the spelling, or search for the beginning of a name.')}
          </EmptyState>
        }
      >
        {(member) => <MemberItem key={member.id} member={member} />}
      </ModeratorList>
    </>
  );
}

function MemberItem({ member }: { member: MemberSummary }) {
  const { id, handle, name, rejectionCount, nameIssue } = member;
  return (
    <li className="border-t border-line pt-3">
      <a
        href={`/moderation/member?id=${id}`}
        className="font-semibold wrap-anywhere underline decoration-edge underline-offset-4 hover:text-accent"
      >
        <bdi>{name}</bdi>
        <RoleMark role={member.role} />
        <span> </span>
        <bdi className="font-normal text-muted">{`@${handle}`}</bdi>
      </a>
      <p className="text-sm text-muted">
        {[
          ...standingOf(member),
          sayMemberSince(member),
          rejectionCount > 0 &&
            t('members.rejections', '{count, plural, one {# rejection} other {# rejections}}', {
              count: rejectionCount,
            }),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {nameIssue !== undefined && <p className="text-sm">{nameIssue}</p>}
    </li>
  );
}

export const sayMemberSince = ({ createdAt }: Pick<MemberSummary, 'createdAt'>): string =>
  t('members.since', 'since {day}' /* a member */, { day: formatShortDate(createdAt) });

const ROLES: Record<MemberSummary['role'], string> = {
  get member() {
    return t('members.roleMember', 'member' /* the role, beside other facts of a member */);
  },
  get moderator() {
    return t('members.roleModerator', 'moderator' /* the role, beside other facts of a member */);
  },
  get admin() {
    return t('members.roleAdmin', 'admin' /* the role, beside other facts of a member */);
  },
};

export function standingOf({ role, standing, suspendedUntil }: MemberSummary): string[] {
  const standings: Record<MemberSummary['standing'], string[]> = {
    active: [],
    suspended: [
      suspendedUntil === null
        ? t('members.suspended', 'suspended through a date')
        : t('members.suspendedThrough', 'suspended through {day}', {
            day: formatShortLastDay(suspendedUntil),
          }),
    ],
    banned: [t('members.banned', 'banned' /* a member */)],
    leaving: [t('members.leaving', 'about to be deleted')],
  };
  return [ROLES[role], ...standings[standing]];
}

type MemberOrder = 'newest' | 'rejected' | 'names';

/** Members in an order, or those whose handle or name begins with a text. */
function useMembers(order: MemberOrder, text: string) {
  const q = useDebounced(text.trim(), 250);
  const { pages, ...list } = useModeratorList(`members ${order} ${q}`, (after) =>
    call(listMembersCall, { query: { order, after, ...(q !== '' && { q }) } }),
  );
  return {
    members: pages?.flatMap(({ members }) => members),
    list,
  };
}

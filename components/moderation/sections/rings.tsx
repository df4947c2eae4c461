import { MemberHandle } from '@/components/layout/role-mark';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { hidden } from '@/components/ui/visually-hidden';
import { call } from '@/lib/api/http';
import { listRingsCall, restoreRingCall, type Ring, setRingAsideCall } from '@/lib/contract/ring';
import { formatShortDate } from '@/lib/format/figures';
import { productPath } from '@/lib/pages/paths';
import { ModeratorList, useDecisions } from '@/components/moderation/moderator-list';
import { sayMemberSince } from './members';
import { rich } from '@/lib/texts/rich';
import { t } from '@/lib/texts/texts';

export default function Rings() {
  const { items, list, isDeciding, decide } = useDecisions(
    'rings',
    (after) => call(listRingsCall, { query: { after } }),
    ({ rings }) => rings,
  );
  return (
    <>
      <p className="mt-2 max-w-prose text-muted">
        {t(
          'rings.about',
          'Accounts that upvoted the same {nouns} at about the same time, more often than chance explains. A team or a group of friends can look like this, too: check who they are first. Upvotes that you set aside are still shown, but no longer count toward the ranking.',
        )}
      </p>
      <ModeratorList
        failed={t('rings.notLoaded', "We couldn't load the rings")}
        showing={(count) =>
          t('rings.showing', 'Showing {count, plural, one {# ring} other {# rings}}.', { count })
        }
        list={list}
        items={items}
        empty={
          <EmptyState title={t('rings.none', 'No rings')}>
            {t('rings.noneYet', 'Every ten minutes, the site looks at new upvotes.')}
          </EmptyState>
        }
      >
        {(ring) => (
          <RingItem
            key={ring.id}
            ring={ring}
            isChanging={isDeciding}
            onSetAside={() =>
              void decide(
                () => call(setRingAsideCall, { params: { id: ring.id } }),
                ({ upvoteCount }) =>
                  t('rings.setAside', '{count, plural, one {# upvote} other {# upvotes}} set aside.', {
                    count: upvoteCount,
                  }),
              )
            }
            onRestore={() =>
              void decide(
                () => call(restoreRingCall, { params: { id: ring.id } }),
                ({ upvoteCount }) =>
                  t('rings.restored', '{count, plural, one {# upvote} other {# upvotes}} restored.', {
                    count: upvoteCount,
                  }),
              )
            }
          />
        )}
      </ModeratorList>
    </>
  );
}

/** What was found, and what became of its upvotes. */
function sayState({ foundAt, setAsideAt, setAsideCount, otherCount }: Ring): string {
  const found = formatShortDate(foundAt);
  if (setAsideAt === null)
    return t(
      'rings.found',
      'Found {found}. {count, plural, one {# upvote} other {# upvotes}} to set aside.',
      { found, count: otherCount },
    );
  const values = { found, count: setAsideCount, day: formatShortDate(setAsideAt) };
  return otherCount === 0
    ? t(
        'rings.foundAndSetAside',
        'Found {found}. {count, plural, one {# upvote} other {# upvotes}} set aside {day}.',
        values,
      )
    : t(
        'rings.foundAndGivenSince',
        'Found {found}. {count, plural, one {# upvote} other {# upvotes}} set aside {day}, {otherCount, plural, other {# given since}}.',
        { ...values, otherCount },
      );
}

type RingItemProps = { ring: Ring; isChanging: boolean; onSetAside: () => void; onRestore: () => void };

function RingItem({ ring, isChanging, onSetAside, onRestore }: RingItemProps) {
  const { id, members, products, figures, setAsideAt, otherCount } = ring;
  const { upvotePercent, minutes, networkCount, networkMembersMax, days } = figures;
  return (
    <li className="rounded-card border border-line p-5">
      <h2 className="font-semibold">
        {t('rings.name', 'Ring {id}: {count, plural, one {# account} other {# accounts}}, score {score}', {
          id,
          count: members.length,
          score: Math.round(ring.score),
        })}
      </h2>
      <p className="mt-1 text-sm text-muted">{sayState(ring)}</p>
      <ul className="mt-3 flex flex-col gap-2">
        <li>
          {t(
            'rings.shared',
            '{count, plural, one {# {noun} that} other {# {nouns} that each}} at least a third of them upvoted: {percent} % of all their upvotes of 30 days.',
            { count: products.length, percent: upvotePercent },
          )}
        </li>
        <li>
          {t(
            'rings.minutes',
            'On {aNoun}, most of these upvotes came within {minutes, plural, one {# minute} other {# minutes}}.',
            { minutes },
          )}
        </li>
        <li>
          {networkCount === 0
            ? t('rings.noNetworks', 'No known networks.')
            : t(
                'rings.networks',
                '{count, plural, one {# network} other {# networks}}; {accountCount, plural, other {#}} of them share one.' /* of the accounts */,
                { count: networkCount, accountCount: networkMembersMax },
              )}
        </li>
        <li>
          {t(
            'rings.days',
            'Most of the accounts were created within {days, plural, one {# day} other {# days}}.',
            { days },
          )}
        </li>
      </ul>
      <details className="mt-3">
        <summary className="py-1">{t('rings.details', 'Accounts and {nouns}')}</summary>
        <ul className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-sm">
          {members.map(({ handle, role, createdAt }) => (
            <li key={handle}>
              <MemberHandle handle={handle} role={role} />{' '}
              <span className="text-muted">{sayMemberSince({ createdAt })}</span>
            </li>
          ))}
        </ul>
        <ul className="mt-3 flex flex-wrap gap-x-4 gap-y-1 text-sm">
          {products.map((product) => (
            <li key={product.id}>
              <a href={productPath(product.slug)} className="inline-block py-1 underline underline-offset-4">
                <bdi>{product.name}</bdi>
              </a>
            </li>
          ))}
        </ul>
      </details>
      <div className="mt-3 flex flex-wrap gap-2">
        {(setAsideAt === null || otherCount > 0) && (
          <Button look="danger" size="small" aria-disabled={isChanging} onClick={onSetAside}>
            {rich(
              'rings.setUpvotesAside',
              '<span>Set {count, plural, one {# upvote} other {# upvotes}} aside</span><hidden> of Ring {id}</hidden>',
              { span: (text) => <span>{text}</span>, count: otherCount, hidden, id },
            )}
          </Button>
        )}
        {setAsideAt !== null && (
          <Button size="small" aria-disabled={isChanging} onClick={onRestore}>
            {rich('rings.undo', 'Undo<hidden> for Ring {id}</hidden>', { hidden, id })}
          </Button>
        )}
      </div>
    </li>
  );
}

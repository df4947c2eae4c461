import { MemberHandle } from '@/components/layout/role-mark';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { call } from '@/lib/api/http';
import { listRingsCall, restoreRingCall, type Ring, setRingAsideCall } from '@/lib/contract/ring';
import { countOf, formatCount, formatShortDate } from '@/lib/format/figures';
import { productPath } from '@/lib/pages/paths';
import { site } from '@/lib/site';
import { ModeratorList, useDecisions } from '@/components/moderation/moderator-list';
import { rich } from '@/lib/texts/rich';
import { t } from '@/lib/texts/texts';

export default function Rings() {
  const { items, list, isDeciding, decide } = useDecisions(
    'rings',
    (after) => call(listRingsCall, { query: { after } }),
    ({ rings }) => rings,
  );
  const counted = (outcome: string) => (answer: { upvoteCount: number }) =>
    `${t('submissionRow.upvoteCount', '{upvoteCount, plural, one {# upvote} other {# upvotes}}', { upvoteCount: answer.upvoteCount })} ${outcome}.`;
  return (
    <>
      <p className="mt-2 max-w-prose text-muted">
        {t(
          'rings.accountsThatUpvoted',
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
          <EmptyState title={t('rings.noRings', 'No rings')}>
            {t('rings.everyTenMinutes', 'Every ten minutes, the site looks at new upvotes.')}
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
                counted(t('rings.setAside', 'set aside')),
              )
            }
            onRestore={() =>
              void decide(() => call(restoreRingCall, { params: { id: ring.id } }), counted('restored'))
            }
          />
        )}
      </ModeratorList>
    </>
  );
}

type RingItemProps = { ring: Ring; isChanging: boolean; onSetAside: () => void; onRestore: () => void };

function RingItem({ ring, isChanging, onSetAside, onRestore }: RingItemProps) {
  const { id, members, products, figures, setAsideAt, setAsideCount, otherCount } = ring;
  const { upvotePercent, minutes, networkCount, networkMembersMax, days } = figures;
  const name = t('rings.ringId', 'Ring {id}', { id });
  const upvotes = (count: number) =>
    t('merges.count', '{count, plural, one {# upvote} other {# upvotes}}', { count });
  return (
    <li className="rounded-card border border-line p-5">
      <h2 className="font-semibold">
        {`${name}: ${t('rings.membersCount', '{membersCount, plural, one {# account} other {# accounts}}', { membersCount: members.length })}, score ${Math.round(ring.score)}`}
      </h2>
      <p className="mt-1 text-sm text-muted">
        {`Found ${formatShortDate(ring.foundAt)}. ${
          setAsideAt === null
            ? `${upvotes(otherCount)} to set aside.`
            : `${upvotes(setAsideCount)} set aside ${formatShortDate(setAsideAt)}${otherCount > 0 ? `, ${formatCount(otherCount)} given since` : ''}.`
        }`}
      </p>
      <ul className="mt-3 flex flex-col gap-2">
        <li>
          {`${countOf(products.length, `${site.noun} that`, `${site.nounPlural} that each`)} at least a third of them upvoted: ${upvotePercent} % of all their upvotes of 30 days.`}
        </li>
        <li>
          {t(
            'rings.onANounMost',
            'On {aNoun}, most of these upvotes came within {minutes, plural, one {# minute} other {# minutes}}.',
            { minutes },
          )}
        </li>
        <li>
          {networkCount === 0
            ? t('rings.noKnownNetworks', 'No known networks.')
            : t(
                'rings.networkCount',
                '{networkCount, plural, one {# network} other {# networks}}; {networkMembersMax} of them share one.',
                { networkCount, networkMembersMax: formatCount(networkMembersMax) },
              )}
        </li>
        <li>
          {t(
            'rings.mostOfTheAccounts',
            'Most of the accounts were created within {days, plural, one {# day} other {# days}}.',
            { days },
          )}
        </li>
      </ul>
      <details className="mt-3">
        <summary className="py-1">{t('rings.accountsAndNouns', 'Accounts and {nouns}')}</summary>
        <ul className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-sm">
          {members.map(({ handle, role, createdAt }) => (
            <li key={handle}>
              <MemberHandle handle={handle} role={role} />{' '}
              <span className="text-muted">
                {t('rings.sinceCreatedAt', 'since {createdAt}', { createdAt: formatShortDate(createdAt) })}
              </span>
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
            <span>{t('rings.setUpvotesAside', 'Set {upvotes} aside', { upvotes: upvotes(otherCount) })}</span>
            <span className="sr-only">{` of ${name}`}</span>
          </Button>
        )}
        {setAsideAt !== null && (
          <Button size="small" aria-disabled={isChanging} onClick={onRestore}>
            {rich('rings.undoForName', 'Undo<span> for {name}</span>', {
              span: (text) => <span className="sr-only">{text}</span>,
              name,
            })}
          </Button>
        )}
      </div>
    </li>
  );
}

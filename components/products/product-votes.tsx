import { DataTable } from '@/components/ui/data-table';
import { HOT_PLACES_MAX, RANKING_MIN_ACCOUNT_AGE_HOURS } from '@/lib/contract/plain/ranking';
import type { ProductVotes } from '@/lib/contract/reaction';
import { formatCount } from '@/lib/format/figures';
import { productPath } from '@/lib/pages/paths';
import { rich } from '@/lib/texts/rich';
import { t } from '@/lib/texts/texts';

type ProductVotesSectionProps = { product: { slug: string; name: string }; votes: ProductVotes };

/** Why a product stands where it does: its upvotes that count, those that don't and why, and its places. */
export function ProductVotesSection({ product: { slug, name }, votes }: ProductVotesSectionProps) {
  const { counting, notCounting, places } = votes;
  const total = (counts: Record<string, number>) =>
    Object.values(counts).reduce((sum, count) => sum + count, 0);
  const rowsOf = (rows: readonly (readonly [string, number])[]) =>
    rows.map(([label, count]) => [label, formatCount(count)]);
  return (
    <>
      <h2 id="why">
        {rich('productVotes.whyNameStandsHere', 'Why <bdi>{name}</bdi> stands here', {
          bdi: (text) => <bdi>{text}</bdi>,
          name,
        })}
      </h2>
      <p>
        <a href={productPath(slug)}>
          <bdi>{name}</bdi>
        </a>
        <span>{` is ${placeOf(places.hot)} in the hot list and ${placeOf(places.top)} in the `}</span>
        <a href="/top/all">{t('productVotes.topOfAllTime', 'top of all time')}</a>
        <span>
          {t(
            'productVotes.total',
            ". {total, plural, one {# upvote counts} other {# upvotes count}} toward both; {count} {total2, plural, one {doesn't} other {don't}}.",
            { total: total(counting), count: formatCount(total(notCounting)), total2: total(notCounting) },
          )}
        </span>
      </p>
      <DataTable
        caption={t(
          'productVotes.upvotesThatCount',
          'Upvotes that count, by the age of the account at the time',
        )}
        columns={[
          t('productVotes.upvotesThatCount2', 'Upvotes that count'),
          t('productVotes.number', 'Number'),
        ]}
        rows={rowsOf([
          [t('productVotes.accountUnder7Days', 'Account under 7 days old'), counting.under7Days],
          ['7 to 29 days', counting.under30Days],
          ['30 to 364 days', counting.under365Days],
          [t('productVotes.aYearOrOlder', 'A year or older'), counting.older],
        ])}
      />
      <DataTable
        caption={t('productVotes.upvotesThatDontCount', "Upvotes that don't count, and why")}
        columns={[
          t('productVotes.upvotesThatDontCount2', "Upvotes that don't count"),
          t('productVotes.number', 'Number'),
        ]}
        rows={rowsOf([
          [
            t(
              'productVotes.accountUnderRankingMinAccountAgeHoursHours',
              'Account under {rankingMinAccountAgeHours} hours old: counts later',
              { rankingMinAccountAgeHours: RANKING_MIN_ACCOUNT_AGE_HOURS },
            ),
            notCounting.waitingForAge,
          ],
          [t('productVotes.theSubmittersOwn', "The submitter's own"), notCounting.ofSubmitter],
          [t('productVotes.fromBannedMembers', 'From banned members, and not shown'), notCounting.ofBanned],
          [
            t('productVotes.setAsideAccounts', 'Set aside: accounts that upvote together'),
            notCounting.setAside,
          ],
        ])}
      />
    </>
  );
}

const placeOf = (place: number | null): string =>
  place === null
    ? t('productVotes.belowHotPlacesMax', 'below #{hotPlacesMax}', {
        hotPlacesMax: formatCount(HOT_PLACES_MAX),
      })
    : `#${formatCount(place)}`;

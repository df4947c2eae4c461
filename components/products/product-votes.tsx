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
        {rich('votes.title', 'Why <bdi>{name}</bdi> stands here', {
          bdi: (text) => <bdi>{text}</bdi>,
          name,
        })}
      </h2>
      <p>
        {rich(
          'votes.summary',
          "<product>{name}</product> is {hotPlace} in the hot list and {topPlace} in the <top>top of all time</top>. {counting, plural, one {# upvote counts} other {# upvotes count}} toward both; {notCounting, plural, one {# doesn't} other {# don't}}.",
          {
            product: (text) => (
              <a href={productPath(slug)}>
                <bdi>{text}</bdi>
              </a>
            ),
            name,
            hotPlace: placeOf(places.hot),
            topPlace: placeOf(places.top),
            top: (text) => <a href="/top/all">{text}</a>,
            counting: total(counting),
            notCounting: total(notCounting),
          },
        )}
      </p>
      <DataTable
        caption={t('votes.countingCaption', 'Upvotes that count, by the age of the account at the time')}
        columns={[
          t('votes.counting', 'Upvotes that count'),
          t('votes.number', 'Number' /* heading of a column with numbers of upvotes */),
        ]}
        rows={rowsOf([
          [t('votes.under7Days', 'Account under 7 days old'), counting.under7Days],
          [t('votes.under30Days', '7 to 29 days'), counting.under30Days],
          [t('votes.under365Days', '30 to 364 days'), counting.under365Days],
          [t('votes.older', 'A year or older'), counting.older],
        ])}
      />
      <DataTable
        caption={t('votes.notCountingCaption', "Upvotes that don't count, and why")}
        columns={[
          t('votes.notCounting', "Upvotes that don't count"),
          t('votes.number', 'Number' /* heading of a column with numbers of upvotes */),
        ]}
        rows={rowsOf([
          [
            t('votes.tooNew', 'Account under {hours} hours old: counts later', {
              hours: RANKING_MIN_ACCOUNT_AGE_HOURS,
            }),
            notCounting.waitingForAge,
          ],
          [t('votes.ofSubmitter', "The submitter's own"), notCounting.ofSubmitter],
          [t('votes.ofBanned', 'From banned members, and not shown'), notCounting.ofBanned],
          [t('votes.setAside', 'Set aside: accounts that upvote together'), notCounting.setAside],
        ])}
      />
    </>
  );
}

/** In the summary. */
const placeOf = (place: number | null): string =>
  place === null
    ? t('votes.belowPlace', 'below #{place}' /* in: … is below #500 in the hot list */, {
        place: formatCount(HOT_PLACES_MAX),
      })
    : t('votes.place', '#{place}' /* in: … is #12 in the hot list */, { place: formatCount(place) });

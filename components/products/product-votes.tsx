import { DataTable } from '@/components/ui/data-table';
import { HOT_PLACES_MAX, RANKING_MIN_ACCOUNT_AGE_HOURS } from '@/lib/contract/plain/ranking';
import type { ProductVotes } from '@/lib/contract/reaction';
import { countOf, formatCount } from '@/lib/format/figures';
import { productPath } from '@/lib/pages/paths';

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
        Why <bdi>{name}</bdi> stands here
      </h2>
      <p>
        <a href={productPath(slug)}>
          <bdi>{name}</bdi>
        </a>
        <span>{` is ${placeOf(places.hot)} in the hot list and ${placeOf(places.top)} in the `}</span>
        <a href="/top/all">top of all time</a>
        <span>{`. ${countOf(total(counting), 'upvote counts', 'upvotes count')} toward both; ${formatCount(total(notCounting))} ${total(notCounting) === 1 ? "doesn't" : "don't"}.`}</span>
      </p>
      <DataTable
        caption="Upvotes that count, by the age of the account at the time"
        columns={['Upvotes that count', 'Number']}
        rows={rowsOf([
          ['Account under 7 days old', counting.under7Days],
          ['7 to 29 days', counting.under30Days],
          ['30 to 364 days', counting.under365Days],
          ['A year or older', counting.older],
        ])}
      />
      <DataTable
        caption="Upvotes that don't count, and why"
        columns={["Upvotes that don't count", 'Number']}
        rows={rowsOf([
          [
            `Account under ${RANKING_MIN_ACCOUNT_AGE_HOURS} hours old: counts later`,
            notCounting.waitingForAge,
          ],
          ["The submitter's own", notCounting.ofSubmitter],
          ['From banned members, and not shown', notCounting.ofBanned],
          ['Set aside: accounts that upvote together', notCounting.setAside],
        ])}
      />
    </>
  );
}

const placeOf = (place: number | null): string =>
  place === null ? `below #${formatCount(HOT_PLACES_MAX)}` : `#${formatCount(place)}`;

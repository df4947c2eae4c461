import type { GetServerSideProps } from 'next';
import { FailurePage } from '@/components/layout/message-page';
import { TextPage } from '@/components/layout/text-page';
import { ProductVotesSection } from '@/components/products/product-votes';
import { DataTable } from '@/components/ui/data-table';
import { call } from '@/lib/api/http';
import type { AnswerOf } from '@/lib/contract/call';
import { DAY_MS } from '@/lib/contract/plain/durations';
import {
  HOT_DAYS_PER_TENFOLD,
  HOT_PLACES_MAX,
  RANKING_MIN_ACCOUNT_AGE_HOURS,
} from '@/lib/contract/plain/ranking';
import { findProductCall } from '@/lib/contract/product';
import { listProductsCall } from '@/lib/contract/product-list';
import { findProductVotesCall } from '@/lib/contract/reaction';
import { countOf, formatCount } from '@/lib/format/figures';
import { type LoadedPage, loadPage, queryValue } from '@/lib/pages/load-page';
import { rankingPath } from '@/lib/pages/paths';
import { site } from '@/lib/site';
import { perLanguage } from '@/lib/texts/language';

type RankedProduct = { name: string; approvedAt: string; rankingUpvoteCount: number };
type RankingPageProps = LoadedPage<{ top: RankedProduct[]; asked: AskedProduct | null }>;
type AskedProduct = AnswerOf<typeof findProductVotesCall>;

const EXAMPLES = 3;

export const getServerSideProps: GetServerSideProps<RankingPageProps> = ({ query, res }) => {
  const slug = queryValue(query.of);
  return loadPage(
    res,
    async () => {
      const asked = slug === undefined ? null : await call(findProductVotesCall, { params: { slug } });
      const { products } = await call(listProductsCall, { query: { sort: 'hot', limit: EXAMPLES } });
      const top = await Promise.all(
        products.map(async ({ slug }) => (await call(findProductCall, { params: { slug } })).product),
      );
      return {
        asked,
        top: top.flatMap(({ name, approvedAt, standing }) =>
          approvedAt && standing
            ? [{ name, approvedAt, rankingUpvoteCount: standing.rankingUpvoteCount }]
            : [],
        ),
      };
    },
    rankingPath,
  );
};

const exact = /* @__PURE__ */ perLanguage(
  (language) => new Intl.NumberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
);

/** By how many days upvotes move a product ahead. */
const daysWorth = (upvoteCount: number) => HOT_DAYS_PER_TENFOLD * Math.log10(upvoteCount);

/** The listing time at which a product with no upvotes would rank the same. */
const rankedAs = ({ approvedAt, rankingUpvoteCount }: RankedProduct) =>
  new Date(new Date(approvedAt).getTime() + daysWorth(rankingUpvoteCount) * DAY_MS).toISOString();

const monthAndDay = /* @__PURE__ */ perLanguage(
  (language) => new Intl.DateTimeFormat(language, { month: 'short', day: 'numeric', timeZone: 'UTC' }),
);
/** `Nov 21`: short, so that the table fits on a phone. */
const dayOf = (instant: string) => monthAndDay().format(new Date(instant));

export default function RankingPage(loaded: RankingPageProps) {
  if ('failure' in loaded) return <FailurePage failure={loaded.failure} />;

  const { top, asked } = loaded.content;
  return (
    <TextPage
      title="How ranking works"
      description={`The rule behind the hot list of ${site.name}, with today's top three as the example, and what an upvote is worth.`}
      canonicalPath="/ranking"
      markdownOf="/ranking"
      lead={`Upvotes lift ${site.aNoun}; time lets it sink. Nothing else changes the order, and no place is for sale.`}
    >
      {asked && <ProductVotesSection {...asked} />}

      <h2 id="hot">The hot list</h2>
      <p>
        The newest {site.noun} comes first, but upvotes make {site.aNoun} count as newer than it is. Ten
        upvotes are worth {HOT_DAYS_PER_TENFOLD} days, a hundred are worth {2 * HOT_DAYS_PER_TENFOLD}: each
        time the upvotes grow tenfold, {site.aNoun} gains another week.
      </p>
      <p className="rounded-card bg-raised px-4 py-3 text-lg font-semibold">
        ranks as if listed = listed + {HOT_DAYS_PER_TENFOLD} days × log<sub>10</sub> upvotes
      </p>
      <p>
        <em>Upvotes</em> are the ones that count. Without any, {site.aNoun} ranks below every {site.noun} that
        has one, so a hundred new arrivals can&apos;t push away what people like. The result never changes as
        time passes: only upvotes change it, while newer {site.nounPlural} start a little higher.
      </p>
      <DataTable
        caption="What upvotes are worth"
        columns={['Upvotes', `Ranks like ${site.aNoun} with 1 upvote, listed`]}
        rows={[1, 2, 10, 100, 1_000].map((upvoteCount) => [
          formatCount(upvoteCount),
          upvoteCount === 1 ? 'at the same time' : `${exact().format(daysWorth(upvoteCount))} days later`,
        ])}
      />

      <h2 id="example">The top {site.nounPlural} right now</h2>
      <Example top={top.filter(({ rankingUpvoteCount }) => rankingUpvoteCount > 0)} />

      <h2 id="places">Places</h2>
      <p>
        The page of each {site.noun} shows its place in the hot list, such as “#12 of 794”, up to place{' '}
        {formatCount(HOT_PLACES_MAX)}. Places after the first page of the list can be ten minutes old.
      </p>

      <h2 id="votes">What an upvote is worth</h2>
      <ul>
        <li>Each member can upvote {site.aNoun} once. The count you see goes up right away.</li>
        <li>
          An upvote counts toward the ranking once the member&apos;s account is{' '}
          {RANKING_MIN_ACCOUNT_AGE_HOURS} hours old, so throwaway accounts gain nothing.
        </li>
        <li>
          Members can upvote {site.aNoun} they submitted. That upvote is shown, but doesn&apos;t count toward
          the ranking.
        </li>
        <li>Upvotes from banned members are neither shown nor counted.</li>
      </ul>

      <h2 id="other-lists">The other lists</h2>
      <p>
        <a href="/new">New</a> shows the latest approvals first. <a href="/top/week">Top</a> ranks the{' '}
        {site.nounPlural} approved in the last day, week, month or ever, by upvotes. Imported{' '}
        {site.nounPlural} keep the date that their source gives. Ties are broken the same way for everyone, so
        no {site.noun} appears on two pages of a list.
      </p>

      <h2 id="recount">Recount it yourself</h2>
      <p>
        The <a href="/data/votes.csv">upvote counts</a> of every {site.noun} say how many upvotes count, by
        the age of the accounts, and how many don&apos;t and why. They name nobody, and every list follows
        from them. The counts of each of the last days stay as they were:{' '}
        <a href="/data/votes/days.txt">their addresses</a>.
      </p>
    </TextPage>
  );
}

function Example({ top }: { top: readonly RankedProduct[] }) {
  const [first, second] = top;
  if (!first) return <p>No {site.noun} has an upvote that counts yet.</p>;
  return (
    <>
      <DataTable
        caption={`The first ${site.nounPlural} of the hot list`}
        columns={['Name', 'Upvotes', 'Listed', 'Ranks as']}
        rows={top.map((product) => [
          product.name,
          formatCount(product.rankingUpvoteCount),
          dayOf(product.approvedAt),
          dayOf(rankedAs(product)),
        ])}
      />
      <p>
        <span>{`${first.name} was listed on ${dayOf(first.approvedAt)}. Its ${countOf(first.rankingUpvoteCount, 'upvote is', 'upvotes are')} worth ${exact().format(daysWorth(first.rankingUpvoteCount))} days, so it ranks as if listed on ${dayOf(rankedAs(first))}`}</span>
        {second && (
          <span>{`, ${exact().format((Date.parse(rankedAs(first)) - Date.parse(rankedAs(second))) / DAY_MS)} days ahead of ${second.name}`}</span>
        )}
        <span>.</span>
      </p>
    </>
  );
}

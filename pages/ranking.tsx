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
import { formatCount } from '@/lib/format/figures';
import { type LoadedPage, loadPage, queryValue } from '@/lib/pages/load-page';
import { rankingPath } from '@/lib/pages/paths';
import { perLanguage } from '@/lib/texts/language';
import { rich } from '@/lib/texts/rich';
import { t } from '@/lib/texts/texts';

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
      title={t('ranking.title', 'How ranking works')}
      description={t(
        'ranking.description',
        "The rule behind the hot list of {siteName}, with today's top three as the example, and what an upvote is worth.",
      )}
      canonicalPath="/ranking"
      markdownOf="/ranking"
      lead={t(
        'ranking.lead',
        'Upvotes lift {aNoun}; time lets it sink. Nothing else changes the order, and no place is for sale.',
      )}
    >
      {asked && <ProductVotesSection {...asked} />}

      <h2 id="hot">{t('ranking.hot', 'The hot list')}</h2>
      <p>
        {t(
          'ranking.hotText',
          'The newest {noun} comes first, but upvotes make {aNoun} count as newer than it is. Ten upvotes are worth {days} days, a hundred are worth {twice}: each time the upvotes grow tenfold, {aNoun} gains another week.',
          { days: HOT_DAYS_PER_TENFOLD, twice: 2 * HOT_DAYS_PER_TENFOLD },
        )}
      </p>
      <p className="rounded-card bg-raised px-4 py-3 text-lg font-semibold">
        {rich('ranking.formula', 'ranks as if listed = listed + {days} days × log<sub>10</sub> upvotes', {
          days: HOT_DAYS_PER_TENFOLD,
          sub: (text) => <sub>{text}</sub>,
        })}
      </p>
      <p>
        {rich(
          'ranking.upvotesText',
          "<em>Upvotes</em> are the ones that count. Without any, {aNoun} ranks below every {noun} that has one, so a hundred new arrivals can't push away what people like. The result never changes as time passes: only upvotes change it, while newer {nouns} start a little higher.",
          { em: (text) => <em>{text}</em> },
        )}
      </p>
      <DataTable
        caption={t('ranking.worth', 'What upvotes are worth')}
        columns={[
          t('product.upvotes', 'Upvotes'),
          t('ranking.ranksLike', 'Ranks like {aNoun} with 1 upvote, listed'),
        ]}
        rows={[1, 2, 10, 100, 1_000].map((upvoteCount) => [
          formatCount(upvoteCount),
          upvoteCount === 1
            ? t('ranking.sameTime', 'at the same time')
            : t('ranking.daysLater', '{days} days later', { days: exact().format(daysWorth(upvoteCount)) }),
        ])}
      />

      <h2 id="example">{t('ranking.topNow', 'The top {nouns} right now')}</h2>
      <Example top={top.filter(({ rankingUpvoteCount }) => rankingUpvoteCount > 0)} />

      <h2 id="places">{t('ranking.places', 'Places' /* in a list */)}</h2>
      <p>
        {t(
          'ranking.placesText',
          'The page of each {noun} shows its place in the hot list, such as “#12 of 794”, up to place {placesMax}. Places after the first page of the list can be ten minutes old.',
          { placesMax: formatCount(HOT_PLACES_MAX) },
        )}
      </p>

      <h2 id="votes">{t('ranking.votes', 'What an upvote is worth')}</h2>
      <ul>
        <li>
          {t(
            'ranking.voteOnce',
            'Each member can upvote {aNoun} once. The count you see goes up right away.',
          )}
        </li>
        <li>
          {t(
            'ranking.voteAge',
            "An upvote counts toward the ranking once the member's account is {hours} hours old, so throwaway accounts gain nothing.",
            { hours: RANKING_MIN_ACCOUNT_AGE_HOURS },
          )}
        </li>
        <li>
          {t(
            'ranking.voteOwn',
            "Members can upvote {aNoun} they submitted. That upvote is shown, but doesn't count toward the ranking.",
          )}
        </li>
        <li>{t('ranking.voteBanned', 'Upvotes from banned members are neither shown nor counted.')}</li>
      </ul>

      <h2 id="other-lists">{t('ranking.otherLists', 'The other lists')}</h2>
      <p>
        {rich(
          'ranking.otherListsText',
          '<new>New</new> shows the latest approvals first. <week>Top</week> ranks the {nouns} approved in the last day, week, month or ever, by upvotes. Imported {nouns} keep the date that their source gives. Ties are broken the same way for everyone, so no {noun} appears on two pages of a list.',
          { new: (text) => <a href="/new">{text}</a>, week: (text) => <a href="/top/week">{text}</a> },
        )}
      </p>

      <h2 id="recount">{t('ranking.recount', 'Recount it yourself')}</h2>
      <p>
        {rich(
          'ranking.recountText',
          "The <votesCsv>upvote counts</votesCsv> of every {noun} say how many upvotes count, by the age of the accounts, and how many don't and why. They name nobody, and every list follows from them. The counts of each of the last days stay as they were: <daysTxt>their addresses</daysTxt>.",
          {
            votesCsv: (text) => <a href="/data/votes.csv">{text}</a>,
            daysTxt: (text) => <a href="/data/votes/days.txt">{text}</a>,
          },
        )}
      </p>
    </TextPage>
  );
}

function Example({ top }: { top: readonly RankedProduct[] }) {
  const [first, second] = top;
  if (!first) return <p>{t('ranking.noneYet', 'No {noun} has an upvote that counts yet.')}</p>;
  const described = {
    name: first.name,
    listed: dayOf(first.approvedAt),
    count: first.rankingUpvoteCount,
    days: exact().format(daysWorth(first.rankingUpvoteCount)),
    ranked: dayOf(rankedAs(first)),
  };
  return (
    <>
      <DataTable
        caption={t('ranking.example', 'The first {nouns} of the hot list')}
        columns={[
          t('product.name', 'Name' /* the head of a column */),
          t('product.upvotes', 'Upvotes'),
          t('product.listed', 'Listed' /* the head of a column of days */),
          t('ranking.ranksAs', 'Ranks as' /* the head of a column: as if listed on which day */),
        ]}
        rows={top.map((product) => [
          product.name,
          formatCount(product.rankingUpvoteCount),
          dayOf(product.approvedAt),
          dayOf(rankedAs(product)),
        ])}
      />
      <p>
        {second
          ? t(
              'ranking.firstAhead',
              '{name} was listed on {listed}. Its {count, plural, one {# upvote is} other {# upvotes are}} worth {days} days, so it ranks as if listed on {ranked}, {ahead} days ahead of {second}.',
              {
                ...described,
                ahead: exact().format((Date.parse(rankedAs(first)) - Date.parse(rankedAs(second))) / DAY_MS),
                second: second.name,
              },
            )
          : t(
              'ranking.first',
              '{name} was listed on {listed}. Its {count, plural, one {# upvote is} other {# upvotes are}} worth {days} days, so it ranks as if listed on {ranked}.',
              described,
            )}
      </p>
    </>
  );
}

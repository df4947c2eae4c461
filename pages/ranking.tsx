import { TextPage } from '@/components/layout/text-page';
import { DataTable } from '@/components/ui/data-table';
import { DAY_MS, HOUR_MS, SECOND_MS } from '@/lib/contract/plain/durations';
import {
  HOT_SECONDS_PER_TENFOLD,
  RANKING_MIN_ACCOUNT_AGE_HOURS,
  hotScore,
} from '@/lib/contract/plain/ranking';
import { site } from '@/lib/site';

/** How much newer a product must be to outweigh ten times the upvotes. */
const tenfoldHours = (HOT_SECONDS_PER_TENFOLD * SECOND_MS) / HOUR_MS;

const older = {
  name: 'Abacus',
  approved: 'Mon, 9:00',
  approvedAt: new Date('2026-03-02T09:00:00Z'),
  upvoteCount: 120,
};
const newer = {
  name: 'Bolt',
  approved: 'Tue, 9:00',
  approvedAt: new Date('2026-03-03T09:00:00Z'),
  upvoteCount: 9,
};

const whole = new Intl.NumberFormat('en');
const exact = new Intl.NumberFormat('en', { minimumFractionDigits: 3, maximumFractionDigits: 3 });
const short = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });

const scoreOf = ({ upvoteCount, approvedAt }: typeof older) => hotScore(upvoteCount, approvedAt);

/** The smallest number of upvotes that ranks the first product above the second. */
function upvotesToPass(first: typeof older, second: typeof older): number {
  const gap = scoreOf(second) - hotScore(1, first.approvedAt);
  return Math.floor(10 ** gap) + 1;
}

/** How many hours newer a product with one upvote ranks level with one that has `upvoteCount`. */
function hoursWorth(upvoteCount: number): number {
  return (hotScore(upvoteCount, older.approvedAt) - hotScore(1, older.approvedAt)) * tenfoldHours;
}

export default function RankingPage() {
  return (
    <TextPage
      title="How ranking works"
      description={`The formula behind the hot list of ${site.name}, with a worked example, and what a vote is worth.`}
      canonicalPath="/ranking"
      lead={`Upvotes lift ${site.aNoun}; time lets it sink. Nothing else changes the order, and no place is for sale.`}
    >
      <h2 id="hot">The hot list</h2>
      <p>Every {site.noun} has a score. The highest score comes first.</p>
      <p className="rounded-card bg-raised px-4 py-3 text-lg font-semibold">
        hot = log<sub>10</sub> upvotes + approved at ÷ {whole.format(HOT_SECONDS_PER_TENFOLD)}
      </p>
      <p>
        <em>Upvotes</em> are the ones that count, with a minimum of 1. <em>Approved at</em> is the time of
        approval, in seconds since January 1, 1970 (UTC). Ten times the upvotes are worth{' '}
        {short.format(tenfoldHours)} hours: the first ten upvotes count as much as the next ninety. A score
        never changes as time passes. Only upvotes change it, while newer {site.nounPlural} start a little
        higher.
      </p>
      <DataTable
        caption="What upvotes are worth"
        columns={['Upvotes', `Ranks level with a 1-upvote ${site.noun} listed`]}
        rows={[1, 10, 100, 1_000].map((upvoteCount) => [
          whole.format(upvoteCount),
          upvoteCount === 1 ? 'at the same time' : `${short.format(hoursWorth(upvoteCount))} hours later`,
        ])}
      />

      <h2 id="example">An example</h2>
      <p>
        {older.name} was approved on a Monday and has {older.upvoteCount} upvotes. {newer.name} was approved a
        day later and has {newer.upvoteCount}. Here are their scores in the week of March 2, 2026:
      </p>
      <DataTable
        caption={`Two ${site.nounPlural} compared`}
        columns={['Name', 'Approved (UTC)', 'Upvotes', 'Hot']}
        rows={[newer, older].map((product) => [
          product.name,
          product.approved,
          whole.format(product.upvoteCount),
          exact.format(scoreOf(product)),
        ])}
      />
      <p>
        {newer.name} leads by {exact.format(scoreOf(newer) - scoreOf(older))}. To pass it, {older.name} would
        need {whole.format(upvotesToPass(older, newer))} upvotes; every extra day multiplies that by{' '}
        {short.format(10 ** (DAY_MS / SECOND_MS / HOT_SECONDS_PER_TENFOLD))}.
      </p>

      <h2 id="votes">What a vote is worth</h2>
      <ul>
        <li>Each member can upvote {site.aNoun} once. The count you see goes up right away.</li>
        <li>
          A vote counts toward the ranking once the voter&apos;s account is {RANKING_MIN_ACCOUNT_AGE_HOURS}{' '}
          hours old, so throwaway accounts gain nothing.
        </li>
        <li>Votes from banned members are neither shown nor counted.</li>
        <li>Members can upvote {site.aNoun} they submitted, once, like anyone else.</li>
      </ul>

      <h2 id="other-lists">The other lists</h2>
      <p>
        <a href="/new">New</a> shows the latest approvals first. <a href="/top/week">Top</a> ranks the{' '}
        {site.nounPlural} approved in the last day, week, month or ever, by upvotes. Ties are broken the same
        way for everyone, so no {site.noun} appears on two pages of a list.
      </p>
    </TextPage>
  );
}

import Link from 'next/link';
import { TextPage } from '@/components/layout/text-page';
import { DataTable } from '@/components/ui/data-table';
import {
  HOT_SECONDS_PER_TENFOLD,
  RANKING_MIN_ACCOUNT_AGE_HOURS,
  hotScore,
} from '@/lib/contract/plain/ranking';
import { site } from '@/lib/site';

const hourSeconds = 60 * 60;
const tenfoldHours = HOT_SECONDS_PER_TENFOLD / hourSeconds;

const older = {
  name: 'Abacus',
  when: 'Mon, 9:00',
  approvedAt: new Date('2026-03-02T09:00:00Z'),
  voteCount: 120,
};
const newer = {
  name: 'Bolt',
  when: 'Tue, 9:00',
  approvedAt: new Date('2026-03-03T09:00:00Z'),
  voteCount: 9,
};

const whole = new Intl.NumberFormat('en');
const exact = new Intl.NumberFormat('en', { minimumFractionDigits: 3, maximumFractionDigits: 3 });
const short = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });

const scoreOf = ({ voteCount, approvedAt }: typeof older) => hotScore(voteCount, approvedAt);

/** The fewest votes with which the first stands above the second. */
function votesToPass(first: typeof older, second: typeof older): number {
  const gap = scoreOf(second) - hotScore(1, first.approvedAt);
  return Math.floor(10 ** gap) + 1;
}

/** How much younger a product with one vote would have to be to stand level. */
function hoursWorth(voteCount: number): number {
  return (hotScore(voteCount, older.approvedAt) - hotScore(1, older.approvedAt)) * tenfoldHours;
}

export default function RankingPage() {
  return (
    <TextPage
      title="How ranking works"
      description={`The formula behind the hot list of ${site.name}, with a worked example, and what a vote counts.`}
      canonicalPath="/ranking"
      lead="Upvotes lift, age sinks. Nothing else moves a place, and no place is for sale."
    >
      <h2>The hot list</h2>
      <p>Each {site.noun} has one number; the highest stands first.</p>
      <p className="rounded-card bg-raised px-4 py-3 text-lg font-semibold">
        hot = log<sub>10</sub> upvotes + approved at ÷ {whole.format(HOT_SECONDS_PER_TENFOLD)}
      </p>
      <p>
        <em>Upvotes</em> are those that weigh, at least 1. <em>Approved at</em> is the moment of approval, in
        seconds since 1 January 1970 (UTC). So ten times the upvotes are worth {short.format(tenfoldHours)}{' '}
        hours of age: the first ten count as much as the next ninety. The number does not change as time
        passes. Only votes change it, while newer {site.nounPlural} start a little higher.
      </p>
      <DataTable
        caption="What upvotes are worth"
        columns={['Upvotes', 'Stand level with 1 upvote that came']}
        rows={[1, 10, 100, 1_000].map((voteCount) => [
          whole.format(voteCount),
          voteCount === 1 ? 'at the same time' : `${short.format(hoursWorth(voteCount))} hours later`,
        ])}
      />

      <h2>An example</h2>
      <p>
        {older.name} was approved on Monday and has {older.voteCount} upvotes. {newer.name} came a day later
        and has {newer.voteCount}. In numbers, for the week of 2 March 2026:
      </p>
      <DataTable
        caption={`Two ${site.nounPlural} compared`}
        columns={['Name', 'Approved (UTC)', 'Upvotes', 'Hot']}
        rows={[newer, older].map((each) => [
          each.name,
          each.when,
          whole.format(each.voteCount),
          exact.format(scoreOf(each)),
        ])}
      />
      <p>
        {newer.name} leads by {exact.format(scoreOf(newer) - scoreOf(older))}. To pass it, {older.name} would
        need {whole.format(votesToPass(older, newer))} upvotes; each further day asks for{' '}
        {short.format(10 ** ((24 * hourSeconds) / HOT_SECONDS_PER_TENFOLD))} times as many.
      </p>

      <h2>What a vote counts</h2>
      <ul>
        <li>One member, one upvote for each {site.noun}. The count you see rises at once.</li>
        <li>
          In every order a vote weighs once its member&apos;s account is {RANKING_MIN_ACCOUNT_AGE_HOURS} hours
          old, so that accounts made to vote gain nothing quickly.
        </li>
        <li>Votes of banned members neither show nor weigh.</li>
        <li>Whoever submitted {site.aNoun} may upvote it once, like anyone.</li>
      </ul>

      <h2>The other lists</h2>
      <p>
        <Link href="/new">New</Link> goes by approval, latest first. <Link href="/top/week">Top</Link> goes by
        upvotes that weigh, among what was approved in the last day, week or month, or ever. In each, whatever
        is level is settled the same way for everyone, so that no page shows {site.aNoun} twice.
      </p>
    </TextPage>
  );
}

import type { GetServerSideProps } from 'next';
import { FailurePage } from '@/components/layout/message-page';
import { TextPage } from '@/components/layout/text-page';
import { DataTable } from '@/components/ui/data-table';
import { call } from '@/lib/api/http';
import type { AnswerOf } from '@/lib/contract/call';
import { AGREEMENT_RULES } from '@/lib/contract/plain/product-parts';
import { type GateFigures, listRulesCall } from '@/lib/contract/rule';
import { countOf, formatCount, formatDate } from '@/lib/format/figures';
import { type LoadedPage, loadPage } from '@/lib/pages/load-page';
import { site } from '@/lib/site';
import { perLanguage } from '@/lib/texts/language';

type RulesPageProps = LoadedPage<AnswerOf<typeof listRulesCall>>;

export const getServerSideProps: GetServerSideProps<RulesPageProps> = ({ res }) =>
  loadPage(res, () => call(listRulesCall));

/** What this site asks of submissions, and what became of them, for everyone. */
export default function RulesPage(loaded: RulesPageProps) {
  if ('failure' in loaded) return <FailurePage failure={loaded.failure} />;

  const { rules, figures } = loaded.content;
  return (
    <TextPage
      title="Rules"
      description={`What ${site.name} asks of submissions, and what became of them.`}
      canonicalPath="/rules"
      lead={`What ${site.name} asks of a ${site.noun} before it is submitted. A moderator looks at each one.`}
    >
      <h2 id="asked">What is asked</h2>
      {rules.length === 0 ? (
        <p>{site.name} has no rules that are checked automatically.</p>
      ) : (
        <>
          <ul>
            {rules.map(({ rule, sentence }) => (
              <li key={rule} className="wrap-anywhere">
                {sentence}
              </li>
            ))}
          </ul>
          <p>
            <a href="/account/submit">The form</a> shows what each rule says of your {site.noun} before you
            send it, with the value that was measured and, if waiting helps, the day. What can&rsquo;t be
            measured is left to the moderators.
          </p>
        </>
      )}
      <h2 id="suggestions">Who accepts suggested changes</h2>
      <p>
        Every member can suggest an edit on the page of {site.aNoun}, and a moderator decides. A suggestion
        that changes only tagline, description and tags is also accepted once {AGREEMENT_RULES.membersMin}{' '}
        trusted members agree, besides the one who suggested it. A member is trusted when all of this is true:
      </p>
      <ul>
        <li>The account is at least {AGREEMENT_RULES.accountDaysMin} days old.</li>
        <li>
          Moderators have accepted at least {AGREEMENT_RULES.contributionsMin} submissions or suggestions of
          the member, taken together.
        </li>
        <li>
          No submission, edit or suggestion of the member was rejected in the last {AGREEMENT_RULES.calmDays}{' '}
          days.
        </li>
        <li>
          The account isn&rsquo;t suspended or banned, and no moderator has set its upvotes aside because
          accounts upvoted together.
        </li>
      </ul>
      <p>
        We check this again each time somebody agrees. Only moderators accept a new name or link. The log says
        that trusted members accepted a change, but not who they are. Moderators can return to what the page
        said before.
      </p>
      <h2 id="figures">What became of submissions</h2>
      {figures && figures.decidedCount > 0 ? (
        <Figures {...figures} />
      ) : (
        <p>No submission of the last 90 days has been decided on yet.</p>
      )}
      <p>
        <a href="/moderation-log">The moderation log</a> has every decision.
      </p>
    </TextPage>
  );
}

const percent = /* @__PURE__ */ perLanguage(
  (language) => new Intl.NumberFormat(language, { style: 'percent' }),
);

function Figures({
  decidedCount,
  approvedCount,
  waitingHoursMedian,
  waitingHoursP90,
  reasons,
  countedAt,
}: GateFigures) {
  return (
    <>
      <p>
        <span>{`Of ${countOf(decidedCount, 'submission', 'submissions')} of the last 90 days, ${percent().format(approvedCount / decidedCount)} were accepted at the first decision.`}</span>
        {waitingHoursMedian !== null && waitingHoursP90 !== null && (
          <span>
            {' '}
            Half of the decisions came within <span>{formatHours(waitingHoursMedian)}</span>, nine of ten
            within <span>{formatHours(waitingHoursP90)}</span>.
          </span>
        )}
        <span> Counted on </span>
        <time dateTime={countedAt}>{formatDate(countedAt)}</time>
        <span>.</span>
      </p>
      {reasons.length > 0 && (
        <DataTable
          caption="Why submissions were rejected"
          columns={['Reason', 'How often']}
          rows={reasons.map(({ label, count }) => [label, formatCount(count)])}
        />
      )}
    </>
  );
}

/** `40 minutes`, `3 hours`, `2 days`. */
function formatHours(hours: number): string {
  if (hours < 1) return countOf(Math.max(1, Math.round(hours * 60)), 'minute', 'minutes');
  if (hours < 48) return countOf(Math.round(hours), 'hour', 'hours');
  return countOf(Math.round(hours / 24), 'day', 'days');
}

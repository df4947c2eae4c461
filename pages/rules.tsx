import type { GetServerSideProps } from 'next';
import { FailurePage } from '@/components/layout/message-page';
import { TextPage } from '@/components/layout/text-page';
import { DataTable } from '@/components/ui/data-table';
import { call } from '@/lib/api/http';
import type { AnswerOf } from '@/lib/contract/call';
import { AGREEMENT_RULES } from '@/lib/contract/plain/product-parts';
import { type GateFigures, listRulesCall } from '@/lib/contract/rule';
import { formatCount, formatDate } from '@/lib/format/figures';
import { type LoadedPage, loadPage } from '@/lib/pages/load-page';
import { perLanguage } from '@/lib/texts/language';
import { rich } from '@/lib/texts/rich';
import { t } from '@/lib/texts/texts';

type RulesPageProps = LoadedPage<AnswerOf<typeof listRulesCall>>;

export const getServerSideProps: GetServerSideProps<RulesPageProps> = ({ res }) =>
  loadPage(res, () => call(listRulesCall));

/** What this site asks of submissions, and what became of them, for everyone. */
export default function RulesPage(loaded: RulesPageProps) {
  if ('failure' in loaded) return <FailurePage failure={loaded.failure} />;

  const { rules, figures } = loaded.content;
  return (
    <TextPage
      title={t('rules.rules', 'Rules')}
      description={t(
        'rules.whatSiteNameAsks',
        'What {siteName} asks of submissions, and what became of them.',
      )}
      canonicalPath="/rules"
      lead={t(
        'rules.whatSiteNameAsks2',
        'What {siteName} asks of a {noun} before it is submitted. A moderator looks at each one.',
      )}
    >
      <h2 id="asked">{t('rules.whatIsAsked', 'What is asked')}</h2>
      {rules.length === 0 ? (
        <p>{t('rules.siteNameHasNoRules', '{siteName} has no rules that are checked automatically.')}</p>
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
            {rich(
              'rules.theFormShowsWhat',
              '<submit>The form</submit> shows what each rule says of your {noun} before you send it, with the value that was measured and, if waiting helps, the day. What can’t be measured is left to the moderators.',
              { submit: (text) => <a href="/account/submit">{text}</a> },
            )}
          </p>
        </>
      )}
      <h2 id="suggestions">{t('rules.whoAcceptsSuggestedChanges', 'Who accepts suggested changes')}</h2>
      <p>
        {t(
          'rules.everyMemberCanSuggest',
          'Every member can suggest an edit on the page of {aNoun}, and a moderator decides. A suggestion that changes only tagline, description and tags is also accepted once {membersMin} trusted members agree, besides the one who suggested it. A member is trusted when all of this is true:',
          { membersMin: AGREEMENT_RULES.membersMin },
        )}
      </p>
      <ul>
        <li>
          {t('rules.theAccount', 'The account is at least {accountDaysMin} days old.', {
            accountDaysMin: AGREEMENT_RULES.accountDaysMin,
          })}
        </li>
        <li>
          {t(
            'rules.moderatorsHaveAccepted',
            'Moderators have accepted at least {contributionsMin} submissions or suggestions of the member, taken together.',
            { contributionsMin: AGREEMENT_RULES.contributionsMin },
          )}
        </li>
        <li>
          {t(
            'rules.noSubmissionEdit',
            'No submission, edit or suggestion of the member was rejected in the last {calmDays} days.',
            { calmDays: AGREEMENT_RULES.calmDays },
          )}
        </li>
        <li>
          {t(
            'rules.theAccountIsntSuspended',
            'The account isn’t suspended or banned, and no moderator has set its upvotes aside because accounts upvoted together.',
          )}
        </li>
      </ul>
      <p>
        {t(
          'rules.weCheckThisAgain',
          'We check this again each time somebody agrees. Only moderators accept a new name or link. The log says that trusted members accepted a change, but not who they are. Moderators can return to what the page said before.',
        )}
      </p>
      <h2 id="figures">{t('rules.whatBecameOfSubmissions', 'What became of submissions')}</h2>
      {figures && figures.decidedCount > 0 ? (
        <Figures {...figures} />
      ) : (
        <p>{t('rules.noSubmission', 'No submission of the last 90 days has been decided on yet.')}</p>
      )}
      <p>
        {rich(
          'rules.theModerationLog',
          '<moderationLog>The moderation log</moderationLog> has every decision.',
          { moderationLog: (text) => <a href="/moderation-log">{text}</a> },
        )}
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
        <span>
          {t(
            'rules.ofDecidedCount',
            'Of {decidedCount, plural, one {# submission} other {# submissions}} of the last 90 days, {approvedCount} were accepted at the first decision.',
            { decidedCount, approvedCount: percent().format(approvedCount / decidedCount) },
          )}
        </span>
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
          caption={t('rules.whySubmissionsWereRejected', 'Why submissions were rejected')}
          columns={[t('rules.reason', 'Reason'), t('rules.howOften', 'How often')]}
          rows={reasons.map(({ label, count }) => [label, formatCount(count)])}
        />
      )}
    </>
  );
}

/** `40 minutes`, `3 hours`, `2 days`. */
function formatHours(hours: number): string {
  if (hours < 1)
    return t('rules.max', '{max, plural, one {# minute} other {# minutes}}', {
      max: Math.max(1, Math.round(hours * 60)),
    });
  if (hours < 48)
    return t('rules.round', '{round, plural, one {# hour} other {# hours}}', { round: Math.round(hours) });
  return t('rules.round2', '{round, plural, one {# day} other {# days}}', { round: Math.round(hours / 24) });
}

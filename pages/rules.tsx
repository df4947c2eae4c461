import type { GetServerSideProps } from 'next';
import { FailurePage } from '@/components/layout/message-page';
import { TextPage } from '@/components/layout/text-page';
import { DataTable } from '@/components/ui/data-table';
import { call } from '@/lib/api/http';
import type { AnswerOf } from '@/lib/contract/call';
import { AGREEMENT_RULES } from '@/lib/contract/plain/product-parts';
import { type GateFigures, listRulesCall } from '@/lib/contract/rule';
import { formatCount, formatDate } from '@/lib/format/figures';
import { joinSentences } from '@/lib/texts/sentences';
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
      title={t('rules.title', 'Rules')}
      description={t('rules.description', 'What {siteName} asks of submissions, and what became of them.')}
      canonicalPath="/rules"
      lead={t(
        'rules.lead',
        'What {siteName} asks of a {noun} before it is submitted. A moderator looks at each one.',
      )}
    >
      <h2 id="asked">{t('rules.asked', 'What is asked')}</h2>
      {rules.length === 0 ? (
        <p>{t('rules.none', '{siteName} has no rules that are checked automatically.')}</p>
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
              'rules.formText',
              '<submit>The form</submit> shows what each rule says of your {noun} before you send it, with the value that was measured and, if waiting helps, the day. What can’t be measured is left to the moderators.',
              { submit: (text) => <a href="/account/submit">{text}</a> },
            )}
          </p>
        </>
      )}
      <h2 id="suggestions">{t('rules.suggestions', 'Who accepts suggested changes')}</h2>
      <p>
        {t(
          'rules.suggestionsText',
          'Every member can suggest an edit on the page of {aNoun}, and a moderator decides. A suggestion that changes only tagline, description and tags is also accepted once {membersMin} trusted members agree, besides the one who suggested it. A member is trusted when all of this is true:',
          { membersMin: AGREEMENT_RULES.membersMin },
        )}
      </p>
      <ul>
        <li>
          {t('rules.trustedAge', 'The account is at least {accountDaysMin} days old.', {
            accountDaysMin: AGREEMENT_RULES.accountDaysMin,
          })}
        </li>
        <li>
          {t(
            'rules.trustedContributions',
            'Moderators have accepted at least {contributionsMin} submissions or suggestions of the member, taken together.',
            { contributionsMin: AGREEMENT_RULES.contributionsMin },
          )}
        </li>
        <li>
          {t(
            'rules.trustedCalm',
            'No submission, edit or suggestion of the member was rejected in the last {calmDays} days.',
            { calmDays: AGREEMENT_RULES.calmDays },
          )}
        </li>
        <li>
          {t(
            'rules.trustedStanding',
            'The account isn’t suspended or banned, and no moderator has set its upvotes aside because accounts upvoted together.',
          )}
        </li>
      </ul>
      <p>
        {t(
          'rules.suggestionsAfter',
          'We check this again each time somebody agrees. Only moderators accept a new name or link. The log says that trusted members accepted a change, but not who they are. Moderators can return to what the page said before.',
        )}
      </p>
      <h2 id="figures">{t('rules.figures', 'What became of submissions')}</h2>
      {figures && figures.decidedCount > 0 ? (
        <Figures {...figures} />
      ) : (
        <p>{t('rules.noFigures', 'No submission of the last 90 days has been decided on yet.')}</p>
      )}
      <p>
        {rich('rules.logText', '<moderationLog>The moderation log</moderationLog> has every decision.', {
          moderationLog: (text) => <a href="/moderation-log">{text}</a>,
        })}
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
        {rich('rules.countedOn', '{figures} Counted on <time>{date}</time>.', {
          figures: joinSentences([
            t(
              'rules.accepted',
              'Of {decidedCount, plural, one {# submission} other {# submissions}} of the last 90 days, {share} were accepted at the first decision.',
              { decidedCount, share: percent().format(approvedCount / decidedCount) },
            ),
            waitingHoursMedian !== null &&
              waitingHoursP90 !== null &&
              t('rules.waiting', 'Half of the decisions came within {median}, nine of ten within {ninth}.', {
                median: formatHours(waitingHoursMedian),
                ninth: formatHours(waitingHoursP90),
              }),
          ]),
          time: (text) => <time dateTime={countedAt}>{text}</time>,
          date: formatDate(countedAt),
        })}
      </p>
      {reasons.length > 0 && (
        <DataTable
          caption={t('rules.rejections', 'Why submissions were rejected')}
          columns={[
            t('rules.reason', 'Reason' /* the head of a column: why submissions were rejected */),
            t('rules.howOften', 'How often' /* the head of a column of numbers */),
          ]}
          rows={reasons.map(({ label, count }) => [label, formatCount(count)])}
        />
      )}
    </>
  );
}

/** `40 minutes`, `3 hours`, `2 days`. */
function formatHours(hours: number): string {
  const minutes = Math.max(1, Math.round(hours * 60));
  if (hours < 1)
    return t(
      'duration.minutes',
      '{minutes, plural, one {# minute} other {# minutes}}' /* as in “within 3 hours” */,
      { minutes },
    );
  const wholeHours = Math.round(hours);
  if (hours < 48)
    return t('duration.hours', '{hours, plural, one {# hour} other {# hours}}' /* as in “within 3 hours” */, {
      hours: wholeHours,
    });
  const days = Math.round(hours / 24);
  return t('duration.days', '{days, plural, one {# day} other {# days}}' /* as in “within 3 hours” */, {
    days,
  });
}

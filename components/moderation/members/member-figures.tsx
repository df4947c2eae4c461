import type { MemberRecord } from '@/lib/contract/member';
import { MEMBER_LIMITS } from '@/lib/contract/plain/moderation';
import { countOf, formatCount } from '@/lib/format/figures';

/** Such as `12`, or `10,000 or more`. */
const counted = (count: number) =>
  count < MEMBER_LIMITS.countedMax ? formatCount(count) : `${formatCount(count)} or more`;

export function MemberFigures({ record }: { record: MemberRecord }) {
  const { submissions, reports, upvoteCount, setAsideCount, sessionCount } = record;
  const { openCount, decidedCount, upheldCount } = reports;
  const facts = [
    [
      'Submissions',
      `${formatCount(submissions.approved)} approved, ${formatCount(submissions.pending)} pending, ${formatCount(submissions.rejected)} rejected, ${formatCount(submissions.discontinued)} discontinued`,
    ],
    [
      'Reports',
      `${formatCount(openCount)} open; ${formatCount(upheldCount)} of ${formatCount(decidedCount)} decided ones upheld`,
    ],
    ['Upvotes', `${counted(upvoteCount)} given, ${counted(setAsideCount)} set aside`],
    ['Sessions', countOf(sessionCount, 'open session', 'open sessions')],
  ] as const;
  return (
    <dl className="mt-4 grid gap-3 sm:grid-cols-2">
      {facts.map(([term, fact]) => (
        <div key={term}>
          <dt className="text-sm text-muted">{term}</dt>
          <dd>{fact}</dd>
        </div>
      ))}
    </dl>
  );
}

import { useRouter } from 'next/router';
import { RoleMark } from '@/components/layout/role-mark';
import { NotLoaded, sayWhenAndWho } from '@/components/moderation/moderator-list';
import { buttonClasses } from '@/components/ui/button';
import type { Elements } from '@/components/ui/elements';
import { useMemberRecord } from '@/hooks/use-member-record';
import type { MemberRecord as FoundRecord } from '@/lib/contract/member';
import { MEMBER_LIMITS } from '@/lib/contract/plain/moderation';
import type { Role } from '@/lib/contract/user';
import { formatCount, formatShortDate } from '@/lib/format/figures';
import { formatShortLastDay } from '@/lib/contract/plain/suspension';
import { productPath, profilePath } from '@/lib/pages/paths';
import { MemberDecisions } from '@/components/moderation/members/member-decisions';
import { MemberNotes } from '@/components/moderation/members/member-notes';
import { sayMemberSince, standingOf } from './members';
import { t } from '@/lib/texts/texts';

export default function MemberRecord({ viewerRole }: { viewerRole: Role }) {
  const { isReady, query } = useRouter();
  const id = typeof query.id === 'string' && /^[1-9]\d{0,17}$/.test(query.id) ? query.id : undefined;
  const { record, error, refresh, ...deciding } = useMemberRecord(id);
  if (isReady && id === undefined) {
    return <p className="mt-4 text-muted">{t('member.unknown', 'This link names no member.')}</p>;
  }
  if (!record) {
    return (
      <NotLoaded
        failed={t('member.notLoaded', "We couldn't load the member")}
        error={error}
        onRetry={() => void refresh()}
        className="h-56"
      />
    );
  }
  const { member } = record;
  return (
    <>
      <p className="mt-2 text-lg wrap-anywhere">
        <bdi className="font-semibold">{member.name}</bdi>
        <RoleMark role={member.role} />
        <span> </span>
        <a
          href={profilePath(member.handle)}
          dir="ltr"
          className="inline-block py-1 text-muted underline underline-offset-4"
        >
          {`@${member.handle}`}
        </a>
      </p>
      <p className="text-muted">{[...standingOf(member), sayMemberSince(member)].join(' · ')}</p>
      {member.nameIssue !== undefined && <p>{member.nameIssue}</p>}
      <MemberFigures record={record} />
      <MemberDecisions record={record} viewerRole={viewerRole} {...deciding} />
      <Measures measures={record.measures} />
      <MemberNotes record={record} {...deciding} />
      <Rejections rejections={record.rejections} />
      <p className="mt-10">
        <a href="/moderation/members" className={buttonClasses()}>
          {t('member.all', 'All members' /* leads back to the list */)}
        </a>
      </p>
    </>
  );
}

function Section({ id, title, children }: { id: string; title: string; children: Elements }) {
  return (
    <section aria-labelledby={id} className="mt-10">
      <h2 id={id} className="text-lg font-bold">
        {title}
      </h2>
      {children}
    </section>
  );
}

const KINDS = {
  get warning() {
    return t('measures.warning', 'Warning' /* a decision about a member */);
  },
  get suspension() {
    return t('measures.suspension', 'Suspension' /* a decision about a member */);
  },
  get ban() {
    return t('measures.ban', 'Ban' /* a decision about a member */);
  },
} as const;

function Measures({ measures }: { measures: FoundRecord['measures'] }) {
  if (measures.length === 0) return null;
  return (
    <Section id="measures" title={t('member.decisions', 'What was decided')}>
      <ul className="mt-2">
        {measures.map((measure) => (
          <li key={measure.id} className="border-t border-line py-3">
            <p className="font-semibold">
              {measure.suspendedUntil === null
                ? KINDS[measure.kind]
                : t('member.suspensionThrough', 'Suspension through {day}', {
                    day: formatShortLastDay(measure.suspendedUntil),
                  })}
            </p>
            <p dir="auto" className="text-page-start wrap-anywhere whitespace-pre-line">
              {measure.reason}
            </p>
            <p className="text-sm text-muted">
              {[
                sayWhenAndWho(formatShortDate(measure.createdAt), measure.moderatorHandle),
                measure.acknowledgedAt !== null &&
                  t('member.decisionRead', 'read {day}' /* by the member, who was warned */, {
                    day: formatShortDate(measure.acknowledgedAt),
                  }),
                measure.endedAt !== null &&
                  t('member.decisionEnded', 'ended {day}' /* a warning, a suspension or a ban */, {
                    day: formatShortDate(measure.endedAt),
                  }),
              ]
                .filter(Boolean)
                .join(' · ')}
            </p>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Rejections({ rejections }: { rejections: FoundRecord['rejections'] }) {
  if (rejections.length === 0) return null;
  return (
    <Section id="rejections" title={t('member.rejections', 'Rejected {nouns} and edits')}>
      <ul className="mt-2">
        {rejections.map(({ slug, name, reason, rejectedAt }) => (
          <li key={slug} className="border-t border-line py-3">
            <p className="font-semibold wrap-anywhere">
              <a href={productPath(slug)} className="hover:underline">
                <bdi>{name}</bdi>
              </a>
              <span className="font-normal text-muted">{` · ${formatShortDate(rejectedAt)}`}</span>
            </p>
            <p dir="auto" className="text-page-start wrap-anywhere whitespace-pre-line">
              {reason}
            </p>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** Such as `12`, or `10,000 or more`. */
const counted = (count: number) =>
  count < MEMBER_LIMITS.countedMax
    ? formatCount(count)
    : t('member.countOrMore', '{count} or more' /* upvotes, in place of a number */, {
        count: formatCount(count),
      });

function MemberFigures({ record }: { record: FoundRecord }) {
  const { submissions, reports, upvoteCount, setAsideCount, sessionCount } = record;
  const facts = [
    [
      t('member.submissions', 'Submissions' /* heads their numbers */),
      t(
        'member.submissionCounts',
        '{approved, plural, other {# approved}}, {pending, plural, other {# pending}}, {rejected, plural, other {# rejected}}, {discontinued, plural, other {# discontinued}}',
        submissions,
      ),
    ],
    [
      t('member.reports', 'Reports' /* heads their numbers */),
      t(
        'member.reportCounts',
        '{openCount, plural, other {# open}}; {upheldCount, plural, other {#}} of {decidedCount, plural, other {# decided ones}} upheld',
        reports,
      ),
    ],
    [
      t('member.upvotes', 'Upvotes' /* heads their numbers */),
      t('member.upvoteCounts', '{given} given, {setAside} set aside', {
        given: counted(upvoteCount),
        setAside: counted(setAsideCount),
      }),
    ],
    [
      t('member.sessions', 'Sessions' /* heads their number: where the member is signed in */),
      t('member.sessionCount', '{count, plural, one {# open session} other {# open sessions}}', {
        count: sessionCount,
      }),
    ],
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

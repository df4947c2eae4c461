import { useRouter } from 'next/router';
import { buttonClasses } from '@/components/ui/button';
import type { Elements } from '@/components/ui/elements';
import { FailedState } from '@/components/ui/failed-state';
import { RoleMark } from '@/components/layout/role-mark';
import { Skeleton } from '@/components/ui/skeleton';
import { VisuallyHidden } from '@/components/ui/visually-hidden';
import { useMemberRecord } from '@/hooks/use-member-record';
import type { MemberRecord as Record } from '@/lib/contract/member';
import type { Role } from '@/lib/contract/user';
import { formatShortDate } from '@/lib/format/figures';
import { formatLocalShortDate } from '@/lib/format/local-day';
import { productPath, profilePath } from '@/lib/pages/paths';
import { site } from '@/lib/site';
import { MemberDecisions } from './member-decisions';
import { MemberNotes } from './member-notes';
import { standingOf } from './members';
import { describeAuthor } from '@/components/moderation/describe-author';
import { MemberFigures } from './member-figures';

/** One member: what the member has done, what moderators have decided, and what they can decide. */
export function MemberRecord({ viewerRole }: { viewerRole: Role }) {
  const { isReady, query } = useRouter();
  const id = typeof query.id === 'string' && /^[1-9]\d{0,17}$/.test(query.id) ? query.id : undefined;
  const { record, error, refresh, ...deciding } = useMemberRecord(id);
  if (isReady && id === undefined) {
    return <p className="mt-4 text-muted">This link names no member.</p>;
  }
  if (!record) {
    return error ? (
      <FailedState title="We couldn't load the member" onRetry={() => void refresh()}>
        {error.message}
      </FailedState>
    ) : (
      <>
        <VisuallyHidden live>Loading …</VisuallyHidden>
        <Skeleton className="mt-4 h-56" />
      </>
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
          className="inline-block py-1 text-muted underline underline-offset-4"
        >
          {`@${member.handle}`}
        </a>
      </p>
      <p className="text-muted">
        {[...standingOf(member), `since ${formatShortDate(member.createdAt)}`].join(' · ')}
      </p>
      {member.nameIssue !== undefined && <p>{member.nameIssue}</p>}
      <MemberFigures record={record} />
      <MemberDecisions record={record} viewerRole={viewerRole} {...deciding} />
      <Measures measures={record.measures} />
      <MemberNotes record={record} {...deciding} />
      <Rejections rejections={record.rejections} />
      <p className="mt-10">
        <a href="/moderation/members" className={buttonClasses()}>
          All members
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

const KINDS = { warning: 'Warning', suspension: 'Suspension', ban: 'Ban' } as const;

function Measures({ measures }: { measures: Record['measures'] }) {
  if (measures.length === 0) return null;
  return (
    <Section id="measures" title="What was decided">
      <ul className="mt-2">
        {measures.map((measure) => (
          <li key={measure.id} className="border-t border-line py-3">
            <p className="font-semibold">
              {measure.suspendedUntil === null
                ? KINDS[measure.kind]
                : `${KINDS[measure.kind]} until ${formatLocalShortDate(measure.suspendedUntil)}`}
            </p>
            <p dir="auto" className="text-left wrap-anywhere whitespace-pre-line">
              {measure.reason}
            </p>
            <p className="text-sm text-muted">
              {[
                `${formatShortDate(measure.createdAt)} by ${describeAuthor(measure.moderatorHandle)}`,
                measure.acknowledgedAt !== null && `read ${formatShortDate(measure.acknowledgedAt)}`,
                measure.endedAt !== null && `ended ${formatShortDate(measure.endedAt)}`,
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

function Rejections({ rejections }: { rejections: Record['rejections'] }) {
  if (rejections.length === 0) return null;
  return (
    <Section id="rejections" title={`Rejected ${site.nounPlural} and edits`}>
      <ul className="mt-2">
        {rejections.map(({ slug, name, reason, rejectedAt }) => (
          <li key={slug} className="border-t border-line py-3">
            <p className="font-semibold wrap-anywhere">
              <a href={productPath(slug)} className="hover:underline">
                <bdi>{name}</bdi>
              </a>
              <span className="font-normal text-muted">{` · ${formatShortDate(rejectedAt)}`}</span>
            </p>
            <p dir="auto" className="text-left wrap-anywhere whitespace-pre-line">
              {reason}
            </p>
          </li>
        ))}
      </ul>
    </Section>
  );
}

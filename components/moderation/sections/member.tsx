import { useRouter } from 'next/router';
import { type SubmitEvent, useRef, useState } from 'react';
import { RoleMark } from '@/components/layout/role-mark';
import { describeAuthor, NotLoaded } from '@/components/moderation/moderator-list';
import { Button, buttonClasses } from '@/components/ui/button';
import type { Elements } from '@/components/ui/elements';
import { Field } from '@/components/ui/field';
import { useKeptForm } from '@/components/ui/kept-text';
import { useMemberRecord } from '@/hooks/use-member-record';
import type { MemberRecord as FoundRecord } from '@/lib/contract/member';
import { MEMBER_LIMITS } from '@/lib/contract/plain/moderation';
import type { Role } from '@/lib/contract/user';
import { countOf, formatCount, formatShortDate } from '@/lib/format/figures';
import { formatShortLastDay } from '@/lib/contract/plain/suspension';
import { productPath, profilePath } from '@/lib/pages/paths';
import { site } from '@/lib/site';
import { MemberDecisions } from '@/components/moderation/members/member-decisions';
import { standingOf } from './members';

export default function MemberRecord({ viewerRole }: { viewerRole: Role }) {
  const { isReady, query } = useRouter();
  const id = typeof query.id === 'string' && /^[1-9]\d{0,17}$/.test(query.id) ? query.id : undefined;
  const { record, error, refresh, ...deciding } = useMemberRecord(id);
  if (isReady && id === undefined) {
    return <p className="mt-4 text-muted">This link names no member.</p>;
  }
  if (!record) {
    return <NotLoaded name="member" error={error} onRetry={() => void refresh()} className="h-56" />;
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

function Measures({ measures }: { measures: FoundRecord['measures'] }) {
  if (measures.length === 0) return null;
  return (
    <Section id="measures" title="What was decided">
      <ul className="mt-2">
        {measures.map((measure) => (
          <li key={measure.id} className="border-t border-line py-3">
            <p className="font-semibold">
              {measure.suspendedUntil === null
                ? KINDS[measure.kind]
                : `${KINDS[measure.kind]} through ${formatShortLastDay(measure.suspendedUntil)}`}
            </p>
            <p dir="auto" className="text-page-start wrap-anywhere whitespace-pre-line">
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

function Rejections({ rejections }: { rejections: FoundRecord['rejections'] }) {
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
  count < MEMBER_LIMITS.countedMax ? formatCount(count) : `${formatCount(count)} or more`;

function MemberFigures({ record }: { record: FoundRecord }) {
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

type MemberNotesProps = Pick<ReturnType<typeof useMemberRecord>, 'isDeciding' | 'failure' | 'decide'> & {
  record: FoundRecord;
};

/** Notes of moderators for moderators, which are only ever added. */
function MemberNotes({ record, isDeciding, failure, decide }: MemberNotesProps) {
  const { member, notes, isSubordinate } = record;
  const kept = useKeptForm(`note ${member.id}`);
  const [text, setText] = useState('');
  const [error, setError] = useState<string>();
  const [isRefused, setIsRefused] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);

  async function add(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    if (text.trim() === '') {
      setError('Write a note.');
      field.current?.focus();
      return;
    }
    const isDone = await kept.untilSent(decide((actions) => actions.note(member.id, text)));
    setIsRefused(!isDone);
    if (isDone) setText('');
    else field.current?.focus();
  }

  return (
    <section aria-labelledby="notes" className="mt-10">
      <h2 id="notes" className="text-lg font-bold">
        Notes
      </h2>
      {notes.length > 0 && (
        <ul className="mt-2">
          {notes.map((note) => (
            <li key={note.id} className="border-t border-line py-3">
              <p dir="auto" className="text-page-start wrap-anywhere whitespace-pre-line">
                {note.text}
              </p>
              <p className="text-sm text-muted">
                {`${formatShortDate(note.createdAt)} by ${describeAuthor(note.authorHandle)}`}
              </p>
            </li>
          ))}
        </ul>
      )}
      {isSubordinate && (
        <form
          noValidate
          onSubmit={(event) => void add(event)}
          className="mt-3 flex max-w-prose flex-col gap-3"
        >
          <Field
            ref={field}
            multiline
            rows={2}
            dir="auto"
            label="New note"
            hint="Only moderators see it here. It can't be changed, and it is part of the copy of their data that members can ask for."
            maxLength={MEMBER_LIMITS.noteCharsMax}
            value={text}
            keptAs={`note ${member.id}/text`}
            error={error ?? (isRefused ? failure?.message : undefined)}
            onChange={(event) => {
              setText(event.target.value);
              setError(undefined);
              setIsRefused(false);
            }}
          />
          <Button type="submit" className="self-start" aria-disabled={isDeciding}>
            Add the note
          </Button>
        </form>
      )}
    </section>
  );
}

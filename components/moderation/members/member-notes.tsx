import { type SubmitEvent, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { useKeptForm } from '@/components/ui/kept-text';
import type { useMemberRecord } from '@/hooks/use-member-record';
import type { MemberRecord } from '@/lib/contract/member';
import { MEMBER_LIMITS } from '@/lib/contract/plain/moderation';
import { formatShortDate } from '@/lib/format/figures';
import { describeAuthor } from '@/components/moderation/describe-author';

type MemberNotesProps = Pick<ReturnType<typeof useMemberRecord>, 'isDeciding' | 'decide'> & {
  record: MemberRecord;
};

/** Notes of moderators for moderators, which are only ever added. */
export function MemberNotes({ record, isDeciding, decide }: MemberNotesProps) {
  const { member, notes, isSubordinate } = record;
  const kept = useKeptForm(`note ${member.id}`);
  const [text, setText] = useState('');
  const [error, setError] = useState<string>();

  async function add(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    if (text.trim() === '') return setError('Write a note.');
    if (await kept.untilSent(decide((actions) => actions.note(member.id, text)))) setText('');
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
              <p dir="auto" className="text-left wrap-anywhere whitespace-pre-line">
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
            multiline
            rows={2}
            dir="auto"
            label="New note"
            hint="Only moderators see it here. It can't be changed, and it is part of the copy of their data that members can ask for."
            maxLength={MEMBER_LIMITS.noteCharsMax}
            value={text}
            keptAs={`note ${member.id}/text`}
            error={error}
            onChange={(event) => {
              setText(event.target.value);
              setError(undefined);
            }}
          />
          <Button type="submit" className="self-start" disabled={isDeciding}>
            Add the note
          </Button>
        </form>
      )}
    </section>
  );
}

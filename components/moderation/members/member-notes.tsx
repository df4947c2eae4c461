import { type SubmitEvent, useRef, useState } from 'react';
import { sayWhenAndWho } from '@/components/moderation/moderator-list';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { useKeptForm } from '@/components/ui/kept-text';
import type { useMemberRecord } from '@/hooks/use-member-record';
import type { MemberRecord } from '@/lib/contract/member';
import { MEMBER_LIMITS } from '@/lib/contract/plain/moderation';
import { formatShortDate } from '@/lib/format/figures';
import { t } from '@/lib/texts/texts';

type MemberNotesProps = Pick<ReturnType<typeof useMemberRecord>, 'isDeciding' | 'failure' | 'decide'> & {
  record: MemberRecord;
};

/** Notes of moderators for moderators, which are only ever added. */
export function MemberNotes({ record, isDeciding, failure, decide }: MemberNotesProps) {
  const { member, notes, isSubordinate } = record;
  const kept = useKeptForm(`note ${member.id}`);
  const [text, setText] = useState('');
  const [error, setError] = useState<string>();
  const [isRefused, setIsRefused] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);

  async function add(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    if (text.trim() === '') {
      setError(t('field.writeNote', 'Write a note.' /* the form was sent without one */));
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
        {t('member.notes', 'Notes' /* of moderators about a member: a heading */)}
      </h2>
      {notes.length > 0 && (
        <ul className="mt-2">
          {notes.map((note) => (
            <li key={note.id} className="border-t border-line py-3">
              <p dir="auto" className="text-page-start wrap-anywhere whitespace-pre-line">
                {note.text}
              </p>
              <p className="text-sm text-muted">
                {sayWhenAndWho(formatShortDate(note.createdAt), note.authorHandle)}
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
            label={t('member.note', 'New note' /* of moderators about a member: a field */)}
            hint={t(
              'member.noteHint',
              "Only moderators see it here. It can't be changed, and it is part of the copy of their data that members can ask for.",
            )}
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
            {t('member.addNote', 'Add the note')}
          </Button>
        </form>
      )}
    </section>
  );
}

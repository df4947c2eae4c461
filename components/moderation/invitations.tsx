import { type SubmitEvent, useState } from 'react';
import type * as z from 'zod/mini';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { Field } from '@/components/ui/field';
import { Spinner } from '@/components/ui/spinner';
import { useAttempt } from '@/hooks/use-attempt';
import { useModeratorList } from '@/hooks/use-moderator-list';
import { ApiFailure, call } from '@/lib/api/http';
import { readFormFields } from '@/lib/browser/document';
import { showToast } from '@/lib/browser/toasts';
import {
  createInvitationCall,
  type Invitation,
  INVITATION_LIMITS,
  type invitationInput,
  listInvitationsCall,
  revokeInvitationCall,
} from '@/lib/contract/invitation';
import { formatShortDate } from '@/lib/format/figures';
import { ModeratorList } from './moderator-list';
import { ShownOnce } from './shown-once';

const { noteCharsMax, daysMax, usesMax } = INVITATION_LIMITS;

/** Creates, lists and withdraws invitations. */
export function Invitations() {
  const list = useInvitations();
  const { invitations, link } = list;
  const failedFields = list.creationFailure?.fields ?? {};
  const isFieldAtFault = ['note', 'days', 'usesMax'].some((name) => name in failedFields);

  async function create(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const { note, days, usesMax: uses } = readFormFields(form, ['note', 'days', 'usesMax']);
    if (await list.create({ note, days: Number(days), usesMax: Number(uses) })) form.reset();
  }

  return (
    <>
      <p className="mt-2 max-w-prose text-muted">
        A link lets new members in. Only moderators see this list, and the moderation log notes every
        invitation without its note. People who open the link see your name.
      </p>
      {list.isNeeded === false && (
        <p className="mt-4 max-w-prose rounded-control bg-raised px-4 py-3">
          This site doesn&apos;t ask for invitations. They count once it runs with <code>SIGN_UP=invite</code>
          .
        </p>
      )}
      <form noValidate onSubmit={create} className="mt-6 flex max-w-prose flex-col gap-5">
        <Field
          label="Note"
          isOptional
          name="note"
          maxLength={noteCharsMax}
          hint="Who it is for, for example."
          error={failedFields.note}
        />
        <div className="grid gap-5 sm:grid-cols-2">
          <Field
            label="Days until it expires"
            name="days"
            type="number"
            min={1}
            max={daysMax}
            defaultValue={7}
            error={failedFields.days}
          />
          <Field
            label="People it lets in"
            name="usesMax"
            type="number"
            min={1}
            max={usesMax}
            defaultValue={1}
            error={failedFields.usesMax}
          />
        </div>
        {list.creationFailure && !isFieldAtFault && (
          <p role="alert" className="text-danger">
            {list.creationFailure.message}
          </p>
        )}
        <Button type="submit" look="primary" disabled={list.isCreating} className="self-start">
          <span>Create invitation</span>
          {list.isCreating && <Spinner />}
        </Button>
      </form>
      <div role="status">
        {link && (
          <ShownOnce title="Your invitation is ready. Copy the link now: we can't show it again." text={link}>
            <Button look="primary" className="mt-4" onClick={() => void copy(link)}>
              Copy the link
            </Button>
          </ShownOnce>
        )}
      </div>
      <h2 className="mt-10 text-lg font-bold">All invitations</h2>
      <ModeratorList
        name="invitations"
        list={list}
        items={invitations}
        empty={
          <EmptyState icon="mail" title="No invitations yet">
            Invitations appear here until 30 days after they expire.
          </EmptyState>
        }
      >
        {(invitation) => (
          <InvitationItem
            key={invitation.id}
            invitation={invitation}
            onRevoke={() => void list.revoke(invitation)}
          />
        )}
      </ModeratorList>
    </>
  );
}

/** Never rejects. Without HTTPS there is no clipboard. */
async function copy(link: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(link);
    await showToast('success', 'Link copied.');
  } catch {
    await showToast('error', "The link couldn't be copied. Select it and copy it by hand.");
  }
}

const STATES: Record<Invitation['state'], string> = {
  open: 'Open',
  expired: 'Expired',
  'used-up': 'Used up',
  withdrawn: 'Withdrawn',
};

function InvitationItem({ invitation, onRevoke }: { invitation: Invitation; onRevoke: () => void }) {
  const { note, creatorHandle, useCount, usesMax: uses, expiresAt, createdAt, state } = invitation;
  const title = note || `Invitation of ${formatShortDate(createdAt)}`;
  return (
    <li className="rounded-card border border-line p-5">
      <h3 dir="auto" className="font-semibold wrap-anywhere">
        {title}
      </h3>
      <p className="mt-1 text-sm text-muted">
        {`${STATES[state]} · ${useCount} of ${uses} used · until ${formatShortDate(expiresAt)} · by @${creatorHandle}`}
      </p>
      {state === 'open' && (
        <Button look="danger" size="small" className="mt-3" onClick={onRevoke}>
          Withdraw<span className="sr-only">{` ${title}`}</span>
        </Button>
      )}
    </li>
  );
}

/** The invitations of the site, newest first, with their creation and withdrawal. */
function useInvitations() {
  const { isUnderWay, failure, attempt } = useAttempt();
  /** The link of the invitation that was created last. The server does not show it again. */
  const [link, setLink] = useState<string>();

  const { pages, refresh, ...list } = useModeratorList('invitations', (after) =>
    call(listInvitationsCall, { query: { after } }),
  );

  return {
    /** Undefined until the first page is loaded. */
    invitations: pages?.flatMap(({ invitations }) => invitations),
    isNeeded: pages?.[0]?.isNeeded,
    refresh,
    ...list,
    link,
    isCreating: isUnderWay,
    creationFailure: failure,
    /** Resolves to whether the invitation was created. */
    create: (input: z.input<typeof invitationInput>) =>
      attempt(async () => {
        const created = await call(createInvitationCall, { body: input });
        setLink(`${window.location.origin}/invitation#${created.token}`);
        void refresh();
      }),
    /** Withdraws an invitation, or says why that failed. */
    async revoke({ id }: Invitation): Promise<void> {
      try {
        await call(revokeInvitationCall, { params: { id } });
        await showToast('success', 'The invitation is withdrawn.');
      } catch (failed) {
        if (!(failed instanceof ApiFailure)) throw failed;
        await showToast('error', failed.message);
      } finally {
        void refresh();
      }
    },
  };
}

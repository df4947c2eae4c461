import { useState } from 'react';
import type * as z from 'zod/mini';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { Field } from '@/components/ui/field';
import { hidden } from '@/components/ui/visually-hidden';
import { useAnnouncedAttempt, useAttempt } from '@/hooks/use-attempt';
import { useModeratorList } from '@/hooks/use-moderator-list';
import { call } from '@/lib/api/http';
import { readFormFields } from '@/lib/browser/window';
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
import { CreationForm } from '@/components/moderation/creation-form';
import { ModeratorList } from '@/components/moderation/moderator-list';
import { rich } from '@/lib/texts/rich';
import { t } from '@/lib/texts/texts';

const { noteCharsMax, daysMax, usesMax } = INVITATION_LIMITS;

export default function Invitations() {
  const list = useInvitations();
  const errors = list.creationFailure?.fields ?? {};
  const { invitations, link } = list;

  function create(form: HTMLFormElement) {
    const { note, days, usesMax: uses } = readFormFields(form, ['note', 'days', 'usesMax']);
    return list.create({ note, days: Number(days), usesMax: Number(uses) });
  }

  return (
    <>
      <p className="mt-2 max-w-prose text-muted">
        {t(
          'invitations.about',
          'A link lets new members in. Only moderators see this list, and the moderation log notes every invitation without its note. People who open the link see your name.',
        )}
      </p>
      {list.isNeeded === false && (
        <p className="mt-4 max-w-prose rounded-control bg-raised px-4 py-3">
          {rich(
            'invitations.notNeeded',
            "This site doesn't ask for invitations. They count once it runs with <code>SIGN_UP=invite</code>.",
            { code: (text) => <code>{text}</code> },
          )}
        </p>
      )}
      <CreationForm
        keptAs="new invitation"
        action={t('invitations.create', 'Create invitation')}
        isCreating={list.isCreating}
        failure={list.creationFailure}
        fields={['note', 'days', 'usesMax']}
        onCreate={create}
        created={
          link !== undefined && {
            title: t(
              'invitations.ready',
              "Your invitation is ready. Copy the link now: we can't show it again.",
            ),
            text: link,
            action: (
              <Button look="primary" className="mt-4" onClick={() => void copy(link)}>
                {t('invitations.copy', 'Copy the link')}
              </Button>
            ),
          }
        }
      >
        <Field
          label={t('invitations.note', 'Note' /* a field: what the invitation is for */)}
          isOptional
          name="note"
          keptAs="new invitation/note"
          maxLength={noteCharsMax}
          hint={t('invitations.noteHint', 'Who it is for, for example.')}
          error={errors.note}
        />
        <div className="grid gap-5 sm:grid-cols-2">
          <Field
            label={t('invitations.days', 'Days until it expires')}
            name="days"
            keptAs="new invitation/days"
            type="number"
            min={1}
            max={daysMax}
            defaultValue={7}
            error={errors.days}
          />
          <Field
            label={t('invitations.people', 'People it lets in')}
            name="usesMax"
            keptAs="new invitation/usesMax"
            type="number"
            min={1}
            max={usesMax}
            defaultValue={1}
            error={errors.usesMax}
          />
        </div>
      </CreationForm>
      <h2 className="mt-10 text-lg font-bold">
        {t('invitations.all', 'All invitations' /* heading of the list */)}
      </h2>
      <ModeratorList
        failed={t('invitations.notLoaded', "We couldn't load the invitations")}
        showing={(count) =>
          t('invitations.showing', 'Showing {count, plural, one {# invitation} other {# invitations}}.', {
            count,
          })
        }
        list={list}
        items={invitations}
        empty={
          <EmptyState icon="mail" title={t('invitations.none', 'No invitations yet')}>
            {t('invitations.noneYet', 'Invitations appear here until 30 days after they expire.')}
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
    await showToast(
      'success',
      t('invitations.copied', 'Link copied.' /* of an invitation: a message that goes away */),
    );
  } catch {
    await showToast(
      'error',
      t('invitations.notCopied', "The link couldn't be copied. Select it and copy it by hand."),
    );
  }
}

const STATES: Record<Invitation['state'], string> = {
  get open() {
    return t('invitations.open', 'Open' /* an invitation that can be used */);
  },
  get expired() {
    return t('invitations.expired', 'Expired' /* an invitation whose time is over */);
  },
  get 'used-up'() {
    return t('invitations.usedUp', 'Used up' /* an invitation that has let in as many people as it may */);
  },
  get withdrawn() {
    return t('invitations.withdrawn', 'Withdrawn' /* an invitation that a moderator took back */);
  },
};

function InvitationItem({ invitation, onRevoke }: { invitation: Invitation; onRevoke: () => void }) {
  const { note, creatorHandle, useCount, usesMax: uses, expiresAt, createdAt, state } = invitation;
  const title =
    note ||
    t('invitations.withoutNote', 'Invitation of {day}', {
      day: formatShortDate(createdAt),
    });
  return (
    <li className="rounded-card border border-line p-5">
      <h3 dir="auto" className="text-page-start font-semibold wrap-anywhere">
        {title}
      </h3>
      <p className="mt-1 text-sm text-muted">
        {t('invitations.facts', '{state} · {useCount} of {uses} used · until {day} · by @{handle}', {
          state: STATES[state],
          useCount,
          uses,
          day: formatShortDate(expiresAt),
          handle: creatorHandle,
        })}
      </p>
      {state === 'open' && (
        <Button look="danger" size="small" className="mt-3" onClick={onRevoke}>
          {rich('invitations.withdraw', 'Withdraw<hidden> {title}</hidden>', { hidden, title })}
        </Button>
      )}
    </li>
  );
}

function useInvitations() {
  const { isUnderWay, failure, attempt } = useAttempt();
  const { announce } = useAnnouncedAttempt();
  /** The link of the invitation that was created last. The server does not show it again. */
  const [link, setLink] = useState<string>();

  const { pages, refresh, ...list } = useModeratorList('invitations', (after) =>
    call(listInvitationsCall, { query: { after } }),
  );

  return {
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
    revoke: async ({ id }: Invitation): Promise<void> => {
      await announce(async () => {
        await call(revokeInvitationCall, { params: { id } });
        return t('invitations.isWithdrawn', 'The invitation is withdrawn.');
      });
      void refresh();
    },
  };
}

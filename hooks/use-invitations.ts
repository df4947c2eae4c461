import { useState } from 'react';
import type * as z from 'zod/mini';
import { ApiFailure, call } from '@/lib/api/http';
import { showToast } from '@/lib/browser/toasts';
import {
  createInvitationCall,
  type Invitation,
  type invitationInput,
  listInvitationsCall,
  revokeInvitationCall,
} from '@/lib/contract/invitation';
import { useAttempt } from './use-attempt';
import { useModeratorList } from './use-moderator-list';

/** The invitations of the site, newest first, with their creation and withdrawal. */
export function useInvitations() {
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

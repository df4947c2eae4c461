import { useState } from 'react';
import useSWRInfinite from 'swr/infinite';
import { ApiFailure } from '@/lib/api/http';
import { createInvitation, listInvitations, revokeInvitation } from '@/lib/api/invitations';
import { showToast } from '@/lib/browser/toasts';
import type { Invitation } from '@/lib/contract/invitation';
import { useAttempt } from './use-attempt';
import { useSessionToken } from './use-session-token';

type InvitationPage = Awaited<ReturnType<typeof listInvitations>>;

/** The invitations of the site, newest first, with their creation and withdrawal. */
export function useInvitations() {
  const token = useSessionToken();
  const { isUnderWay, failure, attempt } = useAttempt();
  /** The link of the invitation that was created last. The server does not show it again. */
  const [link, setLink] = useState<string>();

  const keyOf = (_index: number, previous: InvitationPage | null) =>
    token && previous?.nextCursor !== null ? ([token, 'invitations', previous?.nextCursor] as const) : null;
  const { data, error, size, setSize, mutate } = useSWRInfinite<InvitationPage, ApiFailure, typeof keyOf>(
    keyOf,
    ([, , after]) => listInvitations({ after }),
    { revalidateOnFocus: false },
  );
  const refresh = () => mutate().catch(() => undefined);

  return {
    /** Undefined until the first page is loaded. */
    invitations: data?.flatMap(({ invitations }) => invitations),
    isNeeded: data?.[0]?.isNeeded,
    error,
    refresh,
    hasMore: data !== undefined && data.at(-1)?.nextCursor !== null,
    isLoadingMore: data !== undefined && size > data.length && !error,
    loadMore: () => void setSize(size + 1).catch(() => undefined),
    link,
    isCreating: isUnderWay,
    creationFailure: failure,
    /** Resolves to whether the invitation was created. */
    create: (input: Parameters<typeof createInvitation>[0]) =>
      attempt(async () => {
        const created = await createInvitation(input);
        setLink(`${window.location.origin}/invitation#${created.token}`);
        void refresh();
      }),
    /** Withdraws an invitation, or says why that failed. */
    async revoke({ id }: Invitation): Promise<void> {
      try {
        await revokeInvitation(id);
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

import useSWR from 'swr';
import type { ApiFailure } from '@/lib/api/http';
import { findMember, memberActions } from '@/lib/api/moderation/members';
import type { MemberRecord } from '@/lib/contract/member';
import { useAttempt } from './use-attempt';
import { useSessionToken } from './use-session-token';

/** What moderators see of one member, and what they decide. */
export function useMemberRecord(id: string | undefined) {
  const token = useSessionToken();
  const { isUnderWay, failure, attempt } = useAttempt();
  const { data, error, mutate } = useSWR<MemberRecord, ApiFailure>(
    token && id !== undefined ? [token, 'member', id] : null,
    () => findMember(id ?? ''),
    { revalidateOnFocus: false },
  );
  return {
    /** Undefined until it is loaded. */
    record: data,
    error,
    /** Never rejects. */
    refresh: async (): Promise<void> => {
      await mutate().catch(() => undefined);
    },
    isDeciding: isUnderWay,
    /** Why the last decision failed. */
    failure,
    /** @returns whether it has worked. */
    decide: (work: (actions: typeof memberActions) => Promise<MemberRecord>) =>
      attempt(async () => {
        await mutate(await work(memberActions), { revalidate: false });
      }),
  };
}

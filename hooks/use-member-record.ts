import { useViewerData } from './use-viewer-data';
import { call } from '@/lib/api/http';
import {
  findMemberCall,
  type MemberRecord,
  banMemberCall,
  endSuspensionCall,
  noteMemberCall,
  setRoleCall,
  suspendMemberCall,
  unbanMemberCall,
  warnMemberCall,
} from '@/lib/contract/member';
import type { Role } from '@/lib/contract/user';
import { useAttempt } from './use-attempt';

export function useMemberRecord(id: string | undefined) {
  const { isUnderWay, failure, attempt } = useAttempt();
  const { data, error, mutate, refresh } = useViewerData(
    id !== undefined ? ['member', id] : null,
    async () => (await call(findMemberCall, { params: { id: id ?? '' } })).record,
    { revalidateOnFocus: false },
  );
  return {
    record: data,
    error,
    refresh,
    isDeciding: isUnderWay,
    failure,
    /** @returns whether it has worked. */
    decide: (work: (actions: typeof memberActions) => Promise<MemberRecord>) =>
      attempt(async () => {
        await mutate(await work(memberActions), { revalidate: false });
      }),
  };
}

/** What moderators decide about a member. Each answers the new record. */
const memberActions = {
  note: async (id: string, text: string) =>
    (await call(noteMemberCall, { params: { id }, body: { text } })).record,
  warn: async (id: string, reason: string) =>
    (await call(warnMemberCall, { params: { id }, body: { reason } })).record,
  suspend: async (id: string, reason: string, suspendedUntil: string) =>
    (await call(suspendMemberCall, { params: { id }, body: { reason, suspendedUntil } })).record,
  endSuspension: async (id: string) => (await call(endSuspensionCall, { params: { id }, body: {} })).record,
  ban: async (id: string, reason: string) =>
    (await call(banMemberCall, { params: { id }, body: { reason } })).record,
  unban: async (id: string) => (await call(unbanMemberCall, { params: { id }, body: {} })).record,
  setRole: async (id: string, role: Role) =>
    (await call(setRoleCall, { params: { id }, body: { role } })).record,
};

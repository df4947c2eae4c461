// Apart from the other calls, so that no other page loads its schema.
import { findMemberCall, listMembersCall } from '@/lib/contract/member';
import {
  banMemberCall,
  endSuspensionCall,
  noteMemberCall,
  setRoleCall,
  suspendMemberCall,
  unbanMemberCall,
  warnMemberCall,
} from '@/lib/contract/member-decision';
import type { Role } from '@/lib/contract/user';
import { call } from '@/lib/api/http';

export const listMembers = (query: { q?: string; order?: 'newest' | 'rejected' | 'names'; after?: string }) =>
  call(listMembersCall, { query });

export const findMember = async (id: string) => (await call(findMemberCall, { params: { id } })).record;

/** What moderators decide about a member. Each answers the new record. */
export const memberActions = {
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

import { call } from '@/lib/api/http';
import { listMembersCall } from '@/lib/contract/member';
import { useDebounced } from './use-debounced';
import { useModeratorList } from './use-moderator-list';

export type MemberOrder = 'newest' | 'rejected' | 'names';

/** Members in an order, or those whose handle or name begins with a text. */
export function useMembers(order: MemberOrder, text: string) {
  const q = useDebounced(text.trim(), 250);
  const { pages, ...list } = useModeratorList(`members ${order} ${q}`, (after) =>
    call(listMembersCall, { query: { order, after, ...(q !== '' && { q }) } }),
  );
  return {
    /** Undefined until the first page is loaded. */
    members: pages?.flatMap(({ members }) => members),
    list,
  };
}

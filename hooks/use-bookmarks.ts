import { listBookmarks } from '@/lib/api/reactions';
import { usePages } from './use-pages';
import { useSessionToken } from './use-session-token';

/**
 * The member's bookmarks, the latest first. A removed bookmark stays in the list until the list is opened again, so
 * that a slip can be undone.
 */
export function useBookmarks() {
  const token = useSessionToken();
  return usePages(token ? [token, 'bookmarks'] : null, listBookmarks, {
    // Opening the list loads it again; nothing else does, so that no product leaves it while the member is looking.
    revalidateOnMount: true,
    dedupingInterval: 0,
    revalidateFirstPage: false,
    revalidateOnFocus: false,
    revalidateOnReconnect: false,
  });
}

import { listReactions } from '@/lib/api/viewer';
import { showToast } from '@/lib/browser/toasts';

let shown: AbortController | undefined;

/**
 * Loads the member's reactions to products. A failure is said until a later attempt succeeds: what the member has upvoted
 * must not look as if it were not. Offline, pages that were kept for reading say nothing.
 *
 * @throws ApiFailure
 */
export async function loadReactions(ids: readonly string[]) {
  try {
    const reactions = await listReactions(ids);
    shown?.abort();
    shown = undefined;
    return reactions;
  } catch (error) {
    if (!shown && navigator.onLine) {
      shown = new AbortController();
      const message = "Your upvotes and bookmarks couldn't be loaded yet. We'll try again.";
      void showToast('error', message, { signal: shown.signal, isLasting: true });
    }
    throw error;
  }
}

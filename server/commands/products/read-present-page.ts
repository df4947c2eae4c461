import { LRUCache } from 'lru-cache';
import { CONTEXT_LIMITS, type PresentPage } from '@/lib/contract/moderation-context';
import { MINUTE_MS } from '@/lib/contract/plain/durations';
import type { Deps } from '@/server/deps';
import type { Viewer } from '@/server/policies/viewer';
import { FETCH_LIMITS, FetchRefusal } from '@/server/web/fetch-refusal';

/** By URL. What a page says is the same for every moderator. */
const pages = new LRUCache<string, PresentPage>({
  max: CONTEXT_LIMITS.pagesMax,
  ttl: CONTEXT_LIMITS.pageMinutes * MINUTE_MS,
});

/** Reads title and description of a page through the guarded fetch, at most once in ten minutes. Stores no image. */
export async function readPresentPage(
  { fetchPage, textWorkers, now }: Pick<Deps, 'fetchPage' | 'textWorkers' | 'now'>,
  viewer: Pick<Viewer, 'userId'>,
  url: string,
): Promise<PresentPage> {
  const known = pages.get(url);
  if (known) return known;
  const read = { url, title: '', description: '', readAt: now().toISOString() };
  try {
    const page = await fetchPage(new URL(url), {
      accept: 'text/html,application/xhtml+xml;q=0.9',
      signal: AbortSignal.timeout(FETCH_LIMITS.ms),
    });
    const { name, tagline } = await textWorkers.readPage(page, viewer.userId);
    const present = { ...read, url: page.url.href, title: name, description: tagline };
    pages.set(url, present);
    return present;
  } catch (error) {
    if (!(error instanceof FetchRefusal)) throw error;
    return { ...read, problem: error.message };
  }
}

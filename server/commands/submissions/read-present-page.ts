import { LRUCache } from 'lru-cache';
import { PRESENT_PAGE_LIMITS, type PresentPage } from '@/lib/contract/moderation-queue';
import { MINUTE_MS } from '@/lib/contract/plain/durations';
import type { Deps } from '@/server/deps';
import type { Viewer } from '@/server/policies/viewer';
import { fetchSiteImages } from '@/server/commands/images/fetch-site-images';
import { FETCH_LIMITS, FetchRefusal } from '@/server/web/fetch-limits';

/** By URL. What a page says is the same for every moderator. */
const pages = new LRUCache<string, PresentPage>({
  max: PRESENT_PAGE_LIMITS.pagesMax,
  ttl: PRESENT_PAGE_LIMITS.pageMinutes * MINUTE_MS,
});

/**
 * Reads title, description, icon and screenshot of a page through the guarded fetch, at most once in ten minutes. The
 * images are uploads of the first moderator who asks; nothing uses them, so they are deleted after a day.
 */
export async function readPresentPage(
  deps: Pick<Deps, 'db' | 'env' | 'fetchPage' | 'images' | 'jobWaker' | 'logger' | 'now' | 'textWorkers'>,
  viewer: Pick<Viewer, 'userId'>,
  url: string,
): Promise<PresentPage> {
  const known = pages.get(url);
  if (known) return known;
  const read = { url, title: '', description: '', readAt: deps.now().toISOString() };
  try {
    const signal = AbortSignal.timeout(FETCH_LIMITS.ms);
    const page = await deps.fetchPage(new URL(url), {
      accept: 'text/html,application/xhtml+xml;q=0.9',
      signal,
    });
    const { name, tagline, ...links } = await deps.textWorkers.readPage(page, viewer.userId);
    const images = await fetchSiteImages(deps, viewer, page, links, signal);
    const present = { ...read, ...images, url: page.url.href, title: name, description: tagline };
    pages.set(url, present);
    return present;
  } catch (error) {
    if (!(error instanceof FetchRefusal)) throw error;
    return { ...read, problem: error.message };
  }
}

import { tabStorage } from '@/lib/browser/tab-storage';
import { SECOND_MS } from '@/lib/contract/plain/durations';
import type { CountedUpvotes } from './reaction-store';

const KEY = 'countedUpvotes';
/** A page may be from so long before its request: caches may store it for a second, and show it for ten more. */
const PAGE_AGE_MS_MAX = 12 * SECOND_MS;

/** Stores for this tab what the server counted: a page that is loaded next may be from before the member's upvote. */
export function storeCounted(productId: string, { upvoteCount, outdated }: CountedUpvotes): void {
  const others = linesSince(Date.now()).filter((line) => line.split(' ')[1] !== productId);
  const line = [Date.now(), productId, upvoteCount, ...outdated].join(' ');
  tabStorage.write(KEY, [...others, line].join('\n'));
}

/** By product id, for upvotes that this page may be too old to show. */
export function readCounted(): Map<string, CountedUpvotes> {
  return new Map(
    linesSince(performance.timeOrigin).map((line) => {
      const [, productId = '', upvoteCount, ...outdated] = line.split(' ');
      return [productId, { upvoteCount: Number(upvoteCount), outdated: outdated.map(Number) }];
    }),
  );
}

const linesSince = (requestedAtMs: number) =>
  (tabStorage.read(KEY) ?? '')
    .split('\n')
    .filter((line) => Number(line.split(' ', 1)[0]) > requestedAtMs - PAGE_AGE_MS_MAX);

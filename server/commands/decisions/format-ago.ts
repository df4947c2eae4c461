import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@/lib/contract/plain/durations';

/** `just now`, `5 s ago`, `3 min ago`, `2 h ago`, `4 d ago`. */
export function formatAgo(ms: number): string {
  if (ms < SECOND_MS) return 'just now';
  if (ms < MINUTE_MS) return `${Math.floor(ms / SECOND_MS)} s ago`;
  if (ms < HOUR_MS) return `${Math.floor(ms / MINUTE_MS)} min ago`;
  if (ms < DAY_MS) return `${Math.floor(ms / HOUR_MS)} h ago`;
  return `${Math.floor(ms / DAY_MS)} d ago`;
}

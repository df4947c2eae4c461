import { DAY_MS, HOUR_MS, MINUTE_MS } from '@/lib/contract/plain/durations';
import { countOf } from './figures';

/** A waiting time: `3 hours`, `2 days`. Depends on the current time: never in server-rendered HTML. */
export function formatWait(since: string, now: Date = new Date()): string {
  const waitMs = now.getTime() - new Date(since).getTime();
  // The clocks of browser and server differ, so the time can be negative.
  if (waitMs < MINUTE_MS) return 'less than a minute';
  if (waitMs < HOUR_MS) return countOf(Math.floor(waitMs / MINUTE_MS), 'minute', 'minutes');
  if (waitMs < DAY_MS) return countOf(Math.floor(waitMs / HOUR_MS), 'hour', 'hours');
  return countOf(Math.floor(waitMs / DAY_MS), 'day', 'days');
}

import { countOf } from './figures';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** A waiting time: `3 hours`, `2 days`. Depends on the current time: never in server-rendered HTML. */
export function formatWait(since: string, now: Date = new Date()): string {
  const waitMs = now.getTime() - new Date(since).getTime();
  // The clocks of browser and server differ, so the time can be negative.
  if (waitMs < minuteMs) return 'less than a minute';
  if (waitMs < hourMs) return countOf(Math.floor(waitMs / minuteMs), 'minute', 'minutes');
  if (waitMs < dayMs) return countOf(Math.floor(waitMs / hourMs), 'hour', 'hours');
  return countOf(Math.floor(waitMs / dayMs), 'day', 'days');
}

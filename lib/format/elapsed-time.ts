import { DAY_MS, HOUR_MS, MINUTE_MS } from '@/lib/contract/plain/durations';
import { countOf, formatDate, formatShortDate } from './figures';

const words = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

/** From this age on, the date is shown. */
const AGE_DAYS_MAX = 30;

/** `just now`, `5 minutes ago`, `yesterday`; from 30 days on the date. Depends on the current time: never in server-rendered HTML. */
export function formatTimeAgo(instant: string, now: Date = new Date()): string {
  // The clocks of browser and server differ; an instant in the future counts as now.
  const ageMs = Math.max(now.getTime() - new Date(instant).getTime(), 0);
  if (ageMs < MINUTE_MS) return 'just now';
  if (ageMs < HOUR_MS) return words.format(-Math.floor(ageMs / MINUTE_MS), 'minute');
  if (ageMs < DAY_MS) return words.format(-Math.floor(ageMs / HOUR_MS), 'hour');
  if (ageMs < AGE_DAYS_MAX * DAY_MS) return words.format(-Math.floor(ageMs / DAY_MS), 'day');
  return formatDate(instant);
}

/** From this age on, a row shows the date. */
const ROW_AGE_DAYS_MAX = 7;

/** `just now`, `5 min ago`, `3 h ago`, `2 d ago`; from a week on the date. Depends on the current time: never in server-rendered HTML. */
export function formatAge(instant: string, now: Date = new Date()): string {
  // The clocks of browser and server differ; an instant in the future counts as now.
  const ageMs = Math.max(now.getTime() - new Date(instant).getTime(), 0);
  if (ageMs < MINUTE_MS) return 'just now';
  if (ageMs < HOUR_MS) return `${Math.floor(ageMs / MINUTE_MS)} min ago`;
  if (ageMs < DAY_MS) return `${Math.floor(ageMs / HOUR_MS)} h ago`;
  if (ageMs < ROW_AGE_DAYS_MAX * DAY_MS) return `${Math.floor(ageMs / DAY_MS)} d ago`;
  return formatShortDate(instant);
}

/** A waiting time: `3 hours`, `2 days`. Depends on the current time: never in server-rendered HTML. */
export function formatWait(since: string, now: Date = new Date()): string {
  const waitMs = now.getTime() - new Date(since).getTime();
  // The clocks of browser and server differ, so the time can be negative.
  if (waitMs < MINUTE_MS) return 'less than a minute';
  if (waitMs < HOUR_MS) return countOf(Math.floor(waitMs / MINUTE_MS), 'minute', 'minutes');
  if (waitMs < DAY_MS) return countOf(Math.floor(waitMs / HOUR_MS), 'hour', 'hours');
  return countOf(Math.floor(waitMs / DAY_MS), 'day', 'days');
}

import { DAY_MS, HOUR_MS, MINUTE_MS } from '@/lib/contract/plain/durations';
import { formatDate } from './figures';

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

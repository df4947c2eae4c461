import { formatDate } from './figures';

const words = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** From this age on, the date is shown. */
const AGE_DAYS_MAX = 30;

/** `just now`, `5 minutes ago`, `yesterday`; from 30 days on the date. Depends on the current time: never in server-rendered HTML. */
export function formatTimeAgo(instant: string, now: Date = new Date()): string {
  // The clocks of browser and server differ; an instant in the future counts as now.
  const ageMs = Math.max(now.getTime() - new Date(instant).getTime(), 0);
  if (ageMs < minuteMs) return 'just now';
  if (ageMs < hourMs) return words.format(-Math.floor(ageMs / minuteMs), 'minute');
  if (ageMs < dayMs) return words.format(-Math.floor(ageMs / hourMs), 'hour');
  if (ageMs < AGE_DAYS_MAX * dayMs) return words.format(-Math.floor(ageMs / dayMs), 'day');
  return formatDate(instant);
}

import { formatDate } from './figures';

const words = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** From here on a date says more than a number of days. */
const agoDaysMax = 30;

/** `just now`, `5 minutes ago`, `yesterday`; from 30 days on the date. Only for what is drawn in the browser. */
export function formatTimeAgo(instant: string, now: Date = new Date()): string {
  // The clocks of browser and server differ: nothing has happened in the future.
  const ageMs = Math.max(now.getTime() - new Date(instant).getTime(), 0);
  if (ageMs < minuteMs) return 'just now';
  if (ageMs < hourMs) return words.format(-Math.floor(ageMs / minuteMs), 'minute');
  if (ageMs < dayMs) return words.format(-Math.floor(ageMs / hourMs), 'hour');
  if (ageMs < agoDaysMax * dayMs) return words.format(-Math.floor(ageMs / dayMs), 'day');
  return formatDate(instant);
}

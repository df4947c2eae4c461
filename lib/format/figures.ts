import { DAY_MS, HOUR_MS, MINUTE_MS } from '@/lib/contract/plain/durations';
import { formatCount, perLanguage } from '@/lib/texts/language';
import { t } from '@/lib/texts/texts';

export { formatCount };

/** In UTC, so that the server and the browser render the same text. */
const dateFormat = (parts: Intl.DateTimeFormatOptions) =>
  /* @__PURE__ */ perLanguage((language) => new Intl.DateTimeFormat(language, { ...parts, timeZone: 'UTC' }));
const month = /* @__PURE__ */ dateFormat({ month: 'long', year: 'numeric' });
const longDate = /* @__PURE__ */ dateFormat({ dateStyle: 'long' });
const shortDate = /* @__PURE__ */ dateFormat({ dateStyle: 'medium' });
const weekDay = /* @__PURE__ */ dateFormat({ weekday: 'long', month: 'long', day: 'numeric' });
const fullDate = /* @__PURE__ */ dateFormat({ dateStyle: 'full' });
const monthDay = /* @__PURE__ */ dateFormat({ month: 'long', day: 'numeric' });

/** `November 21, 2026`, in UTC. */
export const formatDate = (instant: string) => longDate().format(new Date(instant));

/** `Nov 21, 2026`, in UTC. */
export const formatShortDate = (instant: string) => shortDate().format(new Date(instant));

const minute = /* @__PURE__ */ dateFormat({
  dateStyle: 'medium',
  timeStyle: 'short',
  // `hour12: false` is 24:05 in one version of ICU and 00:05 in another: server and browser would differ.
  hourCycle: 'h23',
});
/** `Nov 21, 2026, 00:05 UTC`. */
export const formatMinute = (instant: string) =>
  t('time.inUTC', '{time} UTC' /* a day and a time */, { time: minute().format(new Date(instant)) });

/** `Saturday, November 21`, in UTC; with the year unless it is `year`. */
export function formatDay(instant: string, year: string): string {
  return (instant.startsWith(year) ? weekDay() : fullDate()).format(new Date(instant));
}

/** `November 14–21`, in UTC. */
export function formatPeriod({ since, until }: { since: string; until: string }): string {
  return monthDay()
    .formatRange(new Date(since), new Date(until))
    .replace(/\s*–\s*/, '–');
}

/** `November 2026`, in UTC. */
export const formatMonth = (instant: string) => month().format(new Date(instant));

/** `1st`, `22nd`, `113th`. */
export const formatOrdinal = (place: number): string =>
  t(
    'figures.ordinal',
    '{place, selectordinal, one {{place}st} two {{place}nd} few {{place}rd} other {{place}th}}',
    { place },
  );

const words = /* @__PURE__ */ perLanguage(
  (language) => new Intl.RelativeTimeFormat(language, { numeric: 'auto' }),
);

/** From this age on, the date is shown. */
const AGE_DAYS_MAX = 30;

/** `just now`, `5 minutes ago`, `yesterday`; from 30 days on the date. Depends on the current time: never in server-rendered HTML. */
export function formatTimeAgo(instant: string, now: Date = new Date()): string {
  // The clocks of browser and server differ; an instant in the future counts as now.
  const ageMs = Math.max(now.getTime() - new Date(instant).getTime(), 0);
  if (ageMs < MINUTE_MS) return t('time.justNow', 'just now' /* when something happened */);
  if (ageMs < HOUR_MS) return words().format(-Math.floor(ageMs / MINUTE_MS), 'minute');
  if (ageMs < DAY_MS) return words().format(-Math.floor(ageMs / HOUR_MS), 'hour');
  if (ageMs < AGE_DAYS_MAX * DAY_MS) return words().format(-Math.floor(ageMs / DAY_MS), 'day');
  return formatDate(instant);
}

/** From this age on, a row shows the date. */
const ROW_AGE_DAYS_MAX = 7;

/** `just now`, `5 min ago`, `3 h ago`, `2 d ago`; from a week on the date. Depends on the current time: never in server-rendered HTML. */
export function formatAge(instant: string, now: Date = new Date()): string {
  // The clocks of browser and server differ; an instant in the future counts as now.
  const ageMs = Math.max(now.getTime() - new Date(instant).getTime(), 0);
  if (ageMs < MINUTE_MS) return t('time.justNow', 'just now' /* when something happened */);
  if (ageMs < HOUR_MS)
    return t('time.shortMinutes', '{minutes} min ago', { minutes: Math.floor(ageMs / MINUTE_MS) });
  if (ageMs < DAY_MS) return t('time.shortHours', '{hours} h ago', { hours: Math.floor(ageMs / HOUR_MS) });
  if (ageMs < ROW_AGE_DAYS_MAX * DAY_MS)
    return t('time.shortDays', '{days} d ago', { days: Math.floor(ageMs / DAY_MS) });
  return formatShortDate(instant);
}

/** A waiting time: `3 hours`, `2 days`. Depends on the current time: never in server-rendered HTML. */
export function formatWait(since: string, now: Date = new Date()): string {
  const waitMs = now.getTime() - new Date(since).getTime();
  // The clocks of browser and server differ, so the time can be negative.
  if (waitMs < MINUTE_MS) return t('wait.underMinute', 'less than a minute');
  if (waitMs < HOUR_MS)
    return t(
      'wait.minutes',
      '{minutes, plural, one {# minute} other {# minutes}}' /* for how long something has waited or will wait */,
      {
        minutes: Math.floor(waitMs / MINUTE_MS),
      },
    );
  if (waitMs < DAY_MS)
    return t(
      'wait.hours',
      '{hours, plural, one {# hour} other {# hours}}' /* for how long something has waited or will wait */,
      {
        hours: Math.floor(waitMs / HOUR_MS),
      },
    );
  return t(
    'wait.days',
    '{days, plural, one {# day} other {# days}}' /* for how long something has waited or will wait */,
    {
      days: Math.floor(waitMs / DAY_MS),
    },
  );
}

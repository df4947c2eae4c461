import { perLanguage } from '@/lib/texts/language';

/*
 * The days of the person at the device. For parts that only browsers render: the server does not know the person's time zone, and a
 * page is the same for everybody.
 */

const longDate = /* @__PURE__ */ perLanguage(
  (language) => new Intl.DateTimeFormat(language, { dateStyle: 'long' }),
);

const twoDigits = (part: number) => String(part).padStart(2, '0');

/** The person's day as a field for dates has it: `2026-11-21`. */
export const localDay = (at: Date): string =>
  [at.getFullYear(), twoDigits(at.getMonth() + 1), twoDigits(at.getDate())].join('-');

/** The person's day in some days, which may have 23 or 25 hours. */
export function localDayIn(days: number): string {
  const at = new Date();
  at.setDate(at.getDate() + days);
  return localDay(at);
}

/** The last instant of the person's day, or an empty text for a field without a day. */
export function endOfLocalDay(day: string): string {
  const end = new Date(`${day}T23:59:59.999`);
  return Number.isNaN(end.getTime()) ? '' : end.toISOString();
}

/** `November 21, 2026` for the person. */
export const formatLocalDate = (instant: string): string => longDate().format(new Date(instant));

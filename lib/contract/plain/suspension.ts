import { HOUR_MS } from './durations';
import { perLanguage } from '@/lib/texts/language';
import { t, text } from '@/lib/texts/texts';

/**
 * A moderator chooses the last day of a suspension, which ends with that day at the moderator's place. Everybody reads
 * that day, wherever they are and in every text, so that all texts say the same. Time zones begin a day up to 14 hours
 * before and 12 hours after UTC; this finds the day of all from 10 hours behind UTC to 13 hours before it.
 */
const lastDayOf = (end: string | Date): Date => new Date(new Date(end).getTime() - 10.5 * HOUR_MS);

const dateFormat = (dateStyle: 'long' | 'medium') =>
  /* @__PURE__ */ perLanguage(
    (language) => new Intl.DateTimeFormat(language, { dateStyle, timeZone: 'UTC' }),
  );
const longDate = /* @__PURE__ */ dateFormat('long');
const shortDate = /* @__PURE__ */ dateFormat('medium');

/** `February 2, 2027`. */
export const formatLastDay = (end: string | Date): string => longDate().format(lastDayOf(end));

/** `Feb 2, 2027`. */
export const formatShortLastDay = (end: string | Date): string => shortDate().format(lastDayOf(end));

/** What `isBarredBySuspension` leaves a suspended member. */
export const SUSPENSION_EFFECT = text(
  'suspension.effect',
  'You can read, take things back and answer the moderators, but not add or change anything.',
);

export const describeSuspension = (end: string | Date): string =>
  t('suspension.until', 'Your account is suspended through {day}.', { day: formatLastDay(end) });

import { perLanguage } from '@/lib/texts/language';
import { t } from '@/lib/texts/texts';

/** Durations, in milliseconds. */
export const SECOND_MS = 1_000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

const longDate = /* @__PURE__ */ perLanguage(
  (language) => new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }),
);

/** Such as `June 8, 2026, 19:30 UTC`, where a day alone could be another one at its reader's place. */
export const formatInstant = (instant: Date): string =>
  t('time.dayAndTime', '{day}, {time} UTC', {
    day: longDate().format(instant),
    time: instant.toISOString().slice(11, 16),
  });

import { t } from '@/lib/texts/texts';
/** Durations, in milliseconds. */
export const SECOND_MS = 1_000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** Such as `June 8, 2026, 19:30 UTC`, where a day alone could be another one at its reader's place. */
export const formatInstant = (instant: Date): string =>
  t('durations.toLocaleDateStringSliceUtc', '{toLocaleDateString}, {slice} UTC', {
    toLocaleDateString: instant.toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' }),
    slice: instant.toISOString().slice(11, 16),
  });

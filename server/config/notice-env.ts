import * as z from 'zod/mini';
import { ConfigError } from '@/server/base/errors';
import { oneOf, text, webURLOf } from './env-checks';

const isTimeZone = (value: string) => {
  try {
    // Offsets such as +02:00 are no names: they know no summer.
    return /^[A-Za-z]/.test(value) && new Intl.DateTimeFormat('en', { timeZone: value }).format() !== '';
  } catch {
    return false;
  }
};

/** What decides when moderators and admins are told of the site's work, and of what. */
export const noticeVariables = {
  SITE_TIME_ZONE: z._default(
    z.string().check(z.refine(isTimeZone, 'the IANA name of a time zone, for example Europe/Berlin')),
    'UTC',
  ),
  RELEASE_CHECKS: z._default(oneOf(['on', 'off'], 'on'), 'off'),
  RELEASE_URL: text,
};

type NoticeValues = Record<keyof typeof noticeVariables, string>;

/** @throws ConfigError for checks of releases without an address. */
export function noticesOf({ SITE_TIME_ZONE, RELEASE_CHECKS, RELEASE_URL }: NoticeValues) {
  if (RELEASE_CHECKS === 'on' && !RELEASE_URL)
    throw new ConfigError('RELEASE_CHECKS=on asks an address for the latest release: set RELEASE_URL too.');
  return {
    /** In which the morning of the summaries is. */
    timeZone: SITE_TIME_ZONE,
    /** Where the latest release is asked for. Undefined: the site does not ask. */
    releaseURL: RELEASE_CHECKS === 'on' ? webURLOf('RELEASE_URL', RELEASE_URL).href : undefined,
  };
}

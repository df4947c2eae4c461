import * as z from 'zod/mini';
import { oneOf, webURL } from './env-checks';

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
  RELEASE_URL: webURL('https://registry.npmjs.org/listgrove/latest'),
};

type NoticeValues = Record<keyof typeof noticeVariables, string>;

export const noticesOf = (values: NoticeValues) => ({
  /** In which the morning of the summaries is. */
  timeZone: values.SITE_TIME_ZONE,
  /** Where the latest release is asked for. Undefined: it is not. */
  releaseURL: values.RELEASE_CHECKS === 'on' ? values.RELEASE_URL : undefined,
});

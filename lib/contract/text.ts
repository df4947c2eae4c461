import * as z from 'zod/mini';

/** One line. Excludes the characters that change the direction of text, because they also affect the text after it. */
export const isLine = z.regex(
  /^[^\p{Cc}\p{Cs}\u2028\u2029\u202A-\u202E\u2066-\u2069]*$/u,
  'Keep it to one line of plain text.',
);

/** Any number of lines of plain text. */
export const isText = z.regex(/^(?:[\n\r\t]|[^\p{Cc}\p{Cs}])*$/u, 'Leave out control characters.');

/** An instant that a request sends. Fractions of a second could have any number of digits. */
export const sentInstant = (message?: string) => z.iso.datetime(message).check(z.maxLength(40));

/** The field of a form that people do not see. Whoever fills it is a program. */
export const honeypot = z._default(z.string().check(z.maxLength(1_000)), '');

/** At least one visible character. */
export const isVisible = z.regex(
  /(?![\p{Default_Ignorable_Code_Point}\u2800])[\p{L}\p{N}\p{P}\p{S}]/u,
  'Use at least one visible character.',
);

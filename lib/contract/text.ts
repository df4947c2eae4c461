import * as z from 'zod/mini';

/** One line; without the marks that turn the direction of text, as they would turn what stands behind it too. */
export const isLine = z.regex(
  /^[^\p{Cc}\p{Cs}\u2028\u2029\u202A-\u202E\u2066-\u2069]*$/u,
  'Keep it to one line of plain text.',
);

/** Any number of lines. */
export const isText = z.regex(/^(?:[\n\r\t]|[^\p{Cc}\p{Cs}])*$/u, 'Leave out control characters.');

/** At least one character that leaves a mark on the screen. */
export const isVisible = z.regex(
  /(?![\p{Default_Ignorable_Code_Point}\u2800])[\p{L}\p{N}\p{P}\p{S}]/u,
  'Write something that can be seen.',
);

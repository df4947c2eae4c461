import * as z from 'zod/mini';

/** The `nextCursor` of the page before. Absent for the first page. */
export const after = z.optional(z.string().check(z.minLength(1), z.maxLength(300)));

/** Opaque. Pass it as `after` for the next page. Null on the last page. */
export const nextCursor = z.nullable(z.string());

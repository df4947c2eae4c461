import { sql } from 'drizzle-orm';

/** An instant as a parameter of SQL, with its type. */
export const timestamptz = (at: Date) => sql`${at.toISOString()}::timestamptz`;

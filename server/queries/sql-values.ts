import { sql } from 'drizzle-orm';

export const timestamptz = (at: Date) => sql`${at.toISOString()}::timestamptz`;

import { sql } from 'drizzle-orm';

export const timestamptz = (at: Date) => sql`${at.toISOString()}::timestamptz`;

const replaced = (_key: string, value: unknown): unknown =>
  typeof value === 'string' ? value.replace(/\p{Cs}/gu, '\uFFFD').replaceAll('\0', '\uFFFD') : value;

/** JSON without what the database cannot store: NUL, and halves of surrogate pairs. */
export const storableJSON = (value: object): string => JSON.stringify(value, replaced);

export const jsonOf = (value: object) => sql`${storableJSON(value)}::jsonb`;

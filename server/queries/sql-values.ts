import { sql } from 'drizzle-orm';

/** An instant as a parameter of SQL, with its type. */
export const timestamptz = (at: Date) => sql`${at.toISOString()}::timestamptz`;

/** The position of the last row of a page: its value in the order of the list, and its id among rows with that value. */
export type ListPosition = { value: number | Date; id: string };

/** The value of a position as a parameter of SQL. Give it the type of the column. */
export const boundOf = ({ value }: ListPosition) => (value instanceof Date ? value.toISOString() : value);

import { sql } from 'drizzle-orm';
import { customType, jsonb, text, timestamp } from 'drizzle-orm/pg-core';
import type { TextLanguages } from '@/lib/contract/product';
import { type StoredText, packText, unpackText } from '@/server/base/stored-text';

/** A 64-bit key as a decimal string, because JavaScript's numbers are exact only up to 2^53. */
export const key = customType<{ data: string; driverData: string }>({ dataType: () => 'bigint' });
export const bytes = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => 'bytea' });
export const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });
/** A text that is said when it is shown. */
export const storedText = customType<{ data: StoredText; driverData: string }>({
  dataType: () => 'text',
  toDriver: packText,
  fromDriver: unpackText,
});
export const identity = () =>
  key('id')
    .primaryKey()
    .generatedAlwaysAs(sql`identity`);

/** Null until the job `read-languages` has read the texts of the row as they are now. */
export const textLanguages = () => jsonb('languages').$type<TextLanguages>();

/** What is known about the handle and the name of a user. */
export const nameColumns = {
  /** Since when the user has the handle. Null: since the account was made. */
  handleSince: instant('handle_since'),
  /** What the handle looks like. Null: not computed yet, or another handle looks like it. */
  handleSkeleton: text('handle_skeleton'),
  /** What is wrong with the handle or the name, for moderators. */
  nameIssue: storedText('name_issue'),
};

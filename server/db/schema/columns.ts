import { sql } from 'drizzle-orm';
import { customType, timestamp } from 'drizzle-orm/pg-core';

/** A 64-bit key as a decimal string, because JavaScript's numbers are exact only up to 2^53. */
export const key = customType<{ data: string; driverData: string }>({ dataType: () => 'bigint' });
export const bytes = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => 'bytea' });
export const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });
export const identity = () =>
  key('id')
    .primaryKey()
    .generatedAlwaysAs(sql`identity`);

import { and, asc, lte, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Db } from '@/server/db/client';
import { timestamptz } from './sql-values';

/** The time of one lease, which ends at `leasedUntil`. */
export type LeaseTime = Record<'now' | 'leasedUntil', Date>;

/** The rows that processes lease one by one: their key, the column with the time from which a row is due, and which rows count. */
type Leasable = { table: PgTable; id: PgColumn; dueAt: PgColumn; isOpen?: SQL };

/**
 * Leases the row that has been due for longest: moves its time to the end of the lease, so that no other process gets the
 * row before.
 *
 * @returns the key of the row; undefined when none is due.
 */
export async function leaseDueRow(
  db: Db,
  { table, id, dueAt, isOpen }: Leasable,
  { now, leasedUntil }: LeaseTime,
): Promise<string | undefined> {
  const due = db
    .select({ id })
    .from(table)
    .where(and(isOpen, lte(dueAt, timestamptz(now))))
    .orderBy(asc(dueAt))
    .limit(1)
    .for('no key update', { skipLocked: true });
  const { rows } = await db.execute<{ id: string }>(sql`
    UPDATE ${table} SET ${sql.identifier(dueAt.name)} = ${timestamptz(leasedUntil)}
    WHERE ${id} = (${due}) RETURNING ${id}::text AS id`);
  return rows[0]?.id;
}

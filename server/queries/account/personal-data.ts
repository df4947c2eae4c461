import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { Db } from '@/server/db/client';
import { DATA_MAP } from '@/server/db/data-map';

const row = z.record(z.string(), z.unknown());
export type PersonalRow = z.infer<typeof row>;

/** All data about a user by table, without secrets and without the data of other users. */
export async function listPersonalData(db: Db, userId: string): Promise<Record<string, PersonalRow[]>> {
  const found: Record<string, PersonalRow[]> = {};
  for (const [table, { rowsOf, secret = [], onlyIf = {} }] of Object.entries(DATA_MAP)) {
    if (!rowsOf) continue;
    const concealed = Object.entries(onlyIf).map(
      ([column, isOwn]) => sql`- (CASE WHEN ${isOwn(userId)} THEN '' ELSE ${column} END)::text`,
    );
    const { rows } = await db.execute(sql`
      SELECT to_jsonb(mine) - ${sql.param([...secret])}::text[] ${sql.join(concealed, sql` `)} AS row
      FROM ${sql.identifier(table)} mine WHERE ${rowsOf(userId)} ORDER BY 1`);
    found[table] = rows.map((entry) => row.parse(entry.row));
  }
  return found;
}

/** Deletes the user's rows in every table whose rows need nothing else. */
export async function deletePersonalRows(db: Db, userId: string): Promise<void> {
  for (const [table, { rowsOf, removal }] of Object.entries(DATA_MAP)) {
    if (rowsOf && removal === 'rows deleted') {
      await db.execute(sql`DELETE FROM ${sql.identifier(table)} WHERE ${rowsOf(userId)}`);
    }
  }
}

import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import { BRAKES, type BrakeName } from '@/lib/contract/plain/moderation';
import type { Db } from '@/server/db/client';

const row = z.object({ name: z.string(), note: z.string(), createdAt: z.string() });
export type BrakeRow = { name: BrakeName; note: string; createdAt: string };

/** The brakes that are on, in the order of their names' list. A later version of Listgrove may know more. */
export async function listBrakes(db: Db): Promise<BrakeRow[]> {
  const { rows } = await db.execute(sql`
    SELECT name, note, to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "createdAt"
    FROM brakes`);
  const on = z.array(row).parse(rows);
  return BRAKES.flatMap((name) => on.filter((each) => each.name === name).map((each) => ({ ...each, name })));
}

export async function upsertBrake(
  db: Db,
  brake: { name: BrakeName; note: string; createdAt: Date },
): Promise<void> {
  const { name, note, createdAt } = brake;
  await db.execute(sql`
    INSERT INTO brakes (name, note, created_at) VALUES (${name}, ${note}, ${createdAt.toISOString()}::timestamptz)
    ON CONFLICT (name) DO UPDATE SET note = EXCLUDED.note`);
}

/** False when the brake was not on. */
export async function deleteBrake(db: Db, name: BrakeName): Promise<boolean> {
  const { rows } = await db.execute(sql`DELETE FROM brakes WHERE name = ${name} RETURNING name`);
  return rows.length > 0;
}

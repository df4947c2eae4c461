import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { Db } from '@/server/db/client';
import { timestamptz } from '@/server/queries/sql-values';

const first = <Row>(row: z.ZodMiniType<Row>, rows: unknown): Row | undefined => z.array(row).parse(rows)[0];

export async function hasAdmin(db: Db): Promise<boolean> {
  const { rows } = await db.execute(
    sql`SELECT FROM users WHERE role = 'admin' AND deleted_at IS NULL LIMIT 1`,
  );
  return rows.length > 0;
}

/** The nonce of the setup link. Stores the given one if there is none yet. */
export async function upsertSetupNonce(
  db: Db,
  { nonce, createdAt }: { nonce: string; createdAt: Date },
): Promise<string> {
  const { rows } = await db.execute(sql`
    INSERT INTO setup_links (nonce, created_at) VALUES (${nonce}, ${timestamptz(createdAt)})
    ON CONFLICT (is_only) DO UPDATE SET nonce = setup_links.nonce RETURNING nonce`);
  return first(z.object({ nonce: z.string() }), rows)?.nonce ?? nonce;
}

/** @returns whether this was the nonce of the setup link. */
export async function deleteSetupNonce(db: Db, nonce: string): Promise<boolean> {
  const { rows } = await db.execute(sql`DELETE FROM setup_links WHERE nonce = ${nonce} RETURNING nonce`);
  return rows.length > 0;
}

/** Ends the setup link. Call it in the transaction that makes an admin, or the link would work once that admin has left. */
export async function deleteSetupNonces(db: Db): Promise<void> {
  await db.execute(sql`DELETE FROM setup_links`);
}

export async function hasProducts(db: Db): Promise<boolean> {
  const { rows } = await db.execute(sql`SELECT FROM products LIMIT 1`);
  return rows.length > 0;
}

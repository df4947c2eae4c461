import { type SQL, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { Db } from '@/server/db/client';

type PersonalTable = {
  /** The condition that selects a user's rows. */
  rowsOf: (userId: string) => SQL;
  /** Columns that hold secrets of the site instead of data of the user. */
  hidden?: readonly string[];
};

const byColumn = (column: string) => (userId: string) => sql`${sql.identifier(column)} = ${userId}`;

/** Rows that refer to a user only by an email that a provider has verified. */
const byVerifiedEmail = (userId: string) => sql`lower(email) IN (
  SELECT lower(email) FROM identities WHERE user_id = ${userId} AND is_email_verified
)`;

const byOwnProduct = (userId: string) =>
  sql`product_id IN (SELECT id FROM products WHERE submitter_id = ${userId})`;

/** Every table with personal data. All other tables have none. */
export const PERSONAL_TABLES = {
  users: { rowsOf: byColumn('id') },
  identities: { rowsOf: byColumn('user_id') },
  sessions: { rowsOf: byColumn('user_id'), hidden: ['secret_hash'] },
  images: { rowsOf: byColumn('owner_id') },
  products: { rowsOf: byColumn('submitter_id') },
  product_slugs: { rowsOf: byOwnProduct },
  product_tags: { rowsOf: byOwnProduct },
  product_edits: { rowsOf: byOwnProduct },
  upvotes: { rowsOf: byColumn('user_id') },
  bookmarks: { rowsOf: byColumn('user_id') },
  reports: { rowsOf: byColumn('reporter_id') },
  audit_entries: {
    rowsOf: (userId) => sql`actor_id = ${userId} OR (subject_kind = 'user' AND subject_id = ${userId})`,
  },
  newsletter_subscribers: { rowsOf: byVerifiedEmail, hidden: ['token_hash'] },
  contact_messages: { rowsOf: byVerifiedEmail },
} as const satisfies Record<string, PersonalTable>;

const row = z.record(z.string(), z.unknown());
export type PersonalRow = z.infer<typeof row>;

/** All data about a user by table, without secrets. */
export async function listPersonalData(db: Db, userId: string): Promise<Record<string, PersonalRow[]>> {
  const found: Record<string, PersonalRow[]> = {};
  const tables: [string, PersonalTable][] = Object.entries(PERSONAL_TABLES);
  for (const [table, { rowsOf, hidden = [] }] of tables) {
    const { rows } = await db.execute(sql`
      SELECT to_jsonb(mine) - ${sql.param([...hidden])}::text[] AS row
      FROM ${sql.identifier(table)} mine WHERE ${rowsOf(userId)} ORDER BY 1`);
    found[table] = rows.map((entry) => row.parse(entry.row));
  }
  return found;
}

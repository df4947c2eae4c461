import { sql, type SQL } from 'drizzle-orm';
import type { TextLanguages } from '@/lib/contract/product';
import type { Db } from '@/server/db/client';

type UnreadTexts = {
  /** Of the product. */
  id: string;
  /** Another one after each change of the row. */
  version: string;
  texts: { name?: string; tagline?: string; description?: string; reason?: string };
};

/** What has languages: the table, its column of the product's id, and its texts. */
const READ = {
  product: {
    table: sql`products`,
    id: sql`id`,
    texts: sql`jsonb_build_object('name', name, 'tagline', tagline, 'description', left(description_html, 20000))`,
  },
  discontinuation: {
    table: sql`discontinuations`,
    id: sql`product_id`,
    texts: sql`jsonb_build_object('reason', reason)`,
  },
} as const satisfies Record<string, Record<'table' | 'id' | 'texts', SQL>>;
export const READ_KINDS = ['product', 'discontinuation'] as const;
type Kind = (typeof READ_KINDS)[number];

/** Texts whose languages the job has not read yet. */
export async function listUnreadTexts(db: Db, kind: Kind, limit: number): Promise<UnreadTexts[]> {
  const { table, id, texts } = READ[kind];
  const { rows } = await db.execute<UnreadTexts>(sql`
    SELECT ${id}::text AS id, xmin::text AS version, ${texts} AS texts FROM ${table}
    WHERE languages IS NULL ORDER BY ${id} LIMIT ${limit}`);
  return rows;
}

/** @returns the products whose languages were stored: a row that has changed since it was read stays unread. */
export async function storeLanguages(
  db: Db,
  kind: Kind,
  read: readonly (Omit<UnreadTexts, 'texts'> & { languages: TextLanguages })[],
): Promise<string[]> {
  const { table, id } = READ[kind];
  const { rows } = await db.execute<{ id: string }>(sql`
    UPDATE ${table} SET languages = given.languages FROM unnest(
      ${sql.param(read.map((row) => row.id))}::bigint[], ${sql.param(read.map(({ version }) => version))}::text[],
      ${sql.param(read.map(({ languages }) => JSON.stringify(languages)))}::jsonb[]
    ) AS given (product_id, version, languages)
    WHERE ${table}.${id} = given.product_id AND ${table}.languages IS NULL AND ${table}.xmin::text = given.version
    RETURNING ${table}.${id}::text AS id`);
  return rows.map((row) => row.id);
}

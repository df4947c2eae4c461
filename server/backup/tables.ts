import { createHash } from 'node:crypto';
import type { PoolClient } from 'pg';
import type { TableSum } from './archive';

/** Rows that are read or written at a time. A product takes at most about 40 KB. */
const ROWS_PER_PART = 500;

/** Columns in the order of the table, without those that the database computes; and its primary key as an order. */
type Table = { name: string; columns: string[]; order: string[] };

/**
 * The tables whose rows a backup holds, each after those that it refers to. Unlogged tables are left out: what they
 * hold is lost with every crash of the database, too.
 */
export async function listTables(client: PoolClient): Promise<Table[]> {
  const { rows } = await client.query<Table & { references: string[] }>(`
    SELECT relname AS name,
      ARRAY(SELECT attname::text FROM pg_attribute
        WHERE attrelid = tables.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = '' ORDER BY attnum) AS columns,
      ARRAY(SELECT quote_ident(attname) || CASE WHEN attcollation = 0 THEN '' ELSE ' COLLATE "C"' END FROM pg_index
        CROSS JOIN unnest(indkey::int2[]) WITH ORDINALITY AS keys (number, place)
        JOIN pg_attribute ON attrelid = indrelid AND attnum = number
        WHERE indrelid = tables.oid AND indisprimary ORDER BY place) AS "order",
      ARRAY(SELECT DISTINCT confrelid::regclass::text FROM pg_constraint
        WHERE conrelid = tables.oid AND contype = 'f' AND confrelid <> conrelid) AS references
    FROM pg_class AS tables
    WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relpersistence = 'p' AND relname <> 'migrations'
    ORDER BY relname`);
  const sorted: Table[] = [];
  for (let left = rows; left.length > 0;) {
    const names = new Set(left.map(({ name }) => name));
    const free = left.filter(({ references }) => !references.some((name) => names.has(name)));
    if (free.length === 0)
      throw new Error(`Tables refer to each other in a circle: ${[...names].join(', ')}`);
    sorted.push(...free);
    left = left.filter((table) => !free.includes(table));
  }
  return sorted;
}

const quoted = (names: readonly string[]) => names.map((name) => `"${name}"`).join(', ');

/**
 * Reads a table in the order of its primary key, a JSON object per row. Call it in a transaction, whose snapshot it
 * reads.
 *
 * @param onPart is called with lines that end in a line break.
 */
export async function readTable(
  client: PoolClient,
  { name, columns, order }: Table,
  onPart: (part: Buffer) => Promise<void> | void,
): Promise<TableSum> {
  await client.query(
    `DECLARE backup_rows NO SCROLL CURSOR FOR
     SELECT to_json(picked)::text AS line FROM (SELECT ${quoted(columns)} FROM "${name}" ORDER BY ${order.join(', ')}) AS picked`,
  );
  const hasher = createHash('sha256');
  let rowCount = 0;
  for (;;) {
    const { rows } = await client.query<{ line: string }>(`FETCH ${ROWS_PER_PART} FROM backup_rows`);
    if (rows.length === 0) break;
    const part = Buffer.from(rows.map(({ line }) => `${line}\n`).join(''));
    hasher.update(part);
    rowCount += rows.length;
    await onPart(part);
  }
  await client.query('CLOSE backup_rows');
  return { rowCount, sha256: hasher.digest('hex') };
}

/** Rows as JSON can hold names of columns that the table does not have; PostgreSQL ignores these. */
export async function insertRows(client: PoolClient, { name, columns }: Table, lines: Buffer): Promise<void> {
  const rows = `[${lines.toString('utf8').trimEnd().replaceAll('\n', ',')}]`;
  await client.query(
    `INSERT INTO "${name}" (${quoted(columns)}) OVERRIDING SYSTEM VALUE
     SELECT ${quoted(columns)} FROM json_populate_recordset(NULL::"${name}", $1::json)`,
    [rows],
  );
}

/**
 * Empties all tables, and takes away what would slow the filling down or change the rows: triggers, keys, and indexes
 * but those of partitions.
 *
 * @returns statements that bring them back, foreign keys last. Each key checks all rows.
 */
export async function prepareFilling(client: PoolClient, tables: readonly Table[]): Promise<string[]> {
  const names = tables.map(({ name }) => name);
  for (const name of names) await client.query(`ALTER TABLE "${name}" DISABLE TRIGGER USER`);
  await client.query(`TRUNCATE ${quoted(names)} CASCADE`);
  const { rows: constraints } = await client.query<{ table: string; name: string; definition: string }>(
    `SELECT conrelid::regclass::text AS table, quote_ident(conname) AS name, pg_get_constraintdef(oid) AS definition
     FROM pg_constraint
     WHERE contype IN ('f', 'p', 'u') AND conparentid = 0 AND connamespace = 'public'::regnamespace
       AND conrelid::regclass::text <> 'migrations'
     ORDER BY contype <> 'f', 1, 2`,
  );
  for (const { table, name } of constraints)
    await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`);
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition
     FROM pg_index JOIN pg_class ON pg_class.oid = indrelid
     WHERE relname = ANY ($1) AND relnamespace = 'public'::regnamespace
       AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid)
       AND NOT EXISTS (SELECT FROM pg_class AS index WHERE index.oid = indexrelid AND index.relispartition)
     ORDER BY 1`,
    [names],
  );
  for (const { name } of indexes) await client.query(`DROP INDEX ${name}`);
  return [
    ...indexes.map(({ definition }) => definition),
    ...constraints
      .reverse()
      .map(({ table, name, definition }) => `ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`),
    ...names.map((name) => `ALTER TABLE "${name}" ENABLE TRIGGER USER`),
  ];
}

/** The last number of each sequence, null if it was never used. */
export async function readSequences(client: PoolClient): Promise<Record<string, string | null>> {
  const { rows } = await client.query<{ name: string; last: string | null }>(
    `SELECT sequencename AS name, last_value::text AS last FROM pg_sequences WHERE schemaname = 'public' ORDER BY 1`,
  );
  return Object.fromEntries(rows.map(({ name, last }) => [name, last]));
}

export async function setSequences(
  client: PoolClient,
  sequences: Readonly<Record<string, string | null>>,
): Promise<void> {
  for (const [name, last] of Object.entries(sequences)) {
    if (last !== null) await client.query('SELECT setval(to_regclass($1), $2::bigint)', [name, last]);
  }
}

import { is } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import { setUpTestDatabase } from '@/__tests__/setup/test-database';
import * as alternativeSchema from '@/server/db/schema/alternative-schema';
import * as schema from '@/server/db/schema';
import * as tagSchema from '@/server/db/schema/tag-schema';

const database = setUpTestDatabase();

const tables = Object.values({ ...schema, ...alternativeSchema, ...tagSchema }).flatMap((value) =>
  is(value, PgTable) ? [getTableConfig(value)] : [],
);

/** One line per column. Drizzle writes `timestamp (3) with time zone`, PostgreSQL omits the first space. */
const columnsOfSchema = tables.flatMap(({ name, columns }) =>
  columns.map((column) =>
    [
      `${name}.${column.name}`,
      column.getSQLType().replace(' (', '('),
      column.notNull ? 'required' : 'optional',
    ].join(' '),
  ),
);

async function columnsOfDatabase(): Promise<string[]> {
  const { rows } = await database.pool.query<{ line: string }>(
    `SELECT concat_ws(' ', relname || '.' || attname, format_type(atttypid, atttypmod),
                      CASE WHEN attnotnull THEN 'required' ELSE 'optional' END) AS line
     FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
     WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND relname = ANY ($1)
       AND attnum > 0 AND NOT attisdropped`,
    [tables.map(({ name }) => name)],
  );
  return rows.map(({ line }) => line);
}

it('describes every column as the migrations create it', async () => {
  expect(columnsOfSchema.sort()).toEqual((await columnsOfDatabase()).sort());
});

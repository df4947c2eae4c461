import { sql } from 'drizzle-orm';
import { setUpTestDatabase } from '@/__tests__/setup/test-database';

const database = setUpTestDatabase();
const query = sql`SELECT 1`;

it('refuses a query that a transaction sends beside itself, which would wait forever on PGlite', async () => {
  await expect(database.db.transaction(() => database.db.execute(query))).rejects.toThrow();
  await expect(database.db.execute(query)).resolves.toMatchObject({ rowCount: 1 });
  await expect(
    database.db.transaction((tx) => tx.transaction((inner) => inner.execute(query))),
  ).resolves.toMatchObject({ rowCount: 1 });
});

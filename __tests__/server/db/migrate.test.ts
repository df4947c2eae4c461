import { setUpTestDatabase } from '@/__tests__/setup/test-database';
import { migrate } from '@/server/db/migrate';

const database = setUpTestDatabase();

it('applies nothing to a database that is up to date', async () => {
  expect(await migrate(database.pool)).toEqual([]);
});

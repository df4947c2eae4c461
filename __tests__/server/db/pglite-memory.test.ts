import { setUpTestDatabase } from '@/__tests__/setup/test-database';

const database = setUpTestDatabase();
const MB = 1024 * 1024;

it('keeps no answer: the process is not larger after answers of 200 MB', async () => {
  const readLargeRow = () => database.pool.query("SELECT repeat('x', 2097152) AS text");
  for (let count = 0; count < 10; count += 1) await readLargeRow();
  const before = process.memoryUsage.rss();
  for (let count = 0; count < 100; count += 1) await readLargeRow();
  expect((process.memoryUsage.rss() - before) / MB).toBeLessThan(100);
});

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { setUpTestDatabase } from '@/__tests__/setup/test-database';

const database = setUpTestDatabase();
const MB = 1024 * 1024;

setFlagsFromString('--expose-gc');

/** The resident size once this thread has dropped what it does not use. The database's thread is not collected. */
function residentMB(): number {
  runInNewContext('gc(); gc();');
  return process.memoryUsage.rss() / MB;
}

it('keeps no answer: the process is hardly larger after answers of 400 MB', async () => {
  const readLargeRow = () => database.pool.query("SELECT repeat('x', 2097152) AS text");
  for (let count = 0; count < 10; count += 1) await readLargeRow();
  const beforeMB = residentMB();
  for (let count = 0; count < 200; count += 1) await readLargeRow();
  expect(residentMB() - beforeMB).toBeLessThan(200);
});

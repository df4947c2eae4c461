import { explain } from '@/__tests__/setup/query-plan';
import { setUpTestDatabase } from '@/__tests__/setup/test-database';
import { readQueues } from '@/server/queries/operations';

const database = setUpTestDatabase();

it('reads what waits in the queues by their indexes', async () => {
  // The tables are empty.
  await database.pool.query('SET enable_seqscan = off');
  const steps = await explain(database.pool, (db) => readQueues(db, new Date('2026-11-01')));
  expect(steps.filter((step) => /Sort/.test(step))).toEqual([]);
  expect(steps.join()).toContain('products_review_status');
  expect(steps.join()).toContain('tasks_due');
  expect(steps.join()).toContain('contact_messages_open');
});

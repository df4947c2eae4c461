import { buildProduct } from '../../setup/build';
import { setUpTagCalls, withoutLimits } from '../../setup/tag-calls';
import { setUpTestApp } from '../../setup/test-app';
import { until } from '../../setup/until';

const api = setUpTestApp({}, withoutLimits);
const { signInModerator, runJob, merge, undo, rowsOf, idOf, tagsOf } = setUpTagCalls(api);

/** Has the younger tag come first in a table that is read from its start: there, a transaction without an order begins. */
async function reverseTable(): Promise<void> {
  await rowsOf(`UPDATE tags SET name = name WHERE id = ${await idOf('older')}`);
  await rowsOf('ANALYZE tags');
}

/** Runs the job while another transaction has the older tag, and then takes the younger one, as all transactions do. */
async function runJobMeanwhile(): Promise<void> {
  await reverseTable();
  const other = await api.pool.connect();
  const lock = (slug: string) =>
    other.query('SELECT FROM tags WHERE slug = $1 FOR NO KEY UPDATE NOWAIT', [slug]);
  await other.query('BEGIN');
  await lock('older');
  const run = runJob();
  await until(async () => {
    const waiting = await rowsOf(`SELECT FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`);
    return waiting.length > 0;
  });
  await lock('younger');
  await other.query('COMMIT');
  other.release();
  await run;
}

it('a merge and its undoing lock tags in the order of their ids, so that no other transaction deadlocks', async () => {
  const headers = await signInModerator();
  await buildProduct(api.db, { slug: 'one', tags: ['older'] });
  await buildProduct(api.db, { slug: 'two', tags: ['younger'] });
  await merge(headers, 'younger', 'older');
  await runJobMeanwhile();
  expect(await tagsOf('two')).toEqual(['older']);

  const [{ id } = { id: '' }] = await rowsOf<{ id: string }>('SELECT id::text FROM tag_merges');
  await undo(headers, id);
  await runJobMeanwhile();
  expect(await tagsOf('two')).toEqual(['younger']);
});

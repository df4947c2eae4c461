import { buildProduct } from '../setup/build';
import { setUpServedPages } from '../setup/served-pages';
import { setUpTestApp } from '../setup/test-app';
import { until } from '../setup/until';

const api = setUpTestApp();
const site = setUpServedPages(api);

it('takes no change for new that was made before the page, while an older transaction still runs', async () => {
  const older = await api.pool.connect();
  await older.query('BEGIN; SELECT pg_current_xact_id()');
  try {
    for (const slug of ['first', 'second']) await buildProduct(api.db, { slug });
    await api.pool.query(`UPDATE products SET name = 'Another name' WHERE slug = 'first'`);
    await site.learnChanges();
    for (const path of ['/', '/tool/first']) expect((await site.send(path)).status).toBe(200);

    await api.pool.query(`UPDATE products SET name = 'Latest name' WHERE slug = 'second'`);
    await until(async () => (await site.textOf('/')).includes('Latest name'));
    site.rendered = [];
    await site.send('/tool/first');
    expect(site.rendered).toEqual([]);
  } finally {
    await older.query('COMMIT');
    older.release();
  }
});

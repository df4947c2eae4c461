import * as z from 'zod/mini';
import { buildProduct, buildUpvotes } from '../../setup/build';
import { setUpTestApp } from '../../setup/test-app';

const api = setUpTestApp();
const found = z.object({
  hits: z.array(
    z.object({ title: z.string(), content: z.string(), tags: z.array(z.string()), upvoteCount: z.int() }),
  ),
});

it('shows what has changed in products that earlier searches have read', async () => {
  const [grid, chart] = [
    await buildProduct(api.db, { name: 'Grid', tagline: 'Rows', slug: 'grid' }),
    await buildProduct(api.db, { name: 'Grid Chart', tagline: 'Bars', slug: 'chart', tags: ['Charts'] }),
  ];
  const find = async () => {
    const { body } = await api.request('POST', '/1/indexes/tool-fyi/query', { body: { query: 'grid' } });
    return found.parse(body).hits.map(({ title, content, tags, upvoteCount }) => {
      return [title, content, tags.join(), upvoteCount];
    });
  };
  expect(await find()).toEqual([
    ['Grid', 'Rows', '', 0],
    ['Grid Chart', 'Bars', 'Charts', 0],
  ]);

  await buildUpvotes(api.db, chart.id, 2);
  await api.pool.query(`UPDATE products SET tagline = 'Cells' WHERE slug = 'grid'`);
  await api.pool.query(`UPDATE tags SET name = 'Diagrams'`);
  expect(await find()).toEqual([
    ['Grid', 'Cells', '', 0],
    ['Grid Chart', 'Bars', 'Diagrams', 2],
  ]);

  await api.pool.query(`UPDATE products SET status = 'removed' WHERE id = $1`, [grid.id]);
  expect(await find()).toEqual([['Grid Chart', 'Bars', 'Diagrams', 2]]);
});

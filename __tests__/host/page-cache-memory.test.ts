import { buildProduct } from '../setup/build';
import { setUpServedPages } from '../setup/served-pages';
import { setUpTestApp } from '../setup/test-app';

const api = setUpTestApp();
const KB = 1024;
// An eighth, 50 KB, is for pages that anybody can ask for in any number. Each takes at least 2 KB.
const site = setUpServedPages(api, { bytesMax: 400 * KB });

it('keeps the pages that anybody can make up in a small part of the memory, the latest of them', async () => {
  await buildProduct(api.db, { slug: 'figgle' });
  await site.send('/tool/figgle');
  const missing = Array.from({ length: 30 }, (_, index) => `/tool/missing-${index}`);
  for (const path of missing) await site.send(path);
  site.rendered = [];

  for (const path of ['/tool/figgle', '/tool/missing-29', '/tool/missing-20', '/tool/missing-0'])
    await site.send(path);
  expect(site.rendered).toEqual(['/tool/missing-0']);
});

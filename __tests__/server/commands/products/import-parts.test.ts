import { importProducts } from '@/server/commands/imports/import-products';
import { products } from '@/server/db/schema';
import { draftProduct, type ImportDraft } from '@/server/import/import-draft';
import { Repeats } from '@/server/import/repeats';
import { setUpTestApp } from '../../../setup/test-app';

const api = setUpTestApp();
const page = 'https://tools.example.com/all';

function draft(name: string, url: string): ImportDraft {
  const drafted = draftProduct({ line: 1, name, url, text: `${name} is a tool`, details: '', tags: ['T'] });
  if ('refusal' in drafted) throw new Error('An entry was refused');
  return drafted;
}

async function run(drafts: ImportDraft[]): Promise<string[]> {
  const repeats = new Repeats();
  const taken = drafts.map((each) => repeats.take(each).draft);
  return (await importProducts(api.deps(), taken, { isDryRun: false })).map(({ outcome }) => outcome);
}

const listNames = async () =>
  (await api.db.select({ name: products.name }).from(products).orderBy(products.id)).map(({ name }) => name);

it('keeps the parts of a page apart when their names differ, in any order and across imports', async () => {
  const saw = draft('Saw', `${page}#saw`);
  const all = draft('All', page);
  const axe = draft('Axe', `${page}#axe`);
  expect(await run([saw])).toEqual(['added']);
  expect(await run([axe])).toEqual(['added']);
  expect(await run([all])).toEqual(['added']);
  expect(await run([all, axe, saw])).toEqual(['listed', 'listed', 'listed']);
  expect(await run([axe])).toEqual(['listed']);
  expect(await run([draft('Fine saw', `${page}#saw`)])).toEqual(['updated']);
  expect(await listNames()).toEqual(['Fine saw', 'Axe', 'All']);
});

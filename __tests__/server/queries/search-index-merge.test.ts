import { importProducts } from '@/server/commands/imports/import-products';
import { draftProduct } from '@/server/import/import-draft';
import { buildProduct } from '../../setup/build';
import { setUpTagCalls, withoutLimits } from '../../setup/tag-calls';
import { setUpTestApp } from '../../setup/test-app';

const api = setUpTestApp({}, withoutLimits);
const { signInModerator, merge, runJob, rowsOf } = setUpTagCalls(api);

/** How many pages of new words every search reads beside the index. Afterwards there are none. */
async function takeUnmergedPages(): Promise<number> {
  const [row] = await rowsOf<{ pages: string }>(
    `SELECT gin_clean_pending_list('search_documents_words') AS pages`,
  );
  return Number(row?.pages);
}

it('merges the words of an import, and of products that follow a merged tag, into the index', async () => {
  const about = { line: 1, text: 'A tool', details: '', tags: ['js'] };
  const draft = draftProduct({ ...about, name: 'Ada', url: 'https://ada.example.com' });
  if ('refusal' in draft) throw new Error('An entry was refused');
  await importProducts(api.deps(), [draft], { isDryRun: false });
  expect(await takeUnmergedPages()).toBe(0);

  await buildProduct(api.db, { tags: ['javascript'] });
  await merge(await signInModerator(), 'js', 'javascript');
  await takeUnmergedPages();
  await runJob();
  expect(await takeUnmergedPages()).toBe(0);
});

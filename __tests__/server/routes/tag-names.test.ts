import * as z from 'zod/mini';
import { buildProduct } from '../../setup/build';
import { setUpTagCalls, tagMergeOf, withoutLimits } from '../../setup/tag-calls';
import { setUpTestApp } from '../../setup/test-app';

const api = setUpTestApp({}, withoutLimits);
const { signInModerator, runJob, change, merge, undo, usedTags } = setUpTagCalls(api);

it('finds products by all names of their tag: former slugs, synonyms and the names of merged tags', async () => {
  const headers = await signInModerator();
  await buildProduct(api.db, { slug: 'one', name: 'One', tags: ['js', 'Web'] });
  await buildProduct(api.db, { slug: 'two', name: 'Two', tags: ['JavaScript'] });
  await buildProduct(api.db, { slug: 'both', name: 'Both', tags: ['Web', 'js', 'JavaScript'] });
  await change(headers, 'js', ['PUT', 'name', { name: 'JScript', slug: 'jscript' }]);
  await change(headers, 'jscript', ['POST', 'synonyms', { name: 'ECMA Script' }]);
  await change(headers, 'javascript', ['POST', 'synonyms', { name: 'Live' }]);
  const foundBy = async (tag: string) => {
    const { body } = await api.request('POST', '/1/indexes/tool-fyi/query', {
      body: { query: '', facetFilters: [`tags:${tag}`] },
    });
    return z.object({ nbHits: z.int() }).parse(body).nbHits;
  };
  const found = async () =>
    Promise.all(
      ['js', 'jscript', 'JScript', 'ecma-script', 'ECMA Script', 'javascript', 'live'].map(foundBy),
    );
  const namesOf = async (slug: string) => (await usedTags()).find((tag) => tag.slug === slug)?.otherNames;

  tagMergeOf(await merge(headers, 'jscript', 'javascript'));
  await runJob();
  expect(await found()).toEqual([3, 3, 3, 3, 3, 3, 3]);
  const { id } = tagMergeOf(await merge(headers, 'javascript', 'web'));
  await runJob();

  expect(await found()).toEqual([3, 3, 3, 3, 3, 3, 3]);
  expect(await namesOf('web')).toEqual(['ECMA Script', 'JScript', 'JavaScript', 'Live']);
  await undo(headers, id);
  await runJob();
  expect(await found()).toEqual([3, 3, 3, 3, 3, 3, 3]);
  expect(await namesOf('javascript')).toEqual(['ECMA Script', 'JScript', 'Live']);
  expect(await namesOf('web')).toBe(undefined);
});

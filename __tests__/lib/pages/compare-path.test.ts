import fc from 'fast-check';
import { joinSlugs, splitSlugs } from '@/lib/contract/plain/page-paths';
import { compareFormPath, comparePath, comparePathWithout } from '@/lib/pages/product-paths';
import { slugify } from '@/server/text/slug';

it.each([
  [['vue', 'react'], 'react-vs-vue'],
  [['git-vs-svn', 'a'], 'a-vs-git--vs-svn'],
  [['vs', 'a-vs'], 'a--vs-vs--vs'],
  [['a', 'vs-b'], 'a-vs--vs-b'],
  [['a', 'b', 'c', 'd'], 'a-vs-b-vs-c-vs-d'],
])('writes %j as one path, and reads it back', (slugs, joined) => {
  expect(joinSlugs(slugs)).toBe(joined);
  expect(splitSlugs(joined)).toEqual(slugs.toSorted());
});

it('has one path for each set of slugs, whatever words they contain', () => {
  const slug = fc
    .array(fc.constantFrom('vs', 'a', 'b', '2', 'ελ'), { minLength: 1, maxLength: 4 })
    .map((words) => slugify(words.join(' ')));
  fc.assert(
    fc.property(fc.uniqueArray(slug, { minLength: 2, maxLength: 4 }), (slugs) => {
      expect(splitSlugs(joinSlugs(slugs))).toEqual(slugs.toSorted());
    }),
  );
});

it.each([
  ['vs-a-vs-b', ['a', 'b']],
  ['a-vs-a', ['a']],
  ['a---b-vs-c-', ['a-b', 'c']],
  ['vs', []],
])('reads %j, which is no path of ours, as far as possible', (joined, slugs) => {
  expect(splitSlugs(joined)).toEqual(slugs);
});

it('leads to the form with what is chosen, and from there to more', () => {
  expect(compareFormPath([])).toBe('/compare');
  expect(compareFormPath(['a'])).toBe('/compare?a=a');
  expect(compareFormPath(['a', 'b'])).toBe('/compare?a=a&b=b&more=1');
  expect(comparePath(['ελ', 'a'])).toBe('/compare/a-vs-%CE%B5%CE%BB');
  expect(comparePathWithout(['a', 'b', 'c'], 'b')).toBe('/compare/a-vs-c');
  expect(comparePathWithout(['a', 'b'], 'b')).toBe('/tool/a');
});

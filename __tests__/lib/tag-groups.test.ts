import { groupTagsByLetter, matchesTagFilter } from '@/lib/tag-groups';

const tag = (name: string) => ({ slug: name.toLowerCase(), name, productCount: 1 });

it('groups tags by first letter without accents, numbers and signs at the end', () => {
  const groups = groupTagsByLetter(['Zoom', '3D', 'écran', 'Editors', '.NET', 'Εικόνες'].map(tag));
  expect(groups.map(({ letter, tags }) => [letter, tags.map(({ name }) => name)])).toEqual([
    ['E', ['écran', 'Editors']],
    ['Z', ['Zoom']],
    ['Ε', ['Εικόνες']],
    ['#', ['.NET', '3D']],
  ]);
});

it('has the tags below a tag beside it, and at their own letters', () => {
  const child = { ...tag('Fonts'), parentSlug: 'design' };
  const groups = groupTagsByLetter([child, tag('Design'), { ...tag('Zoom'), parentSlug: 'gone' }]);
  expect(groups.map(({ tags }) => tags.map(({ name, children }) => [name, children]))).toEqual([
    [['Design', [child]]],
    [['Fonts', undefined]],
    [['Zoom', undefined]],
  ]);
});

it('finds a tag by any part of its name, whatever the case and accents', () => {
  expect(matchesTagFilter(tag('Écran partagé'), ' PARTAGE ')).toBe(true);
  expect(matchesTagFilter(tag('Icons'), 'fonts')).toBe(false);
  expect(matchesTagFilter({ ...tag('Icons'), otherNames: ['Glyphs'] }, 'glyph')).toBe(true);
});

import { assignSlugs, slugCandidates, slugify } from '@/server/text/slug';

it.each([
  ['React Router', 'react-router'],
  ['  Node.js! ', 'node-js'],
  ['C', 'c'],
  ['C++', 'c-plus-plus'],
  ['C#', 'c-sharp'],
  ['F# & OCaml', 'f-sharp-and-ocaml'],
  ['Crème brûlée', 'creme-brulee'],
  ['Straße', 'strasse'],
  ['µWebSockets', 'uwebsockets'],
  ["You Don't Know Node", 'you-dont-know-node'],
  ['@databases', 'databases'],
  ['日本語', '日本語'],
  ['Ελλάδα', 'ελλάδα'],
  ['مرحبا', 'مرحبا'],
  ['🚀', ''],
  ['---', ''],
])('turns “%s” into the slug “%s”', (name, slug) => {
  expect(slugify(name)).toBe(slug);
});

it.each([
  ['a word', 'word '.repeat(40), 'word-'.repeat(15) + 'word'],
  ['the limit without a word', 'x'.repeat(81), 'x'.repeat(80)],
  ['nothing that fits', `${'x'.repeat(40)} ${'y'.repeat(39)}`, `${'x'.repeat(40)}-${'y'.repeat(39)}`],
  [
    'the limit when the last word is half of it',
    `${'x'.repeat(40)} ${'y'.repeat(50)}`,
    `${'x'.repeat(40)}-${'y'.repeat(39)}`,
  ],
  ['a word after more than half of the limit', `${'x'.repeat(41)} ${'y'.repeat(50)}`, 'x'.repeat(41)],
])('cuts a long name at %s', (_, name, slug) => {
  expect(slugify(name)).toBe(slug);
});

const figma = { name: 'Figma', url: 'https://www.figma.example/x', canonicalURL: 'https://figma.example/x' };

it('offers a product its name as a slug, then its name with 2 to 9, then with a hash of its URL', () => {
  const numbered = [2, 3, 4, 5, 6, 7, 8, 9].map((number) => `figma-${number}`);
  expect(slugCandidates(figma)).toEqual(['figma', ...numbered, 'figma-d36038ca6dfa']);
  expect(slugCandidates({ ...figma, name: '🚀' })[0]).toBe('figma-example');
});

it('assigns each product of a list a slug of its own', () => {
  const taken = new Set(['figma', 'figma-2']);
  expect(assignSlugs([figma, figma], taken).map(({ slug }) => slug)).toEqual(['figma-3', 'figma-4']);
  const all = assignSlugs(
    Array.from({ length: 11 }, () => figma),
    new Set(),
  ).map(({ slug }) => slug);
  expect(new Set(all).size).toBe(11);
});

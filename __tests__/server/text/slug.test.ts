import { slugify } from '@/server/text/slug';

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

it('cuts a long name at a word', () => {
  expect(slugify('word '.repeat(40))).toBe('word-'.repeat(15) + 'word');
});

import { cutAtWord } from '@/server/text/words';

it.each([
  ['one two three', 13, 'one two three'],
  ['one two three', 12, 'one two…'],
  ['one two three', 8, 'one two…'],
  ['one two three', 7, 'one tw…'],
  ['onetwothree', 5, 'onet…'],
  ['one, two', 5, 'one…'],
  ['a b', 2, 'a…'],
  ['abcd efghijkl', 9, 'abcd efg…'],
  ['abcde fghijkl', 9, 'abcde…'],
  ['ééééé', 5, 'éé…'],
])('cuts %j to %d characters', (text, charsMax, cut) => {
  expect(cutAtWord(text, charsMax)).toBe(cut);
});

it('keeps what readers see as one character whole', () => {
  expect(cutAtWord('👩‍👩‍👧 x y z', 8)).toBe('👩‍👩‍👧 x…');
  expect(cutAtWord('x👩‍👩‍👧', 4)).toBe('x…');
});

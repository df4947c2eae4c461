import fc from 'fast-check';
import { editCost, editsMax } from '@/server/text/edit-distance';

it.each([
  ['the same word', 'react', 'react', 0],
  ['swapped letters', 'raect', 'react', 9],
  ['a missing letter', 'reat', 'react', 10],
  ['an extra letter', 'reeact', 'react', 10],
  ['a wrong letter', 'reakt', 'react', 11],
  ['a missing first letter', 'eact', 'react', 13],
  ['a wrong first letter', 'leact', 'react', 14],
  ['two edits', 'raekt', 'react', Infinity],
])('%s has a cost', (_, typed, word, whole) => {
  expect(editCost(typed, word, 1).whole).toBe(whole);
});

it('finds the beginning of a word that costs least', () => {
  expect(editCost('typsc', 'typescript', 1)).toEqual({ whole: Infinity, start: 10, startUnits: 6 });
  expect(editCost('ypesc', 'typescript', 1)).toEqual({ whole: Infinity, start: 13, startUnits: 6 });
});

it('reads words of up to 63 letters', () => {
  const cost = (length: number) => editCost('x'.repeat(length), 'x'.repeat(length), 2).whole;
  expect([cost(63), cost(64)]).toEqual([0, Infinity]);
});

it.each([
  ['css', 0],
  ['html', 1],
  ['angular', 1],
  ['bootstra', 2],
  ['💥💥💥', 0],
])('tolerates in %s this many edits: %i', (word, count) => {
  expect(editsMax(word)).toBe(count);
});

/** The definition, without a limit or a shortcut. */
function slowCost(typed: string, word: string): number {
  if (typed === '' || word === '') return 10 * (typed.length + word.length);
  const [typedEnd, wordEnd] = [typed.at(-1), word.at(-1)];
  const costs = [
    slowCost(typed.slice(0, -1), word) + 10,
    slowCost(typed, word.slice(0, -1)) + 10,
    slowCost(typed.slice(0, -1), word.slice(0, -1)) + (typedEnd === wordEnd ? 0 : 11),
  ];
  const isSwap = typedEnd !== wordEnd && typedEnd === word.at(-2) && wordEnd === typed.at(-2);
  if (isSwap) costs.push(slowCost(typed.slice(0, -2), word.slice(0, -2)) + 9);
  return Math.min(...costs);
}

it('equals its definition up to the limit', () => {
  const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(letters, letters, fc.constantFrom(1, 2), (typed, word, mistakes) => {
      const expected = slowCost(typed, word);
      const first = typed[0] === word[0] ? 0 : 3;
      const cost = editCost(typed, word, mistakes).whole;
      // Beyond the limit, the exact figure is of no use.
      if (cost === Infinity) expect(expected).toBeGreaterThan(mistakes * 9);
      else expect(cost).toBe(expected + first);
      if (expected <= mistakes * 9) expect(cost).toBe(expected + first);
    }),
    { seed: 20261121 },
  );
});

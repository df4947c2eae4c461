import { numberCondition, numberLexemes } from '@/server/search/search-words';

const numbers = [
  -1_200, -120, -12, -10, -1.5, -1, -0.25, -0.2, 0, 0.05, 0.1, 1, 1.5, 9.99, 10, 12, 100, 120, 1_200,
];
const comparisons = [
  ['<', (a: number, b: number) => a < b],
  ['<=', (a: number, b: number) => a <= b],
  ['=', (a: number, b: number) => a === b],
  ['!=', (a: number, b: number) => a !== b],
  ['>=', (a: number, b: number) => a >= b],
  ['>', (a: number, b: number) => a > b],
] as const;

/** Whether the words of a product meet a condition: one of several words, or none of them. */
function meets(words: readonly string[], condition: string): boolean {
  const wanted = (condition.match(/'[^']+'/g) ?? []).map((word) => word.slice(1, -1));
  return wanted.some((word) => words.includes(word)) !== condition.startsWith('!');
}

it.each(comparisons)('finds the numbers that are %s each of the others', (comparison, isMet) => {
  for (const bound of numbers) {
    const condition = numberCondition('weights', comparison, bound);
    const found = numbers.filter((number) => meets(numberLexemes('weights', number), condition));
    expect([bound, found]).toEqual([bound, numbers.filter((number) => isMet(number, bound))]);
  }
});

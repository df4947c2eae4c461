/** What one mistake costs; that two letters changed places is the likeliest of all. */
const COST = { swap: 0.9, missingOrExtra: 1, wrong: 1.1 } as const;
/** Nobody mistypes the first letter as easily as the others. */
const FIRST_LETTER_COST = 0.3;

/** What a typed word costs to be read as another one, or as the beginning of it. Infinite beyond the allowed mistakes. */
export type SpellingCost = { whole: number; start: number; startUnits: number };

/** Mistakes that are forgiven: one from four letters on, two from eight on. */
export function mistakesMax(word: string): number {
  const length = Array.from(word).length;
  if (length < 4) return 0;
  return length < 8 ? 1 : 2;
}

/**
 * Damerau and Levenshtein's distance (no piece edited twice) between a typed word and a real one, with the costs above.
 *
 * @param mistakes how many are allowed at most, 0 to 2.
 */
export function spellingCost(typed: string, word: string, mistakes: number): SpellingCost {
  const limit = mistakes * COST.wrong;
  const wordUnits = Math.min(word.length, typed.length + mistakes);
  const width = typed.length + 1;
  let beforePrevious = new Float64Array(width);
  let previous = Float64Array.from({ length: width }, (_, index) => index * COST.missingOrExtra);
  let current = new Float64Array(width);
  const cost: SpellingCost = { whole: Infinity, start: Infinity, startUnits: 0 };

  for (let row = 1; row <= wordUnits; row += 1) {
    current[0] = row * COST.missingOrExtra;
    let least = current[0];
    for (let column = 1; column < width; column += 1) {
      const value = cheapest({ typed, word, row, column, beforePrevious, previous, current });
      current[column] = value;
      if (value < least) least = value;
    }
    const end = current[width - 1] ?? Infinity;
    if (end <= limit && end < cost.start) Object.assign(cost, { start: end, startUnits: row });
    if (row === word.length && end <= limit) cost.whole = end;
    if (least > limit) break;
    [beforePrevious, previous, current] = [previous, current, beforePrevious];
  }
  const first = typed[0] === word[0] ? 0 : FIRST_LETTER_COST;
  return { whole: cost.whole + first, start: cost.start + first, startUnits: cost.startUnits };
}

type Cell = {
  typed: string;
  word: string;
  row: number;
  column: number;
  beforePrevious: Float64Array;
  previous: Float64Array;
  current: Float64Array;
};

function cheapest({ typed, word, row, column, beforePrevious, previous, current }: Cell): number {
  const isSame = word[row - 1] === typed[column - 1];
  let value = (previous[column - 1] ?? 0) + (isSame ? 0 : COST.wrong);
  value = Math.min(
    value,
    (previous[column] ?? 0) + COST.missingOrExtra,
    (current[column - 1] ?? 0) + COST.missingOrExtra,
  );
  const isSwap =
    row > 1 && column > 1 && word[row - 1] === typed[column - 2] && word[row - 2] === typed[column - 1];
  return isSwap ? Math.min(value, (beforePrevious[column - 2] ?? 0) + COST.swap) : value;
}

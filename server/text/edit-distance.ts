/** Cost of one edit, in tenths. Swapped letters are the likeliest mistake, so they cost least. */
const COST = { swap: 9, missingOrExtra: 10, wrong: 11 } as const;
/** Extra cost of a different first letter, which people rarely mistype. */
const FIRST_LETTER_COST = 3;

/** Costs of reading a typed word as another word (`whole`) or as its beginning (`start`). Infinite beyond the limit. */
export type EditCost = { whole: number; start: number; startUnits: number };

/** Number of tolerated edits: one from four letters, two from eight. */
export function editsMax(word: string): number {
  const length = Array.from(word).length;
  if (length < 4) return 0;
  return length < 8 ? 1 : 2;
}

const unitsMax = 64;
/** Reused between calls, because a keystroke makes ten thousand of them. */
let beforePrevious = new Int16Array(unitsMax);
let previous = new Int16Array(unitsMax);
let current = new Int16Array(unitsMax);

/**
 * Computes the Damerau–Levenshtein distance (optimal string alignment) between a typed word and a known word, with the
 * costs above.
 *
 * @param mistakes maximum number of edits, 0 to 2.
 */
export function editCost(typed: string, word: string, mistakes: number): EditCost {
  const cost: EditCost = { whole: Infinity, start: Infinity, startUnits: 0 };
  const width = typed.length;
  if (width >= unitsMax) return cost;
  const limit = mistakes * COST.wrong;
  const rows = Math.min(word.length, width + mistakes);
  for (let column = 0; column <= width; column += 1) previous[column] = column * COST.missingOrExtra;

  for (let row = 1; row <= rows; row += 1) {
    const letter = word.charCodeAt(row - 1);
    let left = row * COST.missingOrExtra;
    let least = left;
    current[0] = left;
    for (let column = 1; column <= width; column += 1) {
      const isSame = letter === typed.charCodeAt(column - 1);
      let value = (previous[column - 1] ?? 0) + (isSame ? 0 : COST.wrong);
      value = Math.min(value, left + COST.missingOrExtra, (previous[column] ?? 0) + COST.missingOrExtra);
      if (!isSame && row > 1 && column > 1 && letter === typed.charCodeAt(column - 2)) {
        const isSwap = word.charCodeAt(row - 2) === typed.charCodeAt(column - 1);
        if (isSwap) value = Math.min(value, (beforePrevious[column - 2] ?? 0) + COST.swap);
      }
      current[column] = value;
      left = value;
      if (value < least) least = value;
    }
    if (left <= limit && left < cost.start) {
      cost.start = left;
      cost.startUnits = row;
    }
    if (row === word.length && left <= limit) cost.whole = left;
    if (least > limit) break;
    [beforePrevious, previous, current] = [previous, current, beforePrevious];
  }
  const first = typed.charCodeAt(0) === word.charCodeAt(0) ? 0 : FIRST_LETTER_COST;
  cost.whole += first;
  cost.start += first;
  return cost;
}

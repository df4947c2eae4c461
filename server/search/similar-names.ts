import { nameKey } from './search-text';
import { editsMax, editCost } from './edit-distance';

/** Minimum length, in letters, of a name that counts as similar because another name starts with it. */
const beginningUnitsMin = 4;

/** Whether two names are easy to confuse: equal except for signs and case, a typo apart, or one the beginning of the other. */
export function areSimilarNames(one: string, other: string): boolean {
  const [short = '', long = ''] = [nameKey(one), nameKey(other)].sort((a, b) => a.length - b.length);
  if (short === '') return false;
  if (short === long || (short.length >= beginningUnitsMin && long.startsWith(short))) return true;
  return Number.isFinite(editCost(long, short, editsMax(short)).whole);
}

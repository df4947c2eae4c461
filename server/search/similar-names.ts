import { nameKey } from './search-text';
import { editsMax, editCost } from './edit-distance';

/** A name that begins another one says little when it is shorter. Letters. */
const beginningUnitsMin = 4;

/** Whether two names could be taken for one: equal but for signs and case, one with a mistake, or one longer. */
export function areSimilarNames(one: string, other: string): boolean {
  const [short = '', long = ''] = [nameKey(one), nameKey(other)].sort((a, b) => a.length - b.length);
  if (short === '') return false;
  if (short === long || (short.length >= beginningUnitsMin && long.startsWith(short))) return true;
  return Number.isFinite(editCost(long, short, editsMax(short)).whole);
}

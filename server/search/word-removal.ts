import { readWordPositions } from '@/lib/contract/plain/words';
import type { Alternatives, Reading } from './reading';
import { type QueryWord, readQuery } from './search-text';

/** What a search does once nothing has all words of a query, as in Algolia's protocol. */
export type Removal = 'none' | 'lastWords' | 'firstWords' | 'allOptional';

/** A query with fewer words that must match. */
export type Shorter = {
  reading: Reading;
  alternatives: Alternatives;
  /** Words that may be missing, and how many of them must match. The reading has the words that must match, too. */
  optional?: { isOptional: readonly boolean[]; countMin: number };
  /** Looked for only if the queries before it have fewer matches. */
  fewerThan: number;
  /** The query, with what was removed between `<em>` and `</em>`. Undefined if no certain word was. */
  queryAfterRemoval?: string;
};

const REMOVED_MAX = 5;
/** More matches than any query has. */
export const ALWAYS = 1_000_000_000;

/** The shorter forms of a query, in the order in which they are tried. */
export function listShorter(
  query: string,
  {
    words,
    reading,
    alternatives,
  }: { words: readonly QueryWord[]; reading: Reading; alternatives: Alternatives },
  { removal, optionalWords, wanted }: { removal: Removal; optionalWords: readonly string[]; wanted: number },
): Shorter[] {
  const keep = (isKept: (at: number) => boolean) => {
    const kept = <Each>(each: readonly Each[]) => each.filter((_, at) => isKept(at));
    return {
      reading: kept(reading),
      alternatives: { exact: kept(alternatives.exact), others: kept(alternatives.others) },
    };
  };
  const anyOf = (isLeft: readonly boolean[]) => {
    const left = keep((at) => isLeft[at] ?? true);
    const { exact, others } = left.alternatives;
    return {
      reading: [left.reading.flat()],
      alternatives: { exact: [exact.flat()], others: [others.flat()] },
    };
  };
  const shorter: Shorter[] = [];
  const optional = readOptional(optionalWords, words[0]?.kind === 'sign');
  const isRequired = words.map(({ text }) => !optional.has(text));
  if (isRequired.includes(false) && words.length > 1)
    shorter.push(...listLevels({ reading, alternatives, isRequired, wanted }));
  if (removal === 'lastWords' || removal === 'firstWords') {
    const isLast = removal === 'lastWords';
    // Windows of a script without spaces go with the words that they are of.
    const read = readWordPositions(query).filter(({ start }) => start < (words.at(-1)?.end ?? 0));
    const positions = read.length > 0 ? read : words;
    for (let removed = 1; removed <= Math.min(REMOVED_MAX, positions.length - 1); removed += 1) {
      const at = (isLast ? positions.at(-removed)?.start : positions[removed - 1]?.end) ?? 0;
      const isLeft = words.map(({ start, end }) => (isLast ? end <= at : start >= at));
      if (!isLeft.includes(true)) continue;
      const hasRequired = isLeft.some((left, place) => left && isRequired[place]);
      shorter.push({
        ...(hasRequired
          ? keep((place) => isLeft[place] === true && isRequired[place] === true)
          : anyOf(isLeft)),
        fewerThan: 1,
        queryAfterRemoval: isLast
          ? `${query.slice(0, at)}<em>${query.slice(at)}</em>`
          : `<em>${query.slice(0, at)}</em>${query.slice(at)}`,
      });
    }
  }
  return shorter;
}

const hasWords = (text: string) => /[\p{L}\p{N}]/u.test(text);
/** The number of words that are read, counting repeated words: reading one takes about 10 µs. */
const OPTIONAL_WORDS_MAX = 40;

/** The first words of the texts. Signs are read only for a query of signs: a query with words has no optional signs. */
function readOptional(texts: readonly string[], areSigns: boolean): ReadonlySet<string> {
  const words: string[] = [];
  for (const text of texts) {
    if (words.length >= OPTIONAL_WORDS_MAX) break;
    if (areSigns || hasWords(text)) words.push(...readQuery(text).map((word) => word.text));
  }
  return new Set(words);
}

/** The queries that nothing has all words of, with each of the words optional. */
export const listOfSomeWords = (whole: { reading: Reading; alternatives: Alternatives }, wanted: number) =>
  listLevels({ ...whole, isRequired: whole.reading.map(() => false), wanted });

/** A request may have eight searches, and the condition of each names every combination. */
const COMBINATIONS_MAX = 6;

/** As Algolia ranks: products that have more of the optional words first. */
function listLevels({
  reading,
  alternatives,
  isRequired,
  wanted,
}: {
  reading: Reading;
  alternatives: Alternatives;
  isRequired: readonly boolean[];
  wanted: number;
}): Shorter[] {
  const isOptional = isRequired.map((required) => !required);
  const optionalCount = isOptional.filter(Boolean).length;
  const least = isRequired.includes(true) ? 0 : 1;
  const counts = Array.from({ length: optionalCount - least }, (_, index) => optionalCount - 1 - index);
  return counts
    .filter((count) => count === least || countCombinations(optionalCount, count) <= COMBINATIONS_MAX)
    .map((countMin) => ({
      ...{ reading, alternatives },
      optional: { isOptional, countMin },
      // A page that is full needs no order of what follows, but all are counted.
      fewerThan: countMin === least ? ALWAYS : wanted,
    }));
}

const countCombinations = (from: number, count: number): number =>
  count === 0 ? 1 : (countCombinations(from - 1, count - 1) * from) / count;

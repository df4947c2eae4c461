import type { Deps } from '@/server/deps';
import { listSearchHits, type SearchHitRow } from '@/server/queries/search/search-hits';
import { findSomeWords } from '@/server/queries/search/some-words';
import { mapInSlices } from '@/server/base/iterate';
import type { MeantWord } from './meant-words';
import { choicesCondition, narrowed, oneOf } from './reading';
import { readTokens } from './search-text';
import { type SearchField } from './lexemes';

/** A product that lacks some words of the query, which are named as they were typed. */
export type PartialHit = { hit: SearchHitRow; missingWords: string[] };

/** What a word is worth nowhere, in the text, the tagline, a tag and the name. */
const WORTH: readonly number[] = [0, 1, 2, 3, 3];
/** What two neighbors of the query are worth more where they are neighbors in a text, too, as a share of the rarer one. */
const NEAR_SHARE = 0.5;
const nearTokensMax = 4;
/** Texts of so many products are compared for how near the words are to each other. */
const MORE_COMPARED = 10;
const comparedCharsMax = 600;

/**
 * Finds the products that have some of the words, the best first: by how rare the words are that they have, where these
 * stand, and how near to each other.
 */
export async function findPartialHits(
  { db, knownHits }: Pick<Deps, 'db' | 'knownHits'>,
  words: readonly MeantWord[],
  asked: {
    filter: string | undefined;
    leftOut: readonly string[];
    hitsMax: number;
    valueKeys: readonly string[];
    within: SearchField;
  },
): Promise<PartialHit[]> {
  if (words.length === 0) return [];
  const found = await findSomeWords(
    db,
    words.map((word) => conditionsOf(word, asked.within)),
    asked,
  );
  const rarities = words.map(
    ({ weight }, index) => weight * rarityOf(found.frequencies[index] ?? 0, found.documentCount),
  );
  const scored = found.candidates
    .map(({ id, upvoteCount, places }) => ({ id, upvoteCount, places, score: scoreOf(places, rarities) }))
    .toSorted((one, other) => other.score - one.score || other.upvoteCount - one.upvoteCount)
    .slice(0, asked.hitsMax + MORE_COMPARED);
  const ids = scored.map(({ id }) => id);
  const { hits } = await knownHits.reuse(async (known) => ({
    hits: await listSearchHits(db, ids, asked.valueKeys, known),
  }));
  const byId = new Map(hits.map((hit) => [hit.id, hit]));
  const indexesOf = readIndexes(words);
  const compared = await mapInSlices(scored, ({ id, places, score }) => {
    const hit = byId.get(id);
    if (!hit) return [];
    const missingWords = words.flatMap(({ typed, isCorrected }, index) =>
      places[index] && !isCorrected ? [] : [typed],
    );
    return [{ hit, missingWords, score: score + nearness(hit, indexesOf, rarities) }];
  });
  return compared
    .flat()
    .toSorted(
      (one, other) =>
        Number(one.missingWords.length > 0) - Number(other.missingWords.length > 0) ||
        other.score - one.score,
    )
    .slice(0, asked.hitsMax);
}

export const conditionsOf = (word: MeantWord, within: SearchField) => {
  const { choices, synonyms, facets, weight } = word;
  return {
    weight,
    any: oneOf([choicesCondition(allChoices(word), narrowed('any', within)), ...facets]),
    head: choicesCondition([...choices, ...synonyms], narrowed('head', within)),
    label: choicesCondition(choices, narrowed('label', within)),
    name: choicesCondition(choices, narrowed('name', within)),
  };
};

export const allChoices = ({ choices, synonyms, related }: MeantWord) => [
  ...choices,
  ...synonyms,
  ...related,
];

export const rarityOf = (count: number, documentCount: number) =>
  Math.log(1 + (documentCount - count + 0.5) / (count + 0.5));

export const scoreOf = (places: readonly number[], rarities: readonly number[]): number =>
  places.reduce((sum, place, index) => sum + (WORTH[place] ?? 0) * (rarities[index] ?? 0), 0);

/** What the neighbors among the words are worth that are near each other in a text. */
function nearness(hit: SearchHitRow, indexesOf: IndexesOf, rarities: readonly number[]): number {
  const positions = rarities.map((): number[] => []);
  let position = 0;
  for (const text of [hit.name, hit.content.slice(0, comparedCharsMax), ...hit.tags]) {
    for (const token of readTokens(text)) {
      position += 1;
      for (const index of indexesOf(token.text)) positions[index]?.push(position);
    }
    position += nearTokensMax;
  }
  return rarities.slice(1).reduce((sum, rarity, index) => {
    const areNear = haveNear(positions[index] ?? [], positions[index + 1] ?? []);
    return sum + (areNear ? NEAR_SHARE * Math.min(rarities[index] ?? 0, rarity) : 0);
  }, 0);
}

/** Whether two ascending lists have positions near each other. */
function haveNear(left: readonly number[], right: readonly number[]): boolean {
  let from = 0;
  return left.some((at) => {
    while ((right[from] ?? Infinity) < at - nearTokensMax) from += 1;
    return Math.abs((right[from] ?? Infinity) - at) <= nearTokensMax;
  });
}

/** The places in the query of the words that a token of a text is a form of. */
type IndexesOf = (token: string) => readonly number[];

function readIndexes(words: readonly MeantWord[]): IndexesOf {
  const byToken = new Map<string, number[]>();
  const starts: { start: string; index: number }[] = [];
  for (const [index, word] of words.entries()) {
    for (const {
      words: [first = '', ...others],
      isPrefix,
    } of allChoices(word)) {
      if (others.length > 0) continue;
      if (isPrefix) starts.push({ start: first, index });
      else byToken.set(first, [...(byToken.get(first) ?? []), index]);
    }
  }
  return (token) => [
    ...(byToken.get(token) ?? []),
    ...starts.flatMap(({ start, index }) => (token.startsWith(start) ? index : [])),
  ];
}

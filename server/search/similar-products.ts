import type { Tag } from '@/lib/contract/tag';
import type { Deps } from '@/server/deps';
import { listAlternatives } from '@/server/queries/products/alternatives';
import { findSomeWords } from '@/server/queries/search/some-words';
import { tagCondition } from './lexemes';
import { listMeantWords } from './meant-words';
import { readQueryParts } from './query-parts';
import { conditionsOf, rarityOf, scoreOf } from './some-words';

type Subject = { id: string; tagline: string; tags: readonly Tag[] };

/** With the words of the tagline, as many conditions as a search has at most. */
const TAGS_MAX = 5;
const WORDS_MAX = 5;
/** Sharing fewer words says nothing where no tag is shared. */
const SHARED_WORDS_MIN = 2;

/**
 * Listed products like another one, the most similar first: its alternatives, then those that share tags and words of its
 * tagline, by how rare these are. What is read is bounded as in a search for some words.
 *
 * @returns their ids.
 */
export async function findSimilarProducts(
  { db, vocabulary }: Pick<Deps, 'db' | 'vocabulary'>,
  { id, tagline, tags }: Subject,
  limit: number,
): Promise<string[]> {
  const alternatives = await listAlternatives(db, { productId: id, limit });
  const leftOut = [id, ...alternatives.map(({ productId }) => productId)];
  await vocabulary.readFirst(db);
  const words = await listMeantWords(readQueryParts(tagline), {
    ...{ vocabulary, fields: [], correctsMistakes: false },
  });
  const telling = words.toSorted((one, other) => other.weight - one.weight).slice(0, WORDS_MAX);
  const tagConditions = tags.slice(0, TAGS_MAX).map(({ slug }) => {
    const condition = tagCondition(slug);
    return { any: condition, head: condition, label: condition, name: condition, weight: 1 };
  });
  const conditions = [...tagConditions, ...telling.map((word) => conditionsOf(word, 'any'))];
  const wanted = limit - alternatives.length;
  if (conditions.length === 0 || wanted === 0) return leftOut.slice(1);
  const found = await findSomeWords(db, conditions, { filter: undefined, leftOut });
  const rarities = conditions.map(
    ({ weight }, index) => weight * rarityOf(found.frequencies[index] ?? 0, found.documentCount),
  );
  const similar = found.candidates
    .filter(({ places }) => {
      const shared = places.map((place, index) => (place > 0 ? index : -1)).filter((index) => index >= 0);
      return shared.length >= SHARED_WORDS_MIN || shared.some((index) => index < tagConditions.length);
    })
    .map((candidate) => ({ ...candidate, score: scoreOf(candidate.places, rarities) }))
    .toSorted(
      (one, other) =>
        other.score - one.score || other.upvoteCount - one.upvoteCount || Number(other.id) - Number(one.id),
    );
  return [...leftOut.slice(1), ...similar.slice(0, wanted).map((candidate) => candidate.id)];
}

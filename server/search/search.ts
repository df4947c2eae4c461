import { mapInSlices } from '@/server/base/iterate';
import type { Deps } from '@/server/deps';
import {
  type AskedSearch,
  type FoundProducts,
  type FoundSearch,
  searchProducts,
  type SearchReading,
  type SearchWindow,
} from '@/server/queries/search/search-products';
import { editsMax } from '@/server/text/edit-distance';
import {
  type Alternatives,
  type Reading,
  readAsTyped,
  readJoined,
  searchConditions,
  someWordsConditions,
  withAlternatives,
} from './reading';
import { readQueryParts } from './query-parts';
import { type QueryWord, readQuery } from './search-text';
import { type SearchField, tagCondition } from './lexemes';
import { likeliestOf, listMeantWords, type MeantWord } from './meant-words';
import { allChoices, findPartialHits, type PartialHit } from './some-words';
import { listMeanings, type Meaning } from './synonyms';
import { ALWAYS, listOfSomeWords, listShorter, type Removal, type Shorter } from './word-removal';
import type { Field } from '@/server/fields/field';
import type { Suggestion, Vocabulary } from './vocabulary';

export type SearchQuery = SearchWindow & {
  text: string;
  /** A condition on tags and facets, in `tsquery` syntax. */
  filter: string | undefined;
  /** With `min`, only where nothing has the words as typed; with it or `strict`, with the likeliest corrections alone. */
  correctsMistakes: boolean | 'min' | 'strict';
  /** Where the words must stand. */
  within?: SearchField;
  removal?: Removal;
  optionalWords?: readonly string[];
  /** Which meanings of moderators count as much as the words themselves. */
  exactMeanings?: { ofOneWord: boolean; ofSeveral: boolean };
  /** Products that have some of the words follow where fewer than a page have all. Words are looked for in these fields, too. */
  fillsPage?: (Pick<Deps, 'knownHits'> & { fields: readonly Field[] }) | undefined;
};

export type SearchResult = FoundProducts & {
  /** The words that were searched for, including corrections, for highlighting. */
  reading: Reading;
  /** What follows the hits where products with some of the words were asked for. */
  partialHits: PartialHit[];
  queryAfterRemoval?: string | undefined;
};

/** Each takes 0.2 ms, because its text is read. */
const partialHitsMax = 20;

/** With fewer matches, the database tries corrected words as well: first the likeliest corrections, then all. */
const plentifulMatches = 5;

/**
 * Searches the database for the words as typed and, with few matches, for corrected words; a second statement fills the page.
 *
 * Corrections come from the words known at the moment. New words are read after the search, for the next keystroke.
 *
 * @param find runs the query. By default, each search runs a statement of its own.
 */
export async function search(
  { db, vocabulary }: Pick<Deps, 'db' | 'vocabulary'>,
  {
    text,
    filter,
    correctsMistakes,
    fillsPage,
    within = 'any',
    removal = 'none',
    optionalWords = [],
    exactMeanings = { ofOneWord: true, ofSeveral: false },
    ...window
  }: SearchQuery,
  find: (asked: AskedSearch) => Promise<FoundSearch> = (asked) => searchProducts(db, asked),
): Promise<SearchResult> {
  const words = readQuery(text);
  if (words.length > 0) await vocabulary.readFirst(db);
  const readings = [readAsTyped(words)];
  const alternatives = await listAlternatives(words, vocabulary, exactMeanings);
  let fewerThan = correctsMistakes === 'min' ? 1 : plentifulMatches;
  if (correctsMistakes !== false && words.some(isCorrectable)) {
    // A page is filled with what a word means that is spelled right. Other searches find colors by "colour" as a mistake.
    const isRight = ({ text }: QueryWord) => fillsPage !== undefined && vocabulary.isSpelled([text]);
    const corrected = await correct(words, { vocabulary, isRight });
    readings.push(...corrected.slice(0, correctsMistakes === true ? 2 : 1));
    // Several known words may be meant together, however few products have them all.
    if (words.length > 1 && words.every(({ text, isPrefix }) => vocabulary.has(text, isPrefix)))
      fewerThan = 1;
  }
  const corrected = readings.at(-1) ?? [];
  const whole = { words, reading: corrected, alternatives };
  const shorter = listShorter(text, whole, { removal, optionalWords, wanted: window.to });
  const joined = readJoined(text, words);
  const asAsked = [
    ...(joined ? [joined] : []),
    ...readings.map((reading, at) => ({ reading, alternatives, fewerThan: at === 0 ? ALWAYS : fewerThan })),
    ...shorter,
  ];
  const findOne = async (asked: readonly Shorter[]) => {
    const conditions = asked.map(({ optional, ...each }, index): SearchReading => ({
      ...(optional
        ? someWordsConditions(each.reading, { alternatives: each.alternatives, within }, optional)
        : searchConditions(text, each.reading, {
            ...{ alternatives: each.alternatives, within },
            // With a filter, words that have matches without it are enough.
            isFiltered: index === 0 && !joined && filter !== undefined && shorter.length === 0,
          })),
      ...(index > 0 && { fewerThan: each.fewerThan }),
    }));
    const answer = await find({
      ...(words.length > 0 ? { readings: conditions, filter } : { readings: readWithoutWords(text, filter) }),
      window,
    });
    return { ...answer, chosen: asked[answer.readingIndex] };
  };
  const first = await findOne(asAsked);
  const isOfSome = first.total === 0 && removal === 'allOptional' && words.length > 1;
  const {
    readingIndex: _,
    chosen,
    ...found
  } = isOfSome ? await findOne(listOfSomeWords(whole, window.to)) : first;
  vocabulary.readLater(db);
  const reading = chosen
    ? withAlternatives(chosen.reading, chosen.alternatives.exact, chosen.alternatives.others)
    : [];
  const queryAfterRemoval = chosen?.queryAfterRemoval;
  const wanted = window.to - window.from;
  const answered = { ...found, reading, partialHits: [], queryAfterRemoval };
  if (!fillsPage || window.from > 0 || found.total >= wanted || words.length === 0) return answered;
  const meant = await listMeantWords(readQueryParts(text), {
    ...{ vocabulary, fields: fillsPage.fields },
    correctsMistakes: correctsMistakes !== false,
  });
  if (words.length === 1 && !meant.some(hasOtherWords)) return answered;
  const partialHits = await findPartialHits({ db, knownHits: fillsPage.knownHits }, meant, {
    ...{ filter, within },
    leftOut: found.hits.map(({ id }) => id),
    hitsMax: Math.min(wanted - found.hits.length, partialHitsMax),
    valueKeys: window.valueKeys ?? [],
  });
  return {
    ...answered,
    reading: found.hits.length > 0 ? reading : meant.map(allChoices),
    partialHits,
  };
}

/** Whether a word has forms or meanings that a search for it and what begins with it does not find. */
const hasOtherWords = (word: MeantWord) => {
  const [typed] = word.choices;
  const [start = ''] = typed?.words ?? [];
  // A search has looked for corrections, too.
  return [...word.choices, ...word.synonyms, ...(word.isCorrected ? [] : word.related)].some(
    ({ words: [first = '', ...others] }) =>
      others.length > 0 || (typed?.isPrefix ? !first.startsWith(start) : first !== start),
  );
};

/** What moderators say that the words mean. */
async function listAlternatives(
  words: readonly QueryWord[],
  vocabulary: Vocabulary,
  { ofOneWord, ofSeveral }: { ofOneWord: boolean; ofSeveral: boolean },
): Promise<Alternatives> {
  const meanings = vocabulary.synonyms.moderators.find(words.map(({ text }) => ({ needed: [text] })));
  const isExact = ({ from, to, words: meaning }: Meaning) =>
    to - from === 1 && meaning.length === 1 ? ofOneWord : ofSeveral;
  return {
    exact: await listMeanings(words, meanings.filter(isExact)),
    others: await listMeanings(
      words,
      meanings.filter((meaning) => !isExact(meaning)),
    ),
  };
}

/** Without a text, everything is asked for. What is neither a word nor a sign, such as a joiner, no product has. */
function readWithoutWords(text: string, filter: string | undefined): SearchReading[] {
  if (text.trim() !== '') return [{ any: NOTHING }];
  return filter === undefined ? [] : [{ any: filter }];
}
const NOTHING = tagCondition('');

const isCorrectable = ({ text, kind }: QueryWord) => kind === 'spaced' && editsMax(text) > 0;

/**
 * Returns readings of the query, first with the likeliest corrections (of unknown words only, if there are any), then
 * with all. Every reading includes the words as typed.
 */
async function correct(
  words: readonly QueryWord[],
  { vocabulary, isRight }: { vocabulary: Vocabulary; isRight: (word: QueryWord) => boolean },
): Promise<Reading[]> {
  const suggestions = await mapInSlices(words, (word) =>
    isCorrectable(word) && !isRight(word) ? vocabulary.suggest(word.text, word.isPrefix) : [],
  );
  if (suggestions.every(({ length }) => length === 0)) return [];
  const isKnown = words.map(({ text, isPrefix }) => vocabulary.has(text, isPrefix));
  const hasUnknown = isKnown.some((known, index) => !known && suggestions[index]?.length !== 0);
  const likeliest = suggestions.map((some, index) => (hasUnknown && isKnown[index] ? [] : likeliestOf(some)));
  const extend = (tried: readonly (readonly Suggestion[])[]): Reading =>
    readAsTyped(words).map((choices, index) => [...choices, ...(tried[index] ?? [])]);
  const isSame = likeliest.every((some, index) => some.length === suggestions[index]?.length);
  return isSame ? [extend(suggestions)] : [extend(likeliest), extend(suggestions)];
}

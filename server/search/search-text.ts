import { areJoined, isPlainASCII, readSpans, type Span, withSigns } from '@/lib/contract/plain/words';
import { fold } from '@/server/text/fold';
import { readQuerySigns } from './signs';

/** A folded word of a text, and its position in the text. */
export type Token = { text: string; start: number; end: number };

/** `WebTorrent` and `JSONLint` are two words each; `APIs` is one. */
const camelPattern = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll}{2})/gu;
const capitalInside = /(?!^)\p{Lu}/u;
/** In UTF-16 units. The rest of a longer word is not searchable. */
export const wordUnitsMax = 40;
/** The key of a longer name is made of its beginning. */
export const nameKeyUnitsMax = 80;

/** Cuts a text without leaving half of a surrogate pair, which the database rejects. */
export const cutUnits = (text: string, unitsMax: number) =>
  text.length <= unitsMax ? text : text.slice(0, unitsMax).replace(/[\ud800-\udbff]$/, '');

/** Of plain text, `folded` is all of it: folding it at once is several times faster than word by word. */
export function token(text: string, start: number, end: number, folded?: string): Token {
  return {
    text: cutUnits(folded?.slice(start, end) ?? fold(text.slice(start, end)), wordUnitsMax),
    start,
    end,
  };
}

/** Thai sara am is one sign or two. A long vowel at the end of a Japanese word is often not written. */
const characterPattern = /\u0e4d\u0e32|./gsu;
const isKatakana = /\p{Script=Katakana}/u;
const writtenCharsMin = 3;

/** Returns all windows of two characters, and the last character. Any part of the run can be found by its windows. */
export function readWindows(text: string, { start, end }: Span): Token[] {
  const run = text.slice(start, end);
  const characters = Array.from(run.matchAll(characterPattern), ({ 0: character, index }) => ({
    character,
    at: start + index,
  })).filter(
    ({ character }, index, all) =>
      character !== 'ー' || index < writtenCharsMin || isKatakana.test(all[index + 1]?.character ?? ''),
  );
  return characters.map(({ character, at }, index) => {
    const next = characters[index + 1];
    const last = next ?? { character, at };
    return {
      text: cutUnits(fold(character + (next?.character ?? '')), wordUnitsMax),
      start: at,
      end: last.at + last.character.length,
    };
  });
}

/**
 * Returns all searchable forms of the words of a text: `WebTorrent` as `webtorrent`, `web`, `torrent`; `node.js` as
 * `node`, `js`, `.js`, `nodejs`; `C++` as `c`, `c++`; scripts without spaces as windows of two characters.
 *
 * @param joinsWords for names: adjacent words also count as one, so `webtorrent` finds "Web Torrent".
 */
export function readTokens(text: string, { joinsWords = false } = {}): Token[] {
  const tokens: Token[] = [];
  const folded = isPlainASCII(text) ? fold(text) : undefined;
  const push = (each: Token) => {
    if (each.text !== '') tokens.push(each);
  };
  const spans = readSpans(text);
  for (const [index, span] of spans.entries()) {
    const before = spans[index - 1];
    if (span.kind === 'unspaced') {
      readWindows(text, span).forEach(push);
      continue;
    }
    const { start, end } = span;
    push(token(text, start, end, folded));
    const signed = withSigns(text, span);
    if (signed.start < start || signed.end > end) push(token(text, signed.start, signed.end, folded));
    readCamelParts(text, span).forEach(push);
    const followsDot = before?.kind === 'spaced' && before.end === start - 1 && text[start - 1] === '.';
    if (followsDot) push(token(text, start - 1, end, folded));
  }
  readJoins(text, spans, { joinsWords, folded }).forEach(push);
  return tokens;
}

function readCamelParts(text: string, { start, end }: Span): Token[] {
  const word = text.slice(start, end);
  if (!capitalInside.test(word)) return [];
  const cuts = Array.from(word.matchAll(camelPattern), ({ index }) => start + index);
  if (cuts.length === 0) return [];
  return [start, ...cuts].map((from, index) => token(text, from, cuts[index] ?? end));
}

/** Returns joined spellings of adjacent words: each pair, and each word with all that follow it in its chain. */
function readJoins(
  text: string,
  spans: readonly Span[],
  { joinsWords, folded }: { joinsWords: boolean; folded: string | undefined },
): Token[] {
  const joins: Token[] = [];
  const isJoined = (left: Span, right: Span) => joinsWords || areJoined(text, left, right);
  const join = (parts: readonly Span[]) => {
    const [first, last] = [parts[0], parts.at(-1)];
    if (!first || !last || parts.length < 2) return;
    const words = parts.map(({ start, end }) => folded?.slice(start, end) ?? fold(text.slice(start, end)));
    joins.push({ text: cutUnits(words.join(''), wordUnitsMax), start: first.start, end: last.end });
  };
  let chain: Span[] = [];
  const close = () => {
    if (chain.length > 1 && chain.length < 8)
      chain.forEach((_, index) => {
        join(chain.slice(index));
        if (index + 2 < chain.length) join(chain.slice(index, index + 2));
      });
    chain = [];
  };
  for (const span of spans) {
    const last = chain.at(-1);
    if (span.kind === 'unspaced') {
      close();
      continue;
    }
    if (last && isJoined(last, span)) chain.push(span);
    else {
      close();
      chain = [span];
    }
  }
  close();
  return joins;
}

/** Returns the positions of words; in scripts without spaces, the positions of characters. */
export function readWordSpans(text: string): { start: number; end: number }[] {
  return readSpans(text).flatMap((span) =>
    span.kind === 'spaced'
      ? [span]
      : readWindows(text, span).map(({ start }, index, all) => ({
          start,
          end: all[index + 1]?.start ?? span.end,
        })),
  );
}

/** A word that a result must contain. */
export type QueryWord = {
  text: string;
  /** Whether words that start with it match, too. True for the last word, which may be incomplete. */
  isPrefix: boolean;
  /** Windows of a script without spaces (`unspaced`) and signs are not corrected. */
  kind: Span['kind'] | 'sign';
  /** The position of the word in the query, in UTF-16 units. */
  start: number;
  end: number;
};

export const queryWordsMax = 10;
/** Of so many UTF-16 units of a run of letters without spaces, words are read. They hold more words than are used. */
const queryRunUnitsMax = 64;
export const startOfRun = (query: string, { start, end, kind }: Span): Span => {
  return { start, end: start + cutUnits(query.slice(start, end), queryRunUnitsMax).length, kind };
};

/** Reads the words of a query, in order, or its signs if it has no words. */
export function readQuery(query: string): QueryWord[] {
  const words: QueryWord[] = [];
  for (const span of readSpans(query)) {
    if (words.length >= queryWordsMax) break;
    const { start, end } = withSigns(query, span);
    const isSpaced = span.kind === 'spaced';
    const windows = isSpaced ? [token(query, start, end)] : readWindows(query, startOfRun(query, span));
    const isPrefix = !isSpaced && windows.length === 1;
    // The last window is a single character that the previous window contains.
    for (const window of windows.length > 1 ? windows.slice(0, -1) : windows)
      if (window.text !== '') words.push({ ...window, isPrefix, kind: span.kind });
  }
  const some = words.slice(0, queryWordsMax);
  if (some.length === 0) return readQuerySigns(query);
  return some.map((word, index) => (index === some.length - 1 ? { ...word, isPrefix: true } : word));
}

/** Reduces a name to a key without spaces and punctuation, so "Node.js" and "node js" are equal; a name of signs to these. */
export function nameKey(name: string): string {
  const words = readSpans(name).map((span) => {
    const { start, end } = span.kind === 'spaced' ? withSigns(name, span) : span;
    return fold(name.slice(start, end));
  });
  const signs = words.length > 0 ? [] : readQuerySigns(name).map(({ text }) => text);
  return cutUnits([...words, ...signs].join(''), nameKeyUnitsMax);
}

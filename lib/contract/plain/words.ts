/** Most texts are plain ASCII. Testing for that first makes reading and folding several times faster. */
const plainText = /^[\x20-\x7e]*$/;
export const isPlainASCII = (text: string): boolean => plainText.test(text);

/** The position of a word. `kind` determines how it is split further. */
export type Span = { start: number; end: number; kind: 'spaced' | 'unspaced' };

const plainWordPattern = /[A-Za-z0-9]+/g;
/** Without the marks that say how an emoji looks, and those of no letter. */
const wordPattern = /[\p{L}\p{N}](?:[\p{L}\p{N}]|(?![\ufe00-\ufe0f\u20e3])\p{M})*/gu;
/** The letters of scripts without spaces between words, as part of a class of a pattern. */
export const UNSPACED_LETTERS =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}';
const unspacedPattern = new RegExp(`[${UNSPACED_LETTERS}ー々\\p{M}]+`, 'gu');
const startsUnspaced = new RegExp(`^[${UNSPACED_LETTERS}ー々]`, 'u');
export const isUnspaced = (word: string) => startsUnspaced.test(word);

export function readSpans(text: string): Span[] {
  const spans: Span[] = [];
  if (isPlainASCII(text)) {
    for (const { 0: word, index } of text.matchAll(plainWordPattern)) {
      spans.push({ start: index, end: index + word.length, kind: 'spaced' });
    }
    return spans;
  }
  for (const { 0: word, index } of text.matchAll(wordPattern)) {
    let from = 0;
    const push = (start: number, end: number, kind: Span['kind']) => {
      if (end > start) spans.push({ start: index + start, end: index + end, kind });
    };
    for (const { 0: run, index: at } of word.matchAll(unspacedPattern)) {
      if (!startsUnspaced.test(run)) continue;
      push(from, at, 'spaced');
      push(at, at + run.length, 'unspaced');
      from = at + run.length;
    }
    push(from, word.length, 'spaced');
  }
  return spans;
}

/** Includes signs that are part of the word: `c++` and `.net` differ from `c` and `net` only by them. */
export function withSigns(text: string, { start, end }: Span): { start: number; end: number } {
  const hasSigns = text[end] === '+' || text[end] === '#';
  const signs = hasSigns ? (/^[+#]+(?![\p{L}\p{N}])/u.exec(text.slice(end, end + 4))?.[0] ?? '') : '';
  const isDotted = text[start - 1] === '.' && !/[\p{L}\p{N}.]/u.test(text[start - 2] ?? ' ');
  return { start: isDotted ? start - 1 : start, end: end + signs.length };
}

const joiningSigns = "-._/'’&";
/** Whether exactly one of these signs, and nothing else, separates the two words: the hyphen in "e-commerce". */
export const areJoined = (text: string, left: Span, right: Span) =>
  right.start - left.end === 1 && joiningSigns.includes(text.charAt(left.end));

/** The words of a text, those together that a sign joins. */
export function readChains(text: string): Span[][] {
  const chains: Span[][] = [];
  for (const span of readSpans(text)) {
    const chain = chains.at(-1);
    const last = chain?.at(-1);
    const isJoined = last?.kind === 'spaced' && span.kind === 'spaced' && areJoined(text, last, span);
    if (chain && isJoined) chain.push(span);
    else chains.push([span]);
  }
  return chains;
}

export const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });

type Position = { start: number; end: number };

/** Where a dictionary finds words in a run of a script without spaces. */
const readRun = (text: string, { start, end }: Span): Position[] =>
  Array.from(segmenter.segment(text.slice(start, end)), ({ segment, index }) => ({
    start: start + index,
    end: start + index + segment.length,
  }));

/** The positions of words; in scripts without spaces, of what a dictionary takes for words. */
export const readWordPositions = (text: string): Position[] =>
  readSpans(text).flatMap((span) => (span.kind === 'spaced' ? [withSigns(text, span)] : readRun(text, span)));

/** The text without each of its words. Words that a sign joins are one. */
export function listWithoutWord(text: string): { without: string; left: string }[] {
  const positions = readChains(text).flatMap((chain) => {
    const [first, last] = [chain[0], chain.at(-1)];
    if (!first || !last) return [];
    if (first.kind === 'unspaced') return readRun(text, first);
    return [{ start: withSigns(text, first).start, end: withSigns(text, last).end }];
  });
  return positions.map(({ start, end }) => ({
    without: text.slice(start, end),
    left: `${text.slice(0, start)}${text.slice(end)}`.replace(/\s+/g, ' ').trim(),
  }));
}

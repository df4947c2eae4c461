import { isPlainASCII } from '@/lib/contract/plain/words';

// Signs and emoji as words. They count where a query has no other words.

/** Signs that tell texts apart: symbols, flags and emoji. */
const TELLING = '\\p{RI}{2}|[\\p{S}\\p{Extended_Pictographic}#%&*@§¶†‡‰•※\\\\]';
const tellingPattern = new RegExp(TELLING, 'gu');
/** Most texts have most of the others, such as a full stop. */
const anyPattern = new RegExp(`${TELLING}|\\p{P}`, 'gu');
const plainSign = /[!-/:-@[-`{-~]/;
const isSkinTone = /^\p{Emoji_Modifier}$/u;
const oneSign = /^[\p{S}\p{P}]$/u;

/** Full-width signs are those that they look like. */
function foldSign(sign: string): string {
  if (isPlainASCII(sign)) return sign;
  const folded = sign.normalize('NFKC');
  return oneSign.test(folded) ? folded : sign;
}

/**
 * Returns the signs of a text. An emoji made of several, such as one of a woman and a laptop, is found by each of them, and
 * in any color.
 *
 * @param readsAll also those of sentences, such as a full stop.
 */
export function readSigns(text: string, { readsAll }: { readsAll: boolean }) {
  if (isPlainASCII(text) && !plainSign.test(text)) return [];
  return Array.from(text.matchAll(readsAll ? anyPattern : tellingPattern), ({ 0: sign, index }) => ({
    text: foldSign(sign),
    start: index,
    end: index + sign.length,
  })).filter(({ text: sign }) => !isSkinTone.test(sign));
}

const querySignsMax = 10;
/** Of so many UTF-16 units of a query, signs are read: each takes 5 µs. */
const readUnitsMax = 80;

/** The first signs of a text that has no words, each once. */
export function readQuerySigns(text: string) {
  const signs = readSigns(text.slice(0, readUnitsMax), { readsAll: true });
  const different = [...new Map(signs.map((sign) => [sign.text, sign] as const)).values()];
  return different
    .slice(0, querySignsMax)
    .map((sign) => ({ ...sign, isPrefix: false, kind: 'sign' as const }));
}

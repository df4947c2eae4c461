import { francAll } from 'franc-min';
import type { TextLanguages } from '@/lib/contract/product';

/** Enough of a text to know its language, in under 2 ms. */
const UNITS_MAX = 4_000;

/**
 * The language whose triples of letters a text has, of 82 languages: ISO 639-3. Null for a shorter text, and for one that has the triples
 * of another language nearly as often.
 */
export function likeliestLanguage(
  text: string,
  { unitsMin, marginMin = 0 }: { unitsMin: number; marginMin?: number },
): string | null {
  const [best, next] = francAll(text.slice(0, UNITS_MAX), { minLength: unitsMin });
  if (!best || best[0] === 'und') return null;
  return next && best[1] - next[1] < marginMin ? null : best[0];
}

/** By tag of BCP 47: the letters that no other language of many readers has. Japanese has those of Chinese, too. */
const OWN_LETTERS: readonly (readonly [language: string, letters: RegExp])[] = [
  ['ja', /[\p{sc=Hira}\p{sc=Kana}]/gu],
  ['zh', /\p{sc=Han}/gu],
  ['ko', /\p{sc=Hang}/gu],
  ['th', /\p{sc=Thai}/gu],
  ['el', /\p{sc=Grek}/gu],
  ['he', /\p{sc=Hebr}/gu],
  ['hy', /\p{sc=Armn}/gu],
  ['ka', /\p{sc=Geor}/gu],
  ['bn', /\p{sc=Beng}/gu],
  ['ta', /\p{sc=Taml}/gu],
  ['te', /\p{sc=Telu}/gu],
  ['kn', /\p{sc=Knda}/gu],
  ['ml', /\p{sc=Mlym}/gu],
  ['gu', /\p{sc=Gujr}/gu],
  ['pa', /\p{sc=Guru}/gu],
  ['si', /\p{sc=Sinh}/gu],
  ['my', /\p{sc=Mymr}/gu],
  ['km', /\p{sc=Khmr}/gu],
  ['lo', /\p{sc=Laoo}/gu],
];
/** The letters of several languages. */
const SHARED_LETTERS: readonly (readonly [script: string, letters: RegExp])[] = [
  ['und-Arab', /\p{sc=Arab}/gu],
  ['und-Cyrl', /\p{sc=Cyrl}/gu],
  ['und-Deva', /\p{sc=Deva}/gu],
];
/** Texts about software have Latin names among their own words. */
const SHARE_MIN = 1 / 3;
const JAPANESE_SHARE_MIN = 1 / 20;

const countOf = (text: string, letters: RegExp) => text.match(letters)?.length ?? 0;

/** A tag of BCP 47: of a language by its own letters, or of a script that several languages have. */
function writingOf(text: string): string {
  const letterCount = countOf(text, /\p{L}/gu);
  const isFrequent = ([, letters]: readonly [string, RegExp]) =>
    countOf(text, letters) > letterCount * SHARE_MIN;
  const kana = countOf(text, /[\p{sc=Hira}\p{sc=Kana}]/gu);
  const han = countOf(text, /\p{sc=Han}/gu);
  if (kana + han > letterCount * SHARE_MIN) return kana > (kana + han) * JAPANESE_SHARE_MIN ? 'ja' : 'zh';
  return [...OWN_LETTERS, ...SHARED_LETTERS].find(isFrequent)?.[0] ?? 'und-Latn';
}

/** How much likelier than the next language one must be, by the length of the text. Of shorter texts, triples of letters say nothing. */
const MARGINS = [
  { unitsMin: 250, marginMin: 0.06 },
  { unitsMin: 120, marginMin: 0.1 },
  { unitsMin: 60, marginMin: 0.2 },
  { unitsMin: 30, marginMin: 0.3 },
] as const;

/** Letters of a close relative that is not among the 82 languages: Danish and Norwegian, Slovak, Catalan, Galician; and words of Afrikaans. */
const OF_RELATIVES: Readonly<Record<string, RegExp>> = {
  swe: /[æø]/i,
  ces: /[ľĺŕäô]/i,
  spa: /[çàèò]/i,
  por: /ñ/i,
  nld: /\b(?:hierdie|nie|vir)\b/i,
};

/** The lead of the likeliest language shrinks with the length of a text, so parts of a long text are judged one by one. */
const PART = { units: 200, countMax: 12, countMin: 3, marginMin: 0.01, shareMin: 0.7 } as const;

function languageByParts(text: string): string | undefined {
  const count = Math.min(Math.floor(text.length / PART.units), PART.countMax);
  if (count < PART.countMin) return undefined;
  const found = Array.from({ length: count }, (_, index) =>
    likeliestLanguage(text.slice(index * PART.units, (index + 1) * PART.units), { unitsMin: 1, ...PART }),
  );
  return (
    found.find(
      (each) => each !== null && found.filter((other) => other === each).length >= count * PART.shareMin,
    ) ?? undefined
  );
}

function languageByTriples(text: string): string | undefined {
  const enough = MARGINS.find(({ unitsMin }) => text.length >= unitsMin);
  const found = enough && (likeliestLanguage(text, enough) ?? languageByParts(text));
  if (!found || OF_RELATIVES[found]?.test(text)) return undefined;
  return Intl.getCanonicalLocales(found)[0];
}

/** The language of a text as a tag of BCP 47. Undefined if the text doesn't tell. */
function languageOf(given: string): string | undefined {
  const text = given.slice(0, UNITS_MAX);
  const writing = writingOf(text);
  if (OWN_LETTERS.some(([language]) => language === writing)) return writing;
  const found = languageByTriples(text);
  if (writing !== 'und-Arab') return found;
  // Persian and Urdu have these letters, Arabic does not.
  return found ?? (/[پچژگٹڈڑں]/.test(text) ? undefined : 'ar');
}

/** Whether triples of letters make this language the likeliest one of a text, by however little. */
function sharedBy(text: string, together: string | undefined): string | undefined {
  if (together === undefined) return undefined;
  const writing = writingOf(text);
  if (OWN_LETTERS.some(([language]) => language === together))
    return writing === together || (writing === 'zh' && together === 'ja') ? together : undefined;
  const likeliest = likeliestLanguage(text, { unitsMin: 10 });
  return likeliest && Intl.getCanonicalLocales(likeliest)[0] === together ? together : undefined;
}

/**
 * The languages of texts that belong together. A short one has the language of the longer ones if it is written like them.
 *
 * @returns the tags of BCP 47 of those that tell.
 */
export function languagesOf(texts: TextLanguages): TextLanguages {
  const parts = Object.entries(texts);
  const together = languageOf(parts.map(([, text]) => text).join('\n'));
  return Object.fromEntries(
    parts.flatMap(([name, text]) => {
      const own = languageOf(text);
      const isCertain = own !== undefined && own !== 'zh' && own !== 'ar';
      const language = isCertain ? own : (sharedBy(text, together) ?? own);
      return language === undefined ? [] : [[name, language] as const];
    }),
  );
}

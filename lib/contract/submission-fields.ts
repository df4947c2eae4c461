import { canParseURL } from './plain/can-parse-url';
import * as z from 'zod/mini';
import { PRODUCT_LIMITS } from './product';
import { isLine, isText, isVisible, tidied, atLeast, atMost } from './call';
import { mixesAlphabets } from './plain/alphabets';
import { hasMark } from './plain/seen-text';
import { countChars } from './plain/text';
import { formatCount } from '@/lib/texts/language';
import { t } from '@/lib/texts/texts';

const {
  nameCharsMin,
  nameCharsMax,
  taglineCharsMin,
  taglineCharsMax,
  descriptionCharsMax,
  urlCharsMax,
  tagsMin,
  tagsMax,
  tagNameCharsMax,
} = PRODUCT_LIMITS;

export const isShortURL = z.maxLength(urlCharsMax, {
  error: () =>
    t('field.linkTooLong', 'Use a link of at most {charsMax} characters.', {
      charsMax: formatCount(urlCharsMax),
    }),
});
export const sayNotWebLink = () => t('field.notWebLink', "That's not a web link. Links start with https://.");

/** Adds `https://` to a URL that was typed without a scheme. */
export const withScheme = (url: string) =>
  url === '' || /^[a-z][a-z0-9+.-]*:(?!\d+(?:[/?#]|$))/i.test(url) ? url : `https://${url}`;

export const webURL = z.pipe(
  z.pipe(
    z
      .string()
      .check(z.trim(), z.minLength(1, { error: () => t('field.pasteLink', 'Paste a link.') }), isShortURL),
    z.transform(withScheme),
  ),
  z.string().check(isShortURL, z.refine(isWebURL, { error: sayNotWebLink })),
);

/** `URL` ignores control characters, but the URL is stored and shown as it was typed. */
function isWebURL(url: string): boolean {
  return /^https?:[^\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069]*$/iu.test(url) && canParseURL(url);
}

export const productName = z
  .string()
  .check(tidied, atLeast(nameCharsMin), atMost(nameCharsMax), isLine, isVisible);

/** Each says about as much as two letters. */
const SYLLABLES = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;

/** How many letters a text would have in an alphabet, for limits of what is too short: eight Chinese characters can be a sentence. */
export const countLetters = (text: string): number => countChars(text) + (text.match(SYLLABLES)?.length ?? 0);

const sayTaglineTooShort = () =>
  t('field.taglineTooShort', 'Use at least {charsMin} characters to say what it does.', {
    charsMin: taglineCharsMin,
  });

export const productTagline = z.string().check(
  tidied,
  z.minLength(taglineCharsMin / 2, { error: sayTaglineTooShort }),
  z.refine((text) => countLetters(text) >= taglineCharsMin, { error: sayTaglineTooShort }),
  atMost(taglineCharsMax),
  isLine,
  isVisible,
);

export const productDescription = z.string().check(tidied, atMost(descriptionCharsMax), isText);

/** Tags that read as a mark of this site on a product. Others may have such words, as in “Official APIs”, “Admin panel” and “Moderation”. */
const MARK_WORDS = [
  /^(?:approved|certified|endorsed|featured|moderators?|official|promoted|recommended|sponsored|trusted|verified)$/i,
  /^(?:approved|certified|endorsed|featured|official|recommended|verified) (?:account|listing|member|owner|partner|pick|product|site|tool)s?$/i,
  /^(?:approved|certified|endorsed|featured|recommended|reviewed|verified) by (?:the )?(?:admin|community|editor|mod|moderator|site|staff|team)s?$/i,
  /^(?:admin|community|editor|mod|moderator|site|staff|team)s?(?: s)? (?:approved|certified|choice|endorsed|favou?rite|featured|pick|recommended|reviewed|verified)s?$/i,
];

const looksLikeMark = (tag: string): boolean => {
  const words = tag
    .normalize('NFKC')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
  return hasMark(tag) || MARK_WORDS.some((pattern) => pattern.test(words));
};

export const tagName = z.string().check(
  tidied,
  z.minLength(1, { error: () => t('tag.needsName', 'A tag needs a name.') }),
  z.maxLength(tagNameCharsMax, {
    error: () =>
      t('tag.nameTooLong', 'Use at most {charsMax} characters for each tag.', {
        charsMax: tagNameCharsMax,
      }),
  }),
  z.regex(/(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{N}]/u, {
    error: () => t('tag.needsLetter', 'A tag needs a letter or a digit.'),
  }),
  isLine,
  z.refine((tag) => !mixesAlphabets(tag), {
    error: () => t('tag.oneAlphabet', 'Use the letters of one alphabet in each word of a tag.'),
  }),
  z.refine((tag) => !looksLikeMark(tag), {
    error: () => t('tag.looksLikeMark', 'This tag looks like a mark of this site. Choose another one.'),
  }),
);

export const tagNames = z
  .array(tagName)
  .check(
    z.minLength(tagsMin, { error: () => t('tags.tooFew', 'Choose at least one tag.') }),
    z.maxLength(tagsMax, { error: () => t('tags.tooMany', 'Choose at most {tagsMax} tags.', { tagsMax }) }),
  );

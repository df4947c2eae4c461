import { isInOneAlphabet, mixesAlphabets } from '@/lib/contract/plain/alphabets';
import { DAY_MS } from '@/lib/contract/plain/durations';
import { RETENTION_DAYS } from '@/lib/contract/retention';
import { COVERING_SIGNS, hasMark, withoutMarks, withoutUnseen } from '@/lib/contract/plain/seen-text';
import { countChars, cutChars } from '@/lib/contract/plain/text';
import { PROFILE_LIMITS } from '@/lib/contract/user';
import { newToken } from '@/server/base/token';
import { slugify } from '@/server/text/slug';
import letterNames from './letter-names.json' with { type: 'json' };
import {
  FIRST_WORDS,
  HOST_ENDINGS,
  LONE_WORDS,
  OFFICE_WORDS,
  RESERVED_NAMES,
  ROLE_WORDS,
  TEAM_WORDS,
  WORDS_BESIDE_TEAM,
} from './role-words';
import { latinLookOf, skeletonOf } from './skeleton';
import { t, type Text, text } from '@/lib/texts/texts';

/** Handles that were given up after this instant are not free yet. */
export const freedSince = (now: Date): Date => new Date(now.getTime() - RETENTION_DAYS.freedHandles * DAY_MS);

const namedLetters = new Map(
  Object.entries(letterNames.letters).flatMap(([letter, namesakes]) =>
    Array.from(namesakes, (namesake): [string, string] => [namesake, letter]),
  ),
);

/** A name in plain letters: without accents, circles, boxes and strokes, and without small capitals. */
const plainLettersOf = (name: string): string =>
  Array.from(name.normalize('NFKD'), (letter) => namedLetters.get(letter) ?? letter)
    .join('')
    .replace(/\p{M}+/gu, '');

/** Digits, signs and letters of other alphabets that stand for letters in `adm1n`, `5taff` and `ᗩᗪᗰᓰᑎ`. */
const STAND_INS = new Map(
  Object.entries({
    i: 'l1!¡|ᓰเ丨',
    e: '3€ǝ乇',
    a: '4@ɐᗩค卂',
    s: '5$ᔕ',
    t: '7+ᖶՇㄒ',
    d: 'ᗪ๔ẟ',
    n: 'ŋпπոᑎภ几ꮑ',
    // The skeleton of “m”. That of letters which look like a capital M is “m”.
    rn: 'mʍᗰ๓爪',
    r: 'ᖇ尺',
    f: 'ᖴ千',
  }).flatMap(([letter, signs]) => Array.from(signs, (sign): [string, string] => [sign, letter])),
);

/** How words are compared with those that claim a role. */
const lookOf = (text: string): string =>
  Array.from(skeletonOf(plainLettersOf(text)), (letter) => STAND_INS.get(letter) ?? letter)
    .join('')
    .normalize('NFC');

const looksOf = (words: readonly string[]): ReadonlySet<string> => new Set(words.map(lookOf));
const reserved = looksOf(RESERVED_NAMES.map((name) => name.replaceAll('-', '')));
const roles = [...looksOf(ROLE_WORDS)];
const team = looksOf(TEAM_WORDS);
const besideTeam = looksOf(WORDS_BESIDE_TEAM);
const office = looksOf(OFFICE_WORDS);
const first = looksOf(FIRST_WORDS);
const lone = looksOf(LONE_WORDS);
const hostEndings = looksOf(HOST_ENDINGS);

const isOneLetter = (word: string | undefined) => word !== undefined && Array.from(word).length === 1;

/** The words of a name in plain letters. Letters that stand alone, as in “A d m i n”, are one word. */
function wordsOf(name: string): string[] {
  const words: string[] = [];
  let wasOneLetter = false;
  for (const word of plainLettersOf(name).split(/[^\p{L}\p{N}@$!¡|€+]+/u)) {
    if (word === '') continue;
    if (wasOneLetter && isOneLetter(word)) words.push(`${words.pop() ?? ''}${word}`);
    else words.push(word);
    wasOneLetter = isOneLetter(word);
  }
  return words;
}

/** A role at the begin or the end of a word. In the middle it claims nothing, as in “Padmini”. */
const namesRole = (word: string): boolean =>
  [word, word.replace(/^[^\p{L}\p{N}]+/u, ''), word.replace(/[^\p{L}\p{N}]+$/u, '')]
    .map(lookOf)
    .some((look) => roles.some((role) => look.startsWith(role) || look.endsWith(role)));

/** Whether some words that follow each other make up a role, as in “Ad min team”. */
const spellsRole = (looks: readonly string[]): boolean =>
  looks.some((_, start) => looks.some((__, end) => roles.includes(looks.slice(start, end + 1).join(''))));

/** Whether a text is made of two or more words that may stand in the name of a team, one of them a word for a team or the site's name. */
function isMadeOfTeamWords(text: string, site: string): boolean {
  const words = [...team, ...besideTeam, ...reserved, ...(site === '' ? [] : [site])];
  const ends = new Map([[0, false]]);
  for (let start = 0; start < text.length; start += 1) {
    const hasTeam = ends.get(start);
    if (hasTeam === undefined) continue;
    for (const word of words) {
      const end = start + word.length;
      if (!text.startsWith(word, start) || word === text) continue;
      ends.set(end, hasTeam || team.has(word) || word === site || ends.get(end) === true);
    }
  }
  return ends.get(text.length) === true;
}

/** Signs between the parts of a name. Those within a word, as in “O’Neill” and “Press-Hall”, and a period are none. */
const PART_BREAKS =
  /(?:(?![\p{L}\p{M}\p{N}.'’&+])\S)+(?:\s|$)|(?:\s|^)(?:(?![\p{L}\p{M}\p{N}.'’&+])\S)+|[()[\]{}<>|·•,:;/–—【】]/u;

/** Whether a name has a role beside that of a person, as in “Ada (mod)” and “Staff: Ada”. */
function hasRolePart(name: string, site: string): boolean {
  const parts = plainLettersOf(name)
    .split(PART_BREAKS)
    .map((part) => wordsOf(part).map(lookOf))
    .filter((words) => words.length > 0);
  return (
    parts.length > 1 &&
    parts.some((words) => {
      const whole = words.join('');
      return (
        words.some((word) => office.has(word)) ||
        whole === site ||
        team.has(whole) ||
        reserved.has(whole) ||
        isMadeOfTeamWords(whole, site)
      );
    })
  );
}

/** Whether a name begins with an office, as in “Staff Ada”, or has one with its words, as in “Site mod Ada”. */
const hasOffice = (looks: readonly string[], site: string): boolean =>
  (looks.length > 1 && first.has(looks[0] ?? '')) ||
  looks.some((look, at) => {
    const beside = [looks[at - 1], looks[at + 1]].flatMap((word) => word ?? []);
    return office.has(look) && beside.some((word) => isMadeOfTeamWords(`${word}${look}`, site));
  });

/** Whether a name speaks for the site: a reserved one, one with a role in it, one of a team, or the site's name. */
const speaksForSite = (name: string, siteName: string): boolean =>
  speaksAsWritten(name, siteName) || speaksAsWritten(latinLookOf(name), siteName);

function speaksAsWritten(name: string, siteName: string): boolean {
  const words = wordsOf(name);
  const looks = words.map(lookOf);
  // Numbers around a word make no other name.
  const bare = words.map((word) => lookOf(word.replace(/^\d+|\d+$/gu, ''))).filter(Boolean);
  const wholes = [looks.join(''), bare.join('')];
  const site = wordsOf(siteName).map(lookOf).join('');
  const isOfSite = (whole: string) =>
    site !== '' &&
    (whole === site ||
      (whole.includes(site) &&
        bare.some((look) => team.has(look) || reserved.has(look) || hostEndings.has(look))));
  return (
    words.some(namesRole) ||
    [...looks, ...bare].some((look) => lone.has(look)) ||
    hasRolePart(name, site) ||
    hasOffice(looks, site) ||
    spellsRole(looks) ||
    spellsRole(bare) ||
    wholes.some((whole) => reserved.has(whole) || isOfSite(whole) || isMadeOfTeamWords(whole, site))
  );
}

/** Why no member may have this handle; undefined if members may. */
export function handleFault(handle: string, siteName: string): string | undefined {
  if (!isInOneAlphabet(handle)) return t('handle.oneAlphabet', 'Use the letters of one alphabet.');
  return speaksForSite(handle, siteName)
    ? t('handle.reserved', 'This handle is reserved. Choose another one.')
    : undefined;
}

const COVERING = new RegExp(COVERING_SIGNS, 'u');
/** A letter of Braille without dots. */
const BLANK = /\u2800/gu;

/** Why no member may show this name; undefined if members may. */
export function nameFault(name: string, siteName: string): string | undefined {
  if (name.includes('\u2800') || withoutUnseen(name) !== name)
    return t('memberName.invisible', 'Leave out invisible characters and those that turn text around.');
  if (hasMark(name))
    return t('memberName.markLike', 'Leave out signs like ✓: they look like a mark of this site.');
  if (COVERING.test(name.normalize('NFC')))
    return t('field.leaveOutSigns', 'Leave out signs that cover other letters.');
  if (mixesAlphabets(name))
    return t('memberName.oneAlphabet', 'Use the letters of one alphabet in each word.');
  return speaksForSite(name, siteName)
    ? t('memberName.speaksForSite', 'This name sounds as if it spoke for this site. Choose another one.')
    : undefined;
}

/** A name from elsewhere, without what {@link nameFault} refuses. May be empty. */
export function honestName(name: string, siteName: string): string {
  const words = withoutMarks(withoutUnseen(name.replace(BLANK, '')))
    .replace(/\s+/gu, ' ')
    .trim();
  return nameFault(words, siteName) === undefined ? words : '';
}

/** What moderators read about a handle and a name that no member may take today; null if there is nothing. */
export function nameIssueOf(
  { handle, name }: { handle: string; name: string },
  siteName: string,
): Text | null {
  if (!isInOneAlphabet(handle))
    return text('nameIssue.handleMixesAlphabets', 'The handle mixes letters of two alphabets.');
  if (speaksForSite(handle, siteName))
    return text('nameIssue.handleSpeaksForSite', 'The handle speaks for the site.');
  if (nameFault(name, siteName) === undefined) return null;
  if (speaksForSite(name, siteName))
    return text('nameIssue.nameSpeaksForSite', 'The name speaks for the site.');
  return mixesAlphabets(name)
    ? text('nameIssue.nameMixesAlphabets', 'The name mixes letters of two alphabets in a word.')
    : text('nameIssue.nameHasInvisible', 'The name has invisible characters or a mark.');
}

/** How many numbered handles are suggested before a random one. */
const numberedMax = 5;

/** Suggests handles for a new user of this name, the shortest first. The last one is random, so it is free. */
export function suggestHandles(name: string, siteName: string): string[] {
  const plain = cut(slugify(name), PROFILE_LIMITS.handleCharsMax - 9);
  const isUsable =
    countChars(plain) >= PROFILE_LIMITS.handleCharsMin && handleFault(plain, siteName) === undefined;
  const base = isUsable ? plain : 'member';
  const numbered = Array.from({ length: numberedMax - 1 }, (_, index) => `${base}-${index + 2}`);
  const random = newToken()
    .replace(/[^a-z0-9]/g, '')
    .slice(0, 8);
  return [base, ...numbered, `${base}-${random}`];
}

const cut = (slug: string, charsMax: number) => cutChars(slug, charsMax).replace(/-+$/, '');

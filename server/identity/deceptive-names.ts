import { DAY_MS } from '@/lib/contract/plain/durations';
import { RETENTION_DAYS } from '@/lib/contract/retention';
import { RESERVED_NAMES, ROLE_WORDS, TEAM_WORDS } from './reserved-names';
import { isInOneAlphabet, skeletonOf } from './skeleton';

/** Handles that were given up after this instant are not free yet. */
export const freedSince = (now: Date): Date => new Date(now.getTime() - RETENTION_DAYS.freedHandles * DAY_MS);

/** Digits and signs that stand for letters in `adm1n` and `5taff`. */
const STAND_INS: Readonly<Record<string, string>> = {
  l: 'i',
  '1': 'i',
  '!': 'i',
  '3': 'e',
  '4': 'a',
  '@': 'a',
  '5': 's',
  $: 's',
  '7': 't',
};

/** How words are compared with those that claim a role. */
const lookOf = (text: string): string =>
  Array.from(skeletonOf(text), (letter) => STAND_INS[letter] ?? letter).join('');

const looksOf = (words: readonly string[]): ReadonlySet<string> => new Set(words.map(lookOf));
const reserved = looksOf(RESERVED_NAMES.map((name) => name.replaceAll('-', '')));
const roles = looksOf(ROLE_WORDS);
const team = looksOf(TEAM_WORDS);

const wordsOf = (text: string): string[] => text.split(/[^\p{L}\p{M}\p{N}@$!]+/u).filter(Boolean);

/** Whether a name speaks for the site: a reserved one, one with a role in it, or the site's name, also beside “team”. */
function speaksForSite(name: string, siteName: string): boolean {
  const words = wordsOf(name);
  const looks = words.map(lookOf);
  // Numbers at the end make no other name.
  const bare = words.map((word) => lookOf(word.replace(/(?<=\D)\d+$/u, '')));
  const whole = bare.filter((look, index) => !/^\d+$/.test(words[index] ?? '') || look === '').join('');
  const site = wordsOf(siteName).map(lookOf).join('');
  const claimsRole = [...looks, ...bare, whole, looks.join('')].some((look) => roles.has(look));
  const isOfSite =
    site !== '' && (whole === site || (whole.includes(site) && bare.some((look) => team.has(look))));
  return claimsRole || reserved.has(whole) || reserved.has(looks.join('')) || isOfSite;
}

/** Why nobody may have this handle; undefined if somebody may. */
export function handleFault(handle: string, siteName: string): string | undefined {
  if (!isInOneAlphabet(handle)) return 'Use the letters of one alphabet.';
  return speaksForSite(handle, siteName) ? 'This handle is reserved. Choose another one.' : undefined;
}

/** Signs that look like the mark of a moderator or a verified account. */
const MARKS =
  /[\u2611\u2705\u2713\u2714\u237B\u{10102}\u{1F46E}\u{1F530}\u{1F5F8}\u{1F5F9}\u{1F6E1}\u{1FBB1}]\uFE0F?/gu;
/** Joiners between emoji, and between letters of scripts that need them. */
const NEEDED_JOINERS =
  /(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F])\u200D(?=\p{Extended_Pictographic})|(?<=\p{Emoji})\uFE0F|(?<=(?![\p{scx=Latin}\p{scx=Cyrillic}\p{scx=Greek}])[\p{L}\p{M}])[\u200C\u200D](?=\p{L})/gu;
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Cf}\u2800\u202A-\u202E\u2066-\u2069]/gu;

const withoutNeeded = (name: string) => name.replace(NEEDED_JOINERS, '');
const has = (pattern: RegExp, text: string) => text.search(pattern) >= 0;

/** Why nobody may show this name; undefined if somebody may. */
export function nameFault(name: string, siteName: string): string | undefined {
  if (has(UNSEEN, withoutNeeded(name)))
    return 'Leave out invisible characters and those that turn text around.';
  if (has(MARKS, name)) return 'Leave out signs like ✓: they look like a mark of this site.';
  return speaksForSite(name, siteName)
    ? 'This name sounds as if it spoke for this site. Choose another one.'
    : undefined;
}

/** A name from elsewhere, without what {@link nameFault} refuses. May be empty. */
export function honestName(name: string, siteName: string): string {
  const seen = has(UNSEEN, withoutNeeded(name)) ? name.replace(UNSEEN, '') : name;
  const words = seen.replace(MARKS, '').replace(/\s+/gu, ' ').trim();
  return nameFault(words, siteName) === undefined ? words : '';
}

/** What moderators read about a handle and a name that nobody may take today; null if there is nothing. */
export function nameIssueOf(
  { handle, name }: { handle: string; name: string },
  siteName: string,
): string | null {
  if (!isInOneAlphabet(handle)) return 'The handle mixes letters of two alphabets.';
  if (speaksForSite(handle, siteName)) return 'The handle speaks for the site.';
  if (nameFault(name, siteName) === undefined) return null;
  return speaksForSite(name, siteName)
    ? 'The name speaks for the site.'
    : 'The name has invisible characters or a mark.';
}

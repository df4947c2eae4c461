import { DAY_MS } from '@/lib/contract/plain/durations';
import { RETENTION_DAYS } from '@/lib/contract/retention';
import { countChars, cutChars } from '@/lib/contract/plain/text';
import { PROFILE_LIMITS } from '@/lib/contract/user';
import { newToken } from '@/server/base/token';
import { splitWords } from '@/server/text/words';
import { slugify } from '@/server/text/slug';
import letterNames from './letter-names.json';
import { isInOneAlphabet, isInOneWriting, latinLookOf, skeletonOf } from './skeleton';

/** Handles that nobody gets, and names that nobody shows: they would speak for the site. The site's own name is added to them. */
const RESERVED_NAMES = splitWords(`
  abuse account accounts announcements anonymous api billing bot contact deleted everyone former-member a-former-member founder
  help helpdesk host hostmaster info legal mod mods moderation news newsletter noreply no-reply null official owner
  postmaster press privacy root security site staff superuser support sysop system team the-site trust-and-safety trust-safety undefined
  verified webmaster équipe equipo soporte suporte assistenza destek redaktion kundendienst verwaltung
  поддержка техподдержка служба-поддержки команда-сайта підтримка служба-підтримки владелец-сайта
  客服 官方 站长 站長 小编 管理团队 管理團隊 客服中心 サポート 公式 運営 事務局 고객센터 고객지원 공식
  مشرف المشرف المشرفون الإدارة إدارة-الموقع مدير-الموقع مشرف-الموقع فريق-الدعم الدعم-الفني
  צוות-האתר צוות-התמיכה הנהלת-האתר מנהל-האתר แอดมิน ทีมงาน ฝ่ายสนับสนุน
`);

/** Words that claim a role at the begin or the end of any word. Names here are in many languages. */
const ROLE_WORDS = splitWords(`
  admin admins administrator administrators moderator moderators moderateur moderatore moderador moderadora moderatrice
  moderaattori moderatör moderación moderação modération moderazione moderacja moderace moderering moderasyon yönetici
  beheerder ylläpitäjä ylläpito rendszergazda správce
  админ администратор администрация адмін адміністратор адміністрація модератор модерация модерація διαχειριστής συντονιστής
  管理者 管理人 管理员 管理員 版主 官方账号 官方帳號 官方团队 官方團隊 モデレーター 運営チーム 運営事務局 公式アカウント 관리자 운영자 운영진 운영팀 관리팀
  מודרטור ผู้ดูแลระบบ ผู้ดูแลเว็บ व्यवस्थापक मॉडरेटर
`);

/** Words that claim a role beside the site's name, as in “Listgrove support”, and beside other such words, as in “Site staff”. */
const TEAM_WORDS = splitWords(`
  account admin ceo crew editor editors help helpdesk hq manager mod mods moderation news official owner safety security
  staff support team trust verified équipe equipo soporte suporte assistenza destek ekip поддержка команда підтримка
  团队 團隊 官方 客服 チーム 公式 サポート 팀 공식 فريق الدعم צוות תמיכה ทีม
`);

/** Words that claim a role only beside those of a team, as in “The moderation team”. */
const WORDS_BESIDE_TEAM = splitWords(`
  a and chief community customer head lead member members our of senior the this trusted user users your
`);

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
    .flatMap((part) => wordsOf(part).map(lookOf).join('') || []);
  return (
    parts.length > 1 &&
    parts.some(
      (part) => part === site || team.has(part) || reserved.has(part) || isMadeOfTeamWords(part, site),
    )
  );
}

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
    (whole === site || (whole.includes(site) && bare.some((look) => team.has(look) || reserved.has(look))));
  return (
    words.some(namesRole) ||
    hasRolePart(name, site) ||
    spellsRole(looks) ||
    spellsRole(bare) ||
    wholes.some((whole) => reserved.has(whole) || isOfSite(whole) || isMadeOfTeamWords(whole, site))
  );
}

const WORD_BREAKS = /[^\p{L}\p{M}\p{N}]+/u;
const mixesAlphabets = (name: string) => !name.split(WORD_BREAKS).every(isInOneWriting);

/** Why nobody may have this handle; undefined if somebody may. */
export function handleFault(handle: string, siteName: string): string | undefined {
  if (!isInOneAlphabet(handle)) return 'Use the letters of one alphabet.';
  return speaksForSite(handle, siteName) ? 'This handle is reserved. Choose another one.' : undefined;
}

/** Signs that look like the mark of a moderator or a verified account. */
const MARKS =
  /[\u221A\u2611\u2705\u2713\u2714\u237B\u{10102}\u{1F46E}\u{1F530}\u{1F5F8}\u{1F5F9}\u{1F6E1}\u{1FBB1}]\uFE0F?/gu;
/** Joiners between emoji, and between letters of scripts that need them. */
const NEEDED_JOINERS =
  /(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F])\u200D(?=\p{Extended_Pictographic})|(?<=\p{Emoji})\uFE0F|(?<=(?![\p{scx=Latin}\p{scx=Cyrillic}\p{scx=Greek}])[\p{L}\p{M}])[\u200C\u200D](?=\p{L})/gu;
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Cf}\u2800\u202A-\u202E\u2066-\u2069]/gu;

/** Signs around a letter, and more accents on one than any script needs: they cover the lines beside the name. */
const COVERING = /(?!\u20E3)\p{Me}|\p{M}{5}/u;

const withoutNeeded = (name: string) => name.replace(NEEDED_JOINERS, '');
const has = (pattern: RegExp, text: string) => text.search(pattern) >= 0;

/** Why nobody may show this name; undefined if somebody may. */
export function nameFault(name: string, siteName: string): string | undefined {
  if (has(UNSEEN, withoutNeeded(name)))
    return 'Leave out invisible characters and those that turn text around.';
  if (has(MARKS, name)) return 'Leave out signs like ✓: they look like a mark of this site.';
  if (has(COVERING, name.normalize('NFC'))) return 'Leave out signs that cover other letters.';
  if (mixesAlphabets(name)) return 'Use the letters of one alphabet in each word.';
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
  if (speaksForSite(name, siteName)) return 'The name speaks for the site.';
  return mixesAlphabets(name)
    ? 'The name mixes letters of two alphabets in a word.'
    : 'The name has invisible characters or a mark.';
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

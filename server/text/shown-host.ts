import { canParseURL } from '@/lib/contract/plain/can-parse-url';
import { domainToASCII, domainToUnicode } from 'node:url';
import { SCRIPTS, SCRIPTS_WRITTEN_TOGETHER } from '@/lib/contract/plain/alphabets';

/** Letters of scripts that hosts are not written in as a whole. */
const SOME_LETTERS: Readonly<Record<string, string>> = {
  // Without letters that differ from others by nothing people see, such as the dotless i.
  Latin: String.raw`a-zà-öø-ÿā-ĥĩīĭįĵ-žǎǐǒǔǖǘǚǜơưșțəḁ-ỹ`,
  Cyrillic: String.raw`а-џґғҕҗҙқҝҟҡңҥҧҩҫҭүұҳҵҷҹһҽҿӂӄӈӌӏӑ-ӹ`,
  Greek: String.raw`ΐά-ώ`,
  Hangul: String.raw`가-힣`,
};

/** Browsers show no other scripts. Latin words stand among Japanese, Korean and Chinese ones. */
const isInOneWriting = [
  ...SCRIPTS.map((script) => [script]),
  ...SCRIPTS_WRITTEN_TOGETHER.map((scripts) => ['Latin', ...scripts]),
].map((scripts) => {
  const letters = scripts.map((script) => SOME_LETTERS[script] ?? String.raw`\p{scx=${script}}`).join('');
  return new RegExp(`^(?:[${letters}]|[-0-9])+$`, 'u');
});

/** Signs among the letters: they look like what ends a host, or like no letter at all. Digits of other scripts, too. */
const SIGNS = /(?![-ー々])[\p{P}\p{S}\p{Cf}\p{Zs}\p{Lm}]|(?![0-9])\p{Nd}/u;
/** Beside Latin letters these look like a slash or a dash. */
const STROKES = /[a-z0-9-][ノソゾンー一丶丿へヘ]|[ノソゾンー一丶丿へヘ][a-z0-9-]/;

/**
 * Letters that look like Latin ones, and the countries that write with them. A name of nothing else is shown only below a
 * name in the same script or in such a country. After the lists of Chromium and of UTS 39.
 */
const LOOKALIKES = [
  ['Cyrillic', 'абвгеорсухѕіјѡѵґүһҽӏӕԁԍԛԝԗкмнтпьъџ', 'bg by kz mk mn rs ru su ua uz'],
  ['Greek', 'αβγηικνορστυχωϳ', 'gr cy'],
  ['Armenian', 'ագզէհլյոսվցւօքռ', 'am'],
  ['Georgian', 'იოყძხჽჿ', 'ge'],
  ['Hebrew', 'דוחטיןסװױײ', 'il'],
  ['Ethiopic', 'ሀሠሰበተከዐዘጠፀፐ', 'er et'],
  ['Thai', 'ทนบพรหเแดลปฟม', 'th'],
  ['Arabic', 'اهھہە', ''],
  ['Han', '丶丿一ーノへヘ', ''],
] as const;

function looksLatin(label: string, topLevel: string): boolean {
  const letters = label.replace(/[-0-9]/g, '');
  return LOOKALIKES.some(
    ([script, lookalikes, countries]) =>
      !countries.split(' ').includes(topLevel) &&
      !new RegExp(`\\p{sc=${script}}`, 'u').test(topLevel) &&
      Array.from(letters).every((letter) => lookalikes.includes(letter)),
  );
}

const isPlain = (label: string) => /^[-a-z0-9_]*$/.test(label);

function isUnmistakable(host: string): boolean {
  const labels = host.split('.');
  const topLevel = labels.at(-1) ?? '';
  return labels.every(
    (label, index) =>
      (isPlain(label) && !label.startsWith('xn--')) ||
      (isInOneWriting.some((pattern) => pattern.test(label)) &&
        label.normalize('NFKC').toLowerCase() === label &&
        !SIGNS.test(label) &&
        !STROKES.test(label) &&
        (index === labels.length - 1 || !looksLatin(label, topLevel))),
  );
}

const RIGHT_TO_LEFT = /[\p{sc=Arabic}\p{sc=Hebrew}\p{sc=Thaana}]/u;
/** Keeps the parts of a host in their order, whatever the direction of its letters. */
const isolate = (host: string) => (RIGHT_TO_LEFT.test(host) ? `\u2066${host}\u2069` : host);

/**
 * A host as people read it: in its own letters where people cannot take it for another host, else as its `xn--` name. Follows
 * what browsers do in their address bar: each label is in one script, or in scripts that are written together, and none
 * consists of letters that look like Latin ones.
 *
 * @param host of a parsed URL, with or without a port.
 */
export function shownHost(host: string): string {
  if (!host.includes('xn--')) return host;
  const [name = '', port] = host.split(':');
  const letters = domainToUnicode(name);
  const isSafe = domainToASCII(letters) === name && isUnmistakable(letters);
  return isSafe ? isolate(letters) + (port ? `:${port}` : '') : host;
}

/** For a product: its host in its own letters, if these differ from those of its link. */
export function hostInLetters(url: string): { host?: string } {
  if (!canParseURL(url)) return {};
  const host = new URL(url).host.replace(/^www\./, '');
  const shown = shownHost(host);
  return shown === host ? {} : { host: shown };
}

/** The host of a URL, as it is compared: the dot that may end a name in DNS changes nothing. */
export const hostOfURL = (url: string): string => new URL(url).hostname.toLowerCase().replace(/\.+$/, '');

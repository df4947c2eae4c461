import type { LinkSegment } from './list-tree';
import type { Words } from './list-blocks';
import { webLinksIn } from './list-ledger';

const LOCALES = 'en de fr es pt it nl pl ru uk cs sv da fi tr el ar fa he hi id vi th ja ko zh'.split(' ');

let dateWords: readonly string[] | undefined;

/** Names of months and days of the week in many languages, the longest first. */
function namesInDates(): readonly string[] {
  dateWords ??= [...new Set(LOCALES.flatMap((locale) => STYLES.flatMap((style) => namesIn(locale, style))))]
    .filter((word) => word.length > 1)
    .sort((one, other) => other.length - one.length);
  return dateWords;
}

/** With the day, because some languages inflect the month. */
const STYLES: readonly Intl.DateTimeFormatOptions[] = [
  { month: 'long' },
  { month: 'short' },
  { month: 'long', day: 'numeric' },
  { month: 'short', day: 'numeric' },
  { weekday: 'long' },
];

function namesIn(locale: string, style: Intl.DateTimeFormatOptions): string[] {
  const format = new Intl.DateTimeFormat(locale, { ...style, timeZone: 'UTC' });
  return Array.from({ length: 12 }, (_, month) =>
    format
      .format(Date.UTC(2024, month, month + 1))
      .toLowerCase()
      .replace(/[\p{N}\p{P}\s]+/gu, ''),
  );
}

const YEAR = /(?<!\p{N})(?:19|20)\p{Nd}{2}(?!\p{N})/u;
/** Letters that a date may have beside names of months and days: "added", "添加", "Q3", "th". */
const LETTERS_MAX = 6;

/** Whether a heading is a date: the day, month or year of its entries, and not what they are. */
export function isDateHeading(heading: string): boolean {
  if (!YEAR.test(heading) || heading.length > 60) return false;
  let rest = heading.toLowerCase().normalize('NFC');
  for (const word of namesInDates()) rest = rest.replaceAll(word, ' ');
  return rest.replace(/[^\p{L}]+/gu, '').length <= LETTERS_MAX;
}

const PROFILE =
  /^https?:\/\/(?:www\.)?(?:github\.com|gitlab\.com|codeberg\.org|gitee\.com|twitter\.com|x\.com|instagram\.com|medium\.com|dev\.to|t\.me|(?:\w+\.)?linkedin\.com\/in|weibo\.com)\/@?[\w.-]+\/?(?:\?[^/]*)?$/i;

/** Whether a link leads to the profile of a person at a site with many. */
export const leadsToPerson = ({ url }: Pick<LinkSegment, 'url'>): boolean =>
  url !== null && PROFILE.test(url);

const PEOPLE_MIN = 4;

/** Whether a line consists of links to people. */
export function namesPeople(words: Words): boolean {
  const links = webLinksIn(words);
  return links.length >= PEOPLE_MIN && links.filter(leadsToPerson).length >= links.length / 2;
}

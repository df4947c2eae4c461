import { decodeAttribute } from '@/server/text/plain-text';
import { cleanLabel, cleanText } from './clean-text';
import { readWebURL } from './web-url';

/** Several links without a space between them. */
const JOINED = /[,;|](?=https?:\/\/)/i;

/** While a record is read, the same links are asked for several times. */
const recent = new Map<string, string | null>();
const RECENT_MAX = 500;

/** A text that is nothing but one link, with a scheme or `www.`. */
export function wholeLink(text: string): string | null {
  if (!/^\s*(?:https?:\/\/|www\.)\S+\s*$/i.test(text)) return null;
  const known = recent.get(text);
  if (known !== undefined) return known;
  const url = JOINED.test(text) ? null : readWebURL(text);
  if (recent.size >= RECENT_MAX) recent.clear();
  recent.set(text, url);
  return url;
}

export const isLinkCell = (cell: string): boolean => wholeLink(cell) !== null;

/** A value that is nothing but one link with a scheme. */
export const webLink = (value: unknown): string | null =>
  typeof value === 'string' && /^\s*https?:/i.test(value) ? wholeLink(value) : null;

const LINK =
  /(?:https?:\/\/|(?<![\p{L}\p{N}@./_-])www\.(?=[^\s.]+\.))[^\s<>"'“”‘’«»`\\|{}，。、；：！？（）【】「」『』]{1,2000}/giu;

/** The links to websites of a text, in order: the whole text, or what is marked as a link in it or looks like one. */
export function linksInText(text: string): string[] {
  if (!/https?:\/\/|www\./i.test(text)) return [];
  const whole = wholeLink(text);
  if (whole !== null) return [whole];
  return (text.match(LINK) ?? [])
    .flatMap((found) => found.split(JOINED))
    .flatMap((found) => readWebURL(decodeAttribute(withoutEnd(found))) ?? []);
}

/** A bracket that the link does not open, and signs of the sentence, end the link. */
function withoutEnd(link: string): string {
  const depths = { ')': 0, ']': 0 };
  let end = link.length;
  for (let at = 0; at < end; at += 1) {
    const sign = link[at];
    if (sign === '(') depths[')'] += 1;
    else if (sign === '[') depths[']'] += 1;
    else if (sign === ')' || sign === ']') {
      depths[sign] -= 1;
      if (depths[sign] < 0) end = at;
    }
  }
  return link.slice(0, end).replace(/[.,;:!?…*_~]+$/, '');
}

type TextEntry = { name: string; url: string; text: string };

const SEPARATOR = String.raw`\s*(?:[-–—:：|→]|=>|->)+\s*`;
const FORMS = [
  /^\[(?<name>[^[\]]{1,300})\]\(<?(?<url>https?:\/\/\S+?)>?\)(?<text>[\s\S]*)$/i,
  /^<a\s[^<>]{0,300}?href\s*=\s*["']?(?<url>https?:[^"'\s<>]{1,2000})["']?[^<>]{0,300}>(?<name>[^<>]{1,300})<\/a>(?<text>[\s\S]*)$/i,
  new RegExp(
    String.raw`^(?<name>(?:(?!https?://)[^\n]){1,100}?)(?:${SEPARATOR}|\s*[(<])(?<url>https?://[^\s<>()]+)[)>]?$`,
    'i',
  ),
];

/** A text that says a name and where it leads: `[Ada](https://…) – text`, the same in HTML, or `Ada: https://…`. */
export function entryInText(text: string): TextEntry | undefined {
  for (const form of FORMS) {
    const { name, url, text: rest = '' } = form.exec(text.trim())?.groups ?? {};
    if (name === undefined || url === undefined) continue;
    const [read] = linksInText(url);
    const label = cleanLabel(name);
    if (read === undefined || label === '') return undefined;
    return { name: label, url: read, text: cleanText(rest.replace(new RegExp(`^${SEPARATOR}`), '')) };
  }
  return undefined;
}

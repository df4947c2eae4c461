import { canParseURL } from '@/lib/contract/plain/can-parse-url';
import { countChars } from '@/lib/contract/plain/text';
import { PRODUCT_LIMITS } from '@/lib/contract/product';
import { countLetters, productName, productTagline } from '@/lib/contract/submission-fields';
import { fold } from '@/server/text/fold';
import { cutAtWord } from '@/server/text/words';
import { chooseIconLinks, type IconLinks } from './icon-links';
import { identityAtHost } from './host-identity';
import type { PageMetadata } from './page-metadata';
import { saysError, saysWall } from './wall-titles';

export type PageDetails = {
  /** Empty if the page contains nothing useful. */
  name: string;
  tagline: string;
  /** The image that the page names. It is not fetched yet. */
  imageURL: string | undefined;
  icons: IconLinks;
};

const { nameCharsMin, nameCharsMax, taglineCharsMin, taglineCharsMax } = PRODUCT_LIMITS;

/** Separates the name from the tagline in the title of a page. */
const TITLE_SEPARATOR = /\s+[|·•‧∙–—―:-]+\s+|\s*[|·•–—―]\s*|:\s+/u;

/** Titles that are not names: error pages, waiting pages and generic titles. */
const NOT_A_NAME =
  /^(?:home(?:page)?|welcome|index|untitled|loading|just a moment|404|not found|error)\b[\s.…!]*$/iu;

function isWallTitle(title: string, known: readonly string[]): boolean {
  const [first = '', ...others] = title.split(TITLE_SEPARATOR).map((part) => part.trim());
  if (saysWall(first) || saysWall(title)) return true;
  return saysError(first) && others.every((part) => saysError(part) || known.includes(key(part)));
}

/** Suggests the fields of a submission from the metadata of a page: within its limits, one line of plain text each. */
export function previewPage({ title, meta, links }: PageMetadata, url: URL): PageDetails {
  const text = (...names: string[]) =>
    names.map((name) => plainLine(meta.get(name) ?? '')).find((value) => value !== '') ?? '';
  const whole = text('og:title', 'twitter:title') || plainLine(title ?? '');
  const siteName = text('og:site_name', 'application-name', 'apple-mobile-web-app-title');
  // The metadata of such a page is that of the wall, too.
  const known = knownNames(siteName, url);
  const isWall = [whole, plainLine(title ?? '')].some((each) => isWallTitle(each, known));
  const parts = isWall ? [] : [...splitTitle(whole), ...splitTitle(plainLine(title ?? ''))];
  const name = isWall ? '' : chooseName(parts, { siteName, known }, url);
  const description = isWall ? '' : text('og:description', 'description', 'twitter:description');
  const tagline = chooseTagline(
    [description, ...parts.filter((part) => part !== name), ...parts].filter((said) => !PATH.test(said)),
  );
  return {
    name: productName.safeParse(name).data ?? '',
    tagline: productTagline.safeParse(tagline).data ?? '',
    imageURL: resolveURL(
      text('og:image:secure_url', 'og:image', 'og:image:url', 'twitter:image', 'twitter:image:src'),
      url,
    )?.href,
    icons: chooseIconLinks(links, url),
  };
}

/** Returns one line without control characters, invisible characters and direction marks. */
function plainLine(text: string): string {
  return text
    .normalize('NFC')
    .replace(/\p{Surrogate}/gu, '')
    .replace(/[\s\p{Zs}\p{Zl}\p{Zp}\p{Cc}]+/gu, ' ')
    .replace(
      /[\u{AD}\u{200B}\u{200E}\u{200F}\u{202A}-\u{202E}\u{2060}-\u{2064}\u{2066}-\u{2069}\u{FEFF}\u{FFFD}]/gu,
      '',
    )
    .trim();
}

const splitTitle = (title: string): string[] =>
  title
    .split(TITLE_SEPARATOR)
    .map((part) => part.trim())
    .filter((part) => part !== '' && !NOT_A_NAME.test(part));

/** What the site is called, without case and signs. */
function knownNames(siteName: string, url: URL): string[] {
  const host = url.hostname.replace(/^www\./, '');
  return [siteName, host, ...host.split('.').slice(0, -1)].map(key).filter((word) => word.length > 1);
}

/** Returns the part of the title that equals the site name or host; otherwise the first part. */
function chooseName(
  parts: readonly string[],
  { siteName, known }: { siteName: string; known: readonly string[] },
  url: URL,
): string {
  // Where many things are, the page is about one of them.
  const identity = identityAtHost(url);
  if (identity) {
    const subject =
      parts.find((part) => key(part) === key(identity.rest)) ??
      parts.find(
        (part) => !known.includes(key(part)) && !known.includes(key(part).replace(/^.*?on(?:the)?/, '')),
      );
    return subject === undefined ? '' : cutAtWord(nameOfSubject(subject), nameCharsMax);
  }
  const called = parts.find((part) => known.includes(key(part)));
  const name = called ?? (url.pathname === '/' && siteName !== '' ? siteName : (parts[0] ?? siteName));
  return countChars(name) < nameCharsMin ? '' : cutAtWord(name, nameCharsMax);
}

/** The owner and the name of a repository or package, perhaps with a branch. */
const PATH = /^@?[\w.-]+ ?\/ ?([\w.-]+)(?: at [\w./-]+)?$/;
const STORE = /app ?store|google ?play/iu;
const AT_STORE =
  /\s+(?:on(?: the)?|in(?: the| de)?|im|bei|auf|dans l['’]|sur(?: l['’])?|en(?: el)?|na|no|su|sull['’]|op|w|v|в)\s*(?:app ?store|google ?play)$/iu;
const QUOTED = /[„“"«「『]\s?([^„“”"«»「」『』]+?)\s?[“”"»」』]/u;

/** `octo/widget` is Widget, and `@octo/widget`; “Widget on the App Store” is, too. */
function nameOfSubject(subject: string): string {
  const atStore = STORE.test(subject) ? QUOTED.exec(subject)?.[1] : undefined;
  const name = PATH.exec(subject)?.[1] ?? atStore ?? subject.replace(AT_STORE, '');
  return /^[a-z]/.test(name) && !/[\sA-Z]/.test(name) ? name.charAt(0).toUpperCase() + name.slice(1) : name;
}

/** Removes case, accents and signs, for comparison. */
const key = (text: string) => fold(text).replace(/[^\p{L}\p{N}]/gu, '');

function chooseTagline(candidates: readonly string[]): string {
  const tagline = candidates.find((candidate) => countLetters(candidate) >= taglineCharsMin);
  return tagline === undefined ? '' : cutAtWord(firstSentences(tagline), taglineCharsMax);
}

/** Returns as many complete sentences as fit; the text itself if none fits. */
function firstSentences(text: string): string {
  if (countChars(text) <= taglineCharsMax) return text;
  let fitting = '';
  for (const { segment } of new Intl.Segmenter('en', { granularity: 'sentence' }).segment(text)) {
    if (countChars(fitting + segment.trimEnd()) > taglineCharsMax) break;
    fitting += segment;
  }
  const whole = fitting.trim();
  return countLetters(whole) >= taglineCharsMin ? whole : text;
}

function resolveURL(url: string, base: URL): URL | undefined {
  return url !== '' && canParseURL(url, base.href) ? new URL(url, base) : undefined;
}

import { countChars } from '@/lib/contract/plain/text';
import { PRODUCT_LIMITS } from '@/lib/contract/product';
import { productName, productTagline } from '@/lib/contract/submission-fields';
import { fold } from '@/server/text/fold';
import { cutAtWord } from '@/server/text/words';
import { chooseIconLinks, type IconLinks } from './icon-links';
import type { PageMetadata } from './page-metadata';

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

/** Suggests the fields of a submission from the metadata of a page: within its limits, one line of plain text each. */
export function previewPage({ title, meta, links }: PageMetadata, url: URL): PageDetails {
  const text = (...names: string[]) =>
    names.map((name) => plainLine(meta.get(name) ?? '')).find((value) => value !== '') ?? '';
  const whole = text('og:title', 'twitter:title') || plainLine(title ?? '');
  const siteName = text('og:site_name', 'application-name', 'apple-mobile-web-app-title');
  const parts = [...splitTitle(whole), ...splitTitle(plainLine(title ?? ''))];
  const name = chooseName(parts, siteName, url);
  const description = text('og:description', 'description', 'twitter:description');
  const tagline = chooseTagline([description, ...parts.filter((part) => part !== name), ...parts]);
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

/** Returns the part of the title that equals the site name or host; otherwise the first part. */
function chooseName(parts: readonly string[], siteName: string, url: URL): string {
  const host = url.hostname.replace(/^www\./, '');
  const known = [siteName, host, ...host.split('.').slice(0, -1)].map(key).filter((word) => word.length > 1);
  const called = parts.find((part) => known.includes(key(part)));
  const name = called ?? (url.pathname === '/' && siteName !== '' ? siteName : (parts[0] ?? siteName));
  return countChars(name) < nameCharsMin ? '' : cutAtWord(name, nameCharsMax);
}

/** Removes case, accents and signs, for comparison. */
const key = (text: string) => fold(text).replace(/[^\p{L}\p{N}]/gu, '');

function chooseTagline(candidates: readonly string[]): string {
  const tagline = candidates.find((candidate) => countChars(candidate) >= taglineCharsMin);
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
  return countChars(whole) >= taglineCharsMin ? whole : text;
}

function resolveURL(url: string, base: URL): URL | undefined {
  return url !== '' && URL.canParse(url, base.href) ? new URL(url, base) : undefined;
}

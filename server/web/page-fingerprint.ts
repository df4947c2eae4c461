import { createHash } from 'node:crypto';
import { parse as parseHost } from 'tldts';
import type { PageFingerprint } from '@/lib/contract/site-check';
import { fold } from '@/server/text/fold';
import { likeliestLanguage } from '@/server/text/language';
import { decodeHTML } from '@/server/text/plain-text';
import { chooseIconLinks } from './icon-links';
import { readPageMetadata } from './page-metadata';
import { countSuspiciousTerms, isInterstitial } from './suspicious-terms';

const SKETCH_SIZE = 64;
const TITLE_UNITS_MAX = 200;
const EXCERPT_UNITS_MAX = 400;
/** `franc-min` is rarely right about shorter texts. */
const LANGUAGE_UNITS_MIN = 120;

/** Scripts without spaces between words: each character counts as one. */
const WORDS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Khmer}]|[\p{L}\p{N}]+/gu;

export function fingerprintPage(html: string, url: URL): PageFingerprint {
  const { title = '', links } = readPageMetadata(html);
  const text = readPageText(html);
  const heading = oneLine(title).slice(0, TITLE_UNITS_MAX);
  const words = wordsOf(text);
  const seen = { title: fold(heading), text: fold(text), wordCount: words.length };
  const { touch, other } = chooseIconLinks(links, url);
  return {
    url: url.href,
    domain: registrableDomain(url),
    title: heading,
    excerpt: text.slice(0, EXCERPT_UNITS_MAX),
    language: likeliestLanguage(text, { unitsMin: LANGUAGE_UNITS_MIN }),
    wordCount: words.length,
    sketch: sketchOf(words),
    ...countSuspiciousTerms(seen),
    isInterstitial: isInterstitial(seen),
    iconURL: [...touch, ...other][0]?.url ?? null,
  };
}

/** Names under a public suffix that people share, such as `github.io`, are domains of their own. */
export const registrableDomain = ({ hostname }: URL): string =>
  parseHost(hostname, { allowPrivateDomains: true }).domain ?? hostname;

const oneLine = (text: string): string => text.replace(/[\s\p{Cc}]+/gu, ' ').trim();

export const wordsOf = (text: string): string[] => fold(text).match(WORDS) ?? [];

/** Short words are about grammar, not about the product. */
const isTelling = (word: string): boolean => word.length > 3 || /[^\p{Script=Latin}\p{N}]/u.test(word);

/** Pairs of words in scripts without spaces would need a dictionary; single characters already tell texts apart. */
function sketchOf(words: readonly string[]): number[] {
  const hashes = [...new Set(words.filter(isTelling))].map((word) =>
    createHash('sha1').update(word).digest().readUInt32BE(0),
  );
  return hashes.sort((a, b) => a - b).slice(0, SKETCH_SIZE);
}

/**
 * The share of words that two pages have in common (Jaccard), estimated from their sketches: the smallest hashes of both
 * are a random sample of all their words. Its error is about 0.05.
 */
export function similarityOf(one: PageFingerprint, other: PageFingerprint): number {
  const [a, b] = [new Set(one.sketch), new Set(other.sketch)];
  const sample = [...new Set([...a, ...b])].sort((x, y) => x - y).slice(0, SKETCH_SIZE);
  if (sample.length === 0) return 1;
  return sample.filter((hash) => a.has(hash) && b.has(hash)).length / sample.length;
}

/** Elements whose content people do not read on the page. */
const UNREAD = new Set([
  'head',
  'title',
  'script',
  'style',
  'template',
  'svg',
  'noembed',
  'textarea',
  'select',
]);
const TAG_NAME = /[a-z][a-z0-9:-]{0,20}/y;
const TEXT_UNITS_MAX = 60_000;

/**
 * The text that a reader of a page sees, as one line of at most 60,000 characters. Without a tree, as
 * `readPageMetadata`: every character is read a bounded number of times.
 */
function readPageText(html: string): string {
  const lower = html.replaceAll('\u0130', 'i').toLowerCase();
  const parts: string[] = [];
  let units = 0;
  let at = 0;
  while (at < html.length && units < TEXT_UNITS_MAX) {
    const tag = html.indexOf('<', at);
    const text = html.slice(at, tag === -1 ? html.length : tag);
    parts.push(text);
    units += text.length;
    if (tag === -1) break;
    at = endOfTag(html, lower, tag);
  }
  return decodeHTML(parts.join(' ').slice(0, TEXT_UNITS_MAX)).replace(/\s+/g, ' ').trim();
}

/** Where the text goes on after a tag, a comment, or an element that people do not read. The end of the page if it does not. */
function endOfTag(html: string, lower: string, tag: number): number {
  if (html.startsWith('<!--', tag)) return after(html, '-->', tag + 4);
  TAG_NAME.lastIndex = tag + 1;
  const name = TAG_NAME.exec(lower)?.[0] ?? '';
  if (!UNREAD.has(name)) return after(html, '>', tag);
  const end = lower.indexOf(`</${name}`, tag);
  return end === -1 ? html.length : after(html, '>', end);
}

function after(html: string, sign: string, from: number): number {
  const found = html.indexOf(sign, from);
  return found === -1 ? html.length : found + sign.length;
}

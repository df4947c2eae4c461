import * as z from 'zod/mini';
import { PRODUCT_LIMITS } from '@/lib/contract/product';
import { cutAtWord } from '@/server/text/cut-at-word';
import { canonicalURL } from '@/server/web/canonical-url';
import type { ImportEntry } from './formats/import-line';
import { escapeMarkdown } from '@/server/text/markdown';
import { slugify } from '@/server/text/slug';

const {
  nameCharsMin,
  nameCharsMax,
  taglineCharsMin,
  taglineCharsMax,
  descriptionCharsMax,
  urlCharsMax,
  tagsMax,
  tagNameCharsMax,
} = PRODUCT_LIMITS;

/** A product as the import writes it: within every limit, with its canonical URL. */
export const importDraft = z.object({
  /** Line number of the entry in the file. */
  line: z.int().check(z.nonnegative()),
  name: z.string().check(z.minLength(nameCharsMin), z.maxLength(nameCharsMax)),
  tagline: z.string().check(z.minLength(taglineCharsMin), z.maxLength(taglineCharsMax)),
  /** False if the file has no text and the tagline only names the section and host. */
  hasOwnTagline: z.boolean(),
  /** Markdown. */
  description: z.string().check(z.maxLength(descriptionCharsMax)),
  url: z.string().check(z.maxLength(urlCharsMax)),
  canonicalURL: z.string().check(z.minLength(1), z.maxLength(urlCharsMax * 2)),
  /** Whether an earlier entry of the file has the same URL. That entry gives the texts; this one adds only its tags. */
  isRepeat: z.boolean(),
  tags: z
    .array(z.string().check(z.minLength(1), z.maxLength(tagNameCharsMax)))
    .check(z.minLength(1), z.maxLength(tagsMax)),
});
export type ImportDraft = z.infer<typeof importDraft>;

/** The tag of entries without a heading. */
const FALLBACK_TAG = 'Other';

/**
 * Fits an entry into the limits of a product. A name or text that is too long is cut at a word and kept complete in the
 * description. A text that is missing or too short is completed with the tag and the host.
 *
 * @returns a sentence if the entry cannot become a product.
 */
export function draftProduct(entry: ImportEntry): ImportDraft | string {
  const url = entry.url.trim();
  const canonical = canonicalURL(url);
  if (canonical === null)
    return url === '' ? 'The entry has no link.' : `“${excerpt(url)}” is not a web link.`;
  if (url.length > urlCharsMax || canonical.length > urlCharsMax * 2)
    return `The link is longer than ${urlCharsMax.toLocaleString('en')} characters.`;

  const host = new URL(url).hostname.replace(/^www\./, '');
  const tags = draftTags(entry.tags);
  const name = draftName(entry.name, host);
  const { tagline, hasOwnTagline } = draftTagline(entry.text, tags[0] ?? FALLBACK_TAG, host);
  const isCut = {
    name: entry.name.length > nameCharsMax,
    text: tagline !== entry.text && entry.text.length > taglineCharsMax,
  };
  const paragraphs = [
    isCut.name ? entry.name : '',
    isCut.text || (isCut.name && entry.text !== '') ? entry.text : '',
    ...entry.details.split('\n'),
  ];
  const description = paragraphs
    .filter((text) => text !== '')
    .map(escapeMarkdown)
    .join('\n\n');
  return {
    line: entry.line,
    name,
    tagline,
    hasOwnTagline,
    description: cutAtWord(description, descriptionCharsMax),
    url,
    canonicalURL: canonical,
    isRepeat: false,
    tags,
  };
}

function draftName(name: string, host: string): string {
  const known = name === '' ? host : name;
  if (known.length >= nameCharsMin) return cutAtWord(known, nameCharsMax);
  return cutAtWord(`${known} (${host})`, nameCharsMax);
}

function draftTagline(text: string, tag: string, host: string): { tagline: string; hasOwnTagline: boolean } {
  if (text.length >= taglineCharsMin)
    return { tagline: cutAtWord(text, taglineCharsMax), hasOwnTagline: true };
  const whole = `Listed under ${tag}, at ${host}`;
  const place = whole.length <= taglineCharsMax ? whole : cutAtWord(`Listed under ${tag}`, taglineCharsMax);
  if (text === '') return { tagline: place, hasOwnTagline: false };
  return {
    tagline: cutAtWord(`${text}${/[.!?…]$/.test(text) ? '' : '.'} ${place}`, taglineCharsMax),
    hasOwnTagline: true,
  };
}

/** Returns one tag per slug. Names without a slug are dropped. */
function draftTags(names: readonly string[]): string[] {
  const bySlug = new Map<string, string>();
  for (const name of names) {
    const tag = cutAtWord(name.trim(), tagNameCharsMax);
    const slug = slugify(tag);
    if (slug !== '' && !bySlug.has(slug)) bySlug.set(slug, tag);
  }
  return bySlug.size === 0 ? [FALLBACK_TAG] : [...bySlug.values()].slice(0, tagsMax);
}

const excerpt = (text: string): string => cutAtWord(text, 80);

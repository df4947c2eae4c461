import { canParseURL } from '@/lib/contract/plain/can-parse-url';
import * as z from 'zod/mini';
import { countChars } from '@/lib/contract/plain/text';
import { withoutUnseen } from '@/lib/contract/plain/seen-text';
import { fieldValue } from '@/lib/contract/field';
import { IMPORT_LIMITS } from '@/lib/contract/import';
import { PRODUCT_LIMITS } from '@/lib/contract/product';
import {
  countLetters,
  productDescription,
  productName,
  productTagline,
  tagName,
  tagNames,
} from '@/lib/contract/submission-fields';
import type { StoredText } from '@/server/base/stored-text';
import { cutAtWord } from '@/server/text/words';
import { canonicalURL } from '@/server/web/canonical-url';
import type { ImportEntry } from './formats/import-line';
import { escapeMarkdown } from '@/server/text/escape';
import { slugify } from '@/server/text/slug';
import { shownHost } from '@/server/text/shown-host';
import { formatNumber } from '@/lib/texts/language';
import { t, text } from '@/lib/texts/texts';

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

/** A product as the import writes it: by the rules of a submission, with its canonical URL. */
export const importDraft = z.object({
  /** Line number of the entry in the file. */
  line: z.int().check(z.nonnegative()),
  name: productName,
  tagline: productTagline,
  /** False if the file has no text and the tagline only names the section and host. */
  hasOwnTagline: z.boolean(),
  /** Markdown. */
  description: productDescription,
  url: z.string().check(z.maxLength(urlCharsMax)),
  canonicalURL: z.string().check(z.minLength(1), z.maxLength(urlCharsMax)),
  /** Whether an earlier entry of the file has the same URL. That entry gives the texts; this one adds only its tags. */
  isRepeat: z.boolean(),
  tags: tagNames,
  /** Preferred to one that is made from the name. */
  slug: z.optional(z.string()),
  /** Where the system that the file comes from had its pages. */
  oldPaths: z.optional(
    z
      .array(z.string().check(z.maxLength(IMPORT_LIMITS.oldPathCharsMax)))
      .check(z.maxLength(IMPORT_LIMITS.oldPathsMax)),
  ),
  /** When the source of the file listed the product. */
  listedAt: z.optional(z.iso.datetime()),
  /** Values of declared fields, by key. */
  values: z.optional(z.record(z.string(), fieldValue)),
});
export type ImportDraft = z.infer<typeof importDraft>;

/** The tag of entries without a heading. */
const fallbackTag = () => t('importDraft.otherTag', 'Other' /* the tag of entries without a heading */);

/**
 * Fits an entry into the limits of a product. A name or text that is too long is cut at a word and kept complete in the
 * description. A text that is missing or too short is completed with the tag and the host, in no language.
 *
 * @param onRefusedTag gets each tag that cannot be one, with the reason.
 * @returns why, if the entry cannot become a product.
 */
export function draftProduct(
  entry: ImportEntry,
  onRefusedTag: (tag: string, reason: StoredText) => void = () => undefined,
): ImportDraft | { refusal: StoredText } {
  const url = entry.url.trim();
  const canonical = canonicalURL(url);
  if (canonical === null)
    return {
      refusal:
        url === ''
          ? text('skipped.noLink', 'The entry has no link.')
          : text('importDraft.excerpt', '“{excerpt}” is not a web link.', { excerpt: excerpt(url) }),
    };
  if (countChars(url) > urlCharsMax || countChars(canonical) > urlCharsMax)
    return {
      refusal: text('importDraft.linkTooLong', 'The link is longer than {count} characters.', {
        count: formatNumber(urlCharsMax),
      }),
    };

  const host = shownHost(new URL(url).hostname.replace(/^www\./, ''));
  const tags = draftTags(entry.tags, onRefusedTag);
  const name = draftName(entry.name, host);
  const { tagline, hasOwnTagline } = draftTagline(entry.text, {
    ...{ name, host },
    tag: tags[0] ?? fallbackTag(),
  });
  const isCut = {
    name: countChars(entry.name) > nameCharsMax,
    text: tagline !== entry.text && countChars(entry.text) > taglineCharsMax,
  };
  const paragraphs = [
    isCut.name ? entry.name : '',
    isCut.text || (isCut.name && entry.text !== '') ? entry.text : '',
    ...entry.details.split('\n'),
  ];
  const said = paragraphs
    .filter((paragraph) => paragraph !== '')
    .map(escapeMarkdown)
    .join('\n\n');
  const { description = said, slug = '' } = entry;
  const oldPaths = [...new Set((entry.oldPaths ?? []).flatMap((path) => readOldPath(path) ?? []))];
  const parsed = importDraft.safeParse({
    line: entry.line,
    name,
    tagline,
    hasOwnTagline,
    description: cutAtWord(description, descriptionCharsMax),
    url,
    canonicalURL: canonical,
    isRepeat: false,
    tags,
    ...(oldPaths.length > 0 && { oldPaths: oldPaths.slice(0, IMPORT_LIMITS.oldPathsMax) }),
    ...(slug !== '' && slugify(slug) === slug && { slug }),
    ...(entry.listedAt && { listedAt: entry.listedAt.toISOString() }),
  });
  return parsed.success ? parsed.data : { refusal: describeRefusal(parsed.error) };
}

/**
 * The path of a page in another system, from a path or a link, in lower case and without encoding. Undefined for the home
 * page, and for what no path of this site can be.
 */
export function readOldPath(written: string): string | undefined {
  const base = 'https://old.invalid';
  if (!canParseURL(written.trim(), base)) return undefined;
  const { protocol, pathname } = new URL(written.trim(), base);
  const parts = pathname.split('/').filter((part) => part !== '');
  try {
    const path = parts.map((part) => `/${decodeURIComponent(part)}`).join('');
    const isUsable =
      /^https?:$/.test(protocol) && !/[\\\p{Cc}]|%2f/iu.test(pathname + path) && path.length > 1;
    return isUsable && path.length <= IMPORT_LIMITS.oldPathCharsMax ? path.toLowerCase() : undefined;
  } catch {
    return undefined;
  }
}

/** Names the field and the rule that it breaks. */
const describeRefusal = ({ issues: [issue] }: z.core.$ZodError): StoredText =>
  text(
    'importDraft.unusable',
    "{part, select, name {Its name can't be used.} tagline {Its tagline can't be used.} description {Its description can't be used.} url {Its link can't be used.} tags {Its tags can't be used.} other {Its text can't be used.}} {message}",
    { part: String(issue?.path[0]), message: issue?.message ?? '' },
  );

function draftName(name: string, host: string): string {
  if (name === '') return cutAtWord(host, nameCharsMax);
  const cut = cutAtWord(name, nameCharsMax);
  return countChars(cut) >= nameCharsMin ? cut : cutAtWord(`${cut} (${host})`, nameCharsMax);
}

function draftTagline(
  text: string,
  { name, tag, host }: Record<'name' | 'tag' | 'host', string>,
): { tagline: string; hasOwnTagline: boolean } {
  const hasOwnTagline = text !== '';
  if (countLetters(text) >= taglineCharsMin)
    return { tagline: cutAtWord(text, taglineCharsMax), hasOwnTagline };
  const parts = [...(hasOwnTagline ? [text.replace(/[.。]$/u, '')] : []), tag];
  const isLong = countLetters([...parts, host].join(' · ')) >= taglineCharsMin;
  const whole = [...(isLong ? [] : [name]), ...parts, host].join(' · ');
  const isFitting = countChars(whole) <= taglineCharsMax;
  return { tagline: isFitting ? whole : cutAtWord(parts.join(' · '), taglineCharsMax), hasOwnTagline };
}

/** Returns one tag per slug, without the names that can't be tags. */
function draftTags(names: readonly string[], onRefused: (tag: string, reason: StoredText) => void): string[] {
  const bySlug = new Map<string, string>();
  for (const name of names) {
    const written = cutAtWord(withoutUnseen(name).trim(), tagNameCharsMax);
    const { data: tag = '', error } = tagName.safeParse(written);
    const slug = slugify(tag);
    if (slug !== '' && !bySlug.has(slug)) bySlug.set(slug, tag);
    else if (slug === '' && written !== '')
      onRefused(
        written,
        error?.issues[0]?.message ?? text('tag.needsLetter', 'A tag needs a letter or a digit.'),
      );
  }
  return bySlug.size === 0 ? [fallbackTag()] : [...bySlug.values()].slice(0, tagsMax);
}

const excerpt = (text: string): string => cutAtWord(text, 80);

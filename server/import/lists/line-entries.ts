import { segmentsText } from './inline-segments';
import type { LinkSegment, Segment, WebLink } from './list-tree';
import { cleanDescription, cleanLabel, collapse } from '@/server/import/formats/clean-text';
import { nameFromURL } from '@/server/import/formats/web-url';
import { isPartLink, namesAPart, namesNoProduct, saysOnlyParts } from './label-words';
import { type LineFacts, takeLineFacts } from './line-facts';
import { withSite } from './line-sites';

/** A product in one line of a list, or one cell of a table. */
export type LineEntry = {
  name: string;
  url: string;
  text: string;
  line: number | undefined;
  /** The link that names it, where its URL is from unless it has a site. */
  link: LinkSegment;
  /** The link to its site, where that is another one. */
  site?: LinkSegment;
  /** Its owner keeps it from others. */
  isPrivate?: boolean;
  /** Whether the line starts with the link. */
  isLeading: boolean;
  /** Only of a product that has its line for itself. */
  facts?: LineFacts;
};

/** Emoji, stars, bullets and numbering before a name. */
const DECORATION = /^[^\p{L}\p{N}([{"“'‘@$#]*(?:\d{1,4}[.)、．）]\s*)?[^\p{L}\p{N}([{"“'‘@$#]*$/u;
const SEPARATOR_ONLY =
  /^\s*(?:[,;/|·•&+、，；／｜]|,?\s*(?:and|or|und|oder|y|o|et|ou|e|и|или|和|与|或|と|や|및)\s)\s*$/i;
const SEPARATOR_AT_START = /^\s*(?:[-–—―−－‐:：|·]|=>|->|→|\.{2,})+\s*\S/u;
const SEPARATOR_AT_END = /(?:[-–—―−－:：→|]|=>|->)\s*$/u;
const PROSE_END =
  /\b(?:from|at|on|see|via|by|in|to|the|with|of|for|and|a|an|is|visit|check|read|try|use|download|browse)\s*$/i;

/**
 * Finds the products in one line. A line usually has one product, and several if links follow each other or each link
 * has its own text.
 */
export function readLineEntries(segments: readonly Segment[]): LineEntry[] {
  const { rest, facts } = takeLineFacts(segments);
  const entries = readProducts(rest);
  const [only, ...others] = entries;
  return !only || others.length > 0 ? entries : [withSite({ ...only, facts }, segments)];
}

function readProducts(segments: readonly Segment[]): LineEntry[] {
  const line = dropDecoration(segments);
  const first = line.findIndex(isCandidate);
  const link = line[first];
  if (first < 0 || !isCandidate(link)) return readImageEntry(segments);
  const before = line.slice(0, first);
  return segmentsText(before).trim() === ''
    ? readLeading(line.slice(first))
    : [readTrailing(before, link, line.slice(first + 1))];
}

function isCandidate(segment: Segment | undefined): segment is WebLink {
  return segment?.kind === 'link' && segment.url !== null && !segment.isImage;
}

/** Code without a letter before a name, such as `120 ★`. */
const isCount = (segment: Segment) =>
  segment.kind === 'text' && segment.isCode === true && /^\P{L}*$/u.test(segment.text);

function dropDecoration(segments: readonly Segment[]): Segment[] {
  const start = segments.findIndex(
    (segment) =>
      !(
        segment.kind === 'break' ||
        (segment.kind === 'link' && segment.isImage) ||
        (segment.kind === 'text' && (DECORATION.test(segment.text) || isCount(segment)))
      ),
  );
  return start < 0 ? [] : segments.slice(start);
}

/** Reads `[A](…), [B](…) - text` and `[A](…) - text; [B](…) - text`. */
function readLeading(line: readonly Segment[]): LineEntry[] {
  const starts = [0];
  for (let index = 1; index < line.length; index += 1) {
    if (startsAnotherEntry(line, index, starts.at(-1) ?? 0)) starts.push(index);
  }
  const entries = starts.map((start, nth) => ({
    link: line[start],
    tail: line.slice(start + 1, starts[nth + 1]),
  }));
  const lastText = describe(withoutLeadingParts(entries.at(-1)?.tail ?? []));
  return entries.flatMap(({ link, tail }) => {
    if (!isCandidate(link)) return [];
    const own = describe(withoutLeadingParts(tail));
    const sharesText = SEPARATOR_ONLY.test(segmentsText(withoutLeadingParts(tail)));
    return [
      {
        ...{ name: nameOf(link), url: link.url, line: link.line, link, isLeading: true },
        text: sharesText ? lastText : own,
      },
    ];
  });
}

/** Drops links to other pages of the product in `[Name](…) | [GitHub](…) | text`. */
function withoutLeadingParts(tail: readonly Segment[]): readonly Segment[] {
  const [first, second] = tail;
  if (isPartOf(first)) return withoutLeadingParts(tail.slice(1));
  const isGap =
    first?.kind === 'break' || (first?.kind === 'text' && /^[\s|:,;/·•()[\]–—-]*$/.test(first.text));
  return isGap && isPartOf(second) ? withoutLeadingParts(tail.slice(2)) : tail;
}

/** A labeled link to a page of the product, or a bare address behind its link. */
const isPartOf = (segment: Segment | undefined): boolean =>
  segment?.kind === 'link' && (isPartLink(segment) || /^(?:https?:|www\.)/i.test(segment.text));

function startsAnotherEntry(line: readonly Segment[], index: number, lastStart: number): boolean {
  const link = line[index];
  if (!isCandidate(link) || isPartLink(link)) return false;
  const behindParts = line.slice(lastStart + 1, index);
  const lastPart = behindParts.findLastIndex((segment) => segment.kind === 'link' && isPartLink(segment));
  const onlyParts = saysOnlyParts(behindParts.slice(0, lastPart + 1));
  const before = segmentsText(onlyParts ? behindParts.slice(lastPart + 1) : behindParts);
  if (SEPARATOR_ONLY.test(before)) return true;
  const next = line[index + 1];
  const isDescribed = next?.kind === 'text' && /^\s*(?:[-–—:]\s+|[：－—])\S/.test(next.text);
  const isAtLineStart = line[index - 1]?.kind === 'break' || /\n\s*(?:[-*+•]\s+)?$/.test(before);
  return isDescribed
    ? isAtLineStart || /[;,.•|；，。、]\s*$/.test(before)
    : isAtLineStart && (next === undefined || next.kind === 'break');
}

function nameOf(link: WebLink): string {
  const label = cleanLabel(link.text);
  return label === '' || /^(?:https?:\/\/|www\.)/i.test(label) ? nameFromURL(link.url) : label;
}

/** Reads lines that start with text: `An editor: [Vim](…)`, `Vim - an editor ([site](…))`, `Vim: https://…`. */
function readTrailing(before: readonly Segment[], link: WebLink, after: readonly Segment[]): LineEntry {
  const lead = collapse(segmentsText(before));
  const isPart = isPartLink(link) || looksLikeURL(link);
  const behind = withoutBracketedLinks(before, after);
  const rest = describe(isPart ? withoutLeadingParts(behind) : behind);
  const base = { url: link.url, line: link.line, link, isLeading: false };
  const strong = strongLead(before);
  if (strong !== undefined) {
    const said = cleanDescription(lead.slice(lead.indexOf(strong) + strong.length));
    const more = isPart ? rest : whole([link, ...after]);
    return { ...base, name: strong, text: join(more === '' ? said.replace(/[:：]$/u, '') : said, more) };
  }
  if (isPart) {
    const [name, said] = splitAtSeparator(lead);
    const isName = name !== '' && name.length <= 60 && !PROSE_END.test(name);
    return isName
      ? {
          ...base,
          name: cleanLabel(name),
          text: join(PROSE_END.test(said) ? '' : cleanDescription(said), rest),
        }
      : { ...base, name: nameFromURL(link.url), text: whole([...before, link, ...after]) };
  }
  const tail = segmentsText(after);
  if (SEPARATOR_AT_START.test(tail)) return { ...base, name: nameOf(link), text: rest };
  if (SEPARATOR_AT_END.test(lead))
    return {
      ...base,
      name: nameOf(link),
      text: join(cleanDescription(lead.replace(SEPARATOR_AT_END, '')), rest),
    };
  return { ...base, name: nameOf(link), text: whole([...before, link, ...after]) };
}

/** Drops the other links in the brackets of the first one: `Ada ([site](…), [code](…)) - a tool`. */
function withoutBracketedLinks(before: readonly Segment[], after: readonly Segment[]): readonly Segment[] {
  if (!/[([（【]\s*$/.test(segmentsText(before))) return after;
  const end = after.findIndex((segment) => segment.kind === 'text' && !/^[\s,;/|·、，]*$/.test(segment.text));
  const closing = after[end];
  return closing?.kind === 'text' && /^\s*[)\]）】]/.test(closing.text) ? after.slice(end) : after;
}

/** The bold name in `**Vim** - an editor, see [the site](…)`, unless the bold text is a label of the link. */
function strongLead(before: readonly Segment[]): string | undefined {
  const words = before.filter((segment) => segment.kind === 'text' && segment.text.trim() !== '');
  const first = words[0];
  if (first?.kind !== 'text' || !first.isStrong) return undefined;
  const name = cleanLabel(first.text);
  const isLabelOfLink =
    words.length === 1 ||
    (words.length === 2 && words[1]?.kind === 'text' && /^\s*[:–—-]?\s*$/.test(words[1].text));
  return name === '' || (isLabelOfLink && /:\s*$/.test(segmentsText(before))) ? undefined : name;
}

function splitAtSeparator(lead: string): [string, string] {
  const trimmed = lead.replace(/[\s([{<:：（–—－|-]+$/u, '');
  const at = /\s[-–—|]+\s|:\s|\s*[–—：－]\s*|,\s|，/u.exec(trimmed);
  return at ? [trimmed.slice(0, at.index), trimmed.slice(at.index + at[0].length)] : [trimmed, ''];
}

function looksLikeURL({ text, url }: WebLink): boolean {
  if (/^(?:https?:\/\/|www\.)/i.test(text)) return true;
  const bare = (value: string) =>
    value
      .toLowerCase()
      .replace(/^https?:\/\//, '')
      .replace(/^www\./, '')
      .replace(/\/+$/, '');
  return bare(text) === bare(url) || bare(text) === new URL(url).hostname.replace(/^www\./, '');
}

/** A linked image is an entry if its alternative text names the product and a description follows. */
function readImageEntry(segments: readonly Segment[]): LineEntry[] {
  const index = segments.findIndex(
    (segment) => segment.kind === 'link' && segment.isImage && segment.text !== '' && segment.url !== null,
  );
  const link = segments[index];
  if (link?.kind !== 'link' || link.url === null || namesAPart(link.text) || namesNoProduct(link.text))
    return [];
  const name = cleanLabel(link.text);
  const text = describe(segments.slice(index + 1));
  return name === '' || text === ''
    ? []
    : [{ name, url: link.url, line: link.line, link, text, isLeading: true }];
}

const whole = (segments: readonly Segment[]): string => cleanDescription(segmentsText(segments));

/** Returns the text after a name, without brackets that removed badges left empty. */
function describe(segments: readonly Segment[]): string {
  return cleanDescription(segmentsText(segments).replace(/(?<![\p{L}\p{N}_)])[([]\s*[)\]]/gu, ' '));
}

/** Joins two texts and removes the brackets around a link that was between them. */
function join(before: string, after: string): string {
  const first = before.replace(/\s*[([{（【]\s*$/, '');
  const second = first === before ? after : after.replace(/^\s*[)\]}）】]\s*/, '');
  if (first === '' || second === '') return first + second;
  return `${first}${/[.!?…:。！？：]$/.test(first) ? '' : '.'} ${second}`;
}

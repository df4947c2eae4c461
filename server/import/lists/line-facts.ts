import { segmentsText } from './inline-segments';
import type { Segment } from './list-tree';
import { collapse } from '@/server/import/formats/clean-text';
import { isPartLink, namesAPart } from './label-words';

/** What a line says about its product beside its name and text. */
export type LineFacts = {
  /** Words without a label beside the text: `MIT`, `Docker`. A license has the URL of its page on a second line. */
  marks: readonly string[];
  /** Labeled words and links: `**License:** MIT`, `[Source Code](…)`. */
  extras: ReadonlyMap<string, string>;
};

/** What a cell says under the heading of its column: its text, and on a second line where its link leads. */
export function cellFact(segments: readonly Segment[]): string {
  const links = segments.flatMap((segment) =>
    segment.kind === 'link' && segment.url !== null ? [segment.url] : [],
  );
  const text = collapse(segmentsText(segments));
  return [text, ...(links.length === 1 ? links : [])].filter((line) => line !== '').join('\n');
}

type TextSegment = Extract<Segment, { kind: 'text' }>;

const isText = (segment: Segment | undefined): segment is TextSegment => segment?.kind === 'text';
const isBlank = (segment: Segment | undefined) =>
  segment?.kind === 'break' || (isText(segment) && /^[\s,;·|/]*$/.test(segment.text));
const LABEL = /^\s*[-–—|·(]?\s*([\p{L}][\p{L} -]{1,29}):\s*$/u;
const LABELED_WORDS = /^[\p{L}\p{N}][\p{L}\p{N} .,+/-]{0,59}$/u;
/** Code after a sentence, a link, brackets or a dash says something about the product. Elsewhere it is a word of the text. */
const SENTENCE_END = /(?:^|[.!?…)\]。！？）】]|\s[-–—])\s*$/;

/** Takes licenses, code and labeled words out of a line that has a text beside them. Other links stay in the line. */
export function takeLineFacts(line: readonly Segment[]): { rest: readonly Segment[]; facts: LineFacts } {
  const leading = takeLeadingCode(line);
  const licenses = takeLicenses(leading.rest);
  const { rest, facts } = takeFactsAtEnd(licenses.rest);
  return { rest, facts: { ...facts, marks: [...leading.marks, ...licenses.marks, ...facts.marks] } };
}

const SEPARATOR_AHEAD = /^\s*[-–—:]\s/u;

/** Code between the name and its text: [Name](…) `Proprietary` - A tool. */
function takeLeadingCode(line: readonly Segment[]): { rest: readonly Segment[]; marks: string[] } {
  const start = 1 + line.findIndex((segment) => segment.kind === 'link' && !segment.isImage);
  const length = line
    .slice(start)
    .findIndex((segment) => !isBlank(segment) && !(isText(segment) && segment.isCode));
  const next = line[start + length];
  const words = line.slice(start, start + length).filter(isText);
  const marks = words.filter(({ isCode }) => isCode).map(({ text }) => collapse(text));
  const isLabel = isText(next) && SEPARATOR_AHEAD.test(next.text);
  const isLine = line.slice(start, start + length).some(({ kind }) => kind === 'break');
  return start > 0 && marks.length > 0 && (isLabel || isLine)
    ? { rest: [...line.slice(0, start), ...line.slice(start + length)], marks }
    : { rest: line, marks: [] };
}

const LICENSE_URL = /licen[cs]e|copyleft|\/mpl\/|\/epl-|creativecommons\.org/i;
const LICENSE_CHARS_MAX = 40;

/** Links to pages of licenses that are a sentence of their own, or the end of the line: `A tool. [MIT](…). For tests.` */
function takeLicenses(line: readonly Segment[]): { rest: readonly Segment[]; marks: string[] } {
  const marks: string[] = [];
  const rest: Segment[] = [];
  for (const [index, segment] of line.entries()) {
    const after = segmentsText(line.slice(index + 1)).slice(0, END_CHARS);
    const isLicense =
      segment.kind === 'link' &&
      segment.url !== null &&
      LICENSE_URL.test(segment.url) &&
      segment.text.length <= LICENSE_CHARS_MAX &&
      !segment.isImage &&
      !namesAPart(segment.text) &&
      rest.some(({ kind }) => kind === 'link') &&
      (/^[\s.]*$/.test(after) ||
        (/^\.\s/.test(after) && FULL_STOP.test(segmentsText(rest).slice(-END_CHARS))));
    if (isLicense) {
      marks.push(`${segment.text}\n${segment.url}`);
    } else {
      const isBehindLicense = marks.length > 0 && isText(segment) && line[index - 1] !== rest.at(-1);
      rest.push(isBehindLicense ? { ...segment, text: segment.text.replace(/^\./, '') } : segment);
    }
  }
  return { rest, marks };
}

function takeFactsAtEnd(line: readonly Segment[]): { rest: readonly Segment[]; facts: LineFacts } {
  const extras = new Map(
    line.flatMap((segment) =>
      segment.kind === 'link' && segment.url !== null && !segment.isImage
        ? [[collapse(segment.text), segment.url] as const]
        : [],
    ),
  );
  let rest = withoutTrailingLinks(line);
  for (let labeled = labeledEnd(rest); labeled; labeled = labeledEnd(rest)) {
    extras.set(labeled.label, labeled.words);
    rest = rest.slice(0, labeled.start);
  }
  const start =
    1 + rest.findLastIndex((segment) => !isBlank(segment) && !(isText(segment) && segment.isCode));
  const marks = rest
    .slice(start)
    .filter(isText)
    .filter(({ isCode }) => isCode);
  const before = rest.slice(0, start);
  const endsSentence = before.at(-1)?.kind === 'link' || SENTENCE_END.test(segmentsText(before));
  if (marks.length === 0 || before.length === 0 || !endsSentence)
    return { rest, facts: { marks: [], extras } };
  return {
    rest: withoutTrailingLinks(before),
    facts: { marks: marks.map(({ text }) => collapse(text)), extras },
  };
}

/** A part that says nothing of the product: a link, signs, emoji, and a count in code, such as `120 ★`. */
const isAside = (segment: Segment) =>
  segment.kind !== 'text' || (segment.isCode ? /^\P{L}*$/u : /^[^\p{L}\p{N}]*$/u).test(segment.text);
/** How much of a text the expressions below read: their time grows with its square. */
const END_CHARS = 200;
const OPEN_BRACKET = /[([（【][^\p{L})\]）】]*$/u;
const DASH_AT_END = /\s[-–—|·]\s*$/u;
const FULL_STOP = /[.!?…。！？]["'”’)\]）】]*[^\p{L}\p{N}]*$/u;

/**
 * Drops the links that follow the text of a line, because they are facts: in brackets, as in `A tool. ([Demo](…),
 * [Source](…))`, or after a sentence if all of them name pages of the product.
 */
function withoutTrailingLinks(line: readonly Segment[]): readonly Segment[] {
  const start = 1 + line.findLastIndex((segment) => !isAside(segment));
  const last = line[start - 1];
  const links = line.slice(start).filter((segment) => segment.kind === 'link' && !segment.isImage);
  const first = links[0];
  const hasOwnLink = line.slice(0, start).some(({ kind }) => kind === 'link');
  if (!first || !hasOwnLink || !isText(last)) return line;
  const textBefore = (link: Segment) => segmentsText(line.slice(0, line.indexOf(link))).slice(-END_CHARS);
  const bracketed = links.find((link) => OPEN_BRACKET.test(textBefore(link)));
  if (bracketed && bracketed !== first) return endBefore(line, line.indexOf(bracketed));
  const isFollowUp =
    (FULL_STOP.test(textBefore(first)) || DASH_AT_END.test(textBefore(first))) &&
    links.every((link) => link.kind === 'link' && isPartLink(link));
  return bracketed || isFollowUp ? endBefore(line, start) : line;
}

/** The line up to the last text before a place, without the bracket that the text ends in. */
function endBefore(line: readonly Segment[], place: number): readonly Segment[] {
  const at = line.findLastIndex((segment, index) => index < place && isText(segment));
  const last = line[at];
  if (!isText(last)) return line;
  const end = last.text
    .slice(-END_CHARS)
    .replace(/(?:[\s\p{Extended_Pictographic}\u{FE0F}]|[([（【]\P{L}*$)+$/u, '');
  const text = last.text.slice(0, -END_CHARS) + end;
  return [...line.slice(0, at), last.isCode ? last : { ...last, text }];
}

/** `**License:** MIT` at the end of a line. */
function labeledEnd(line: readonly Segment[]) {
  const last = line.findLastIndex((segment) => !isBlank(segment));
  const [bold, words] = [line[last - 1], line[last]];
  if (!isText(bold) || !bold.isStrong || !isText(words) || words.isStrong || last < 2) return undefined;
  const [, label] = LABEL.exec(bold.text) ?? [];
  const said = collapse(words.text);
  return label !== undefined && LABELED_WORDS.test(said)
    ? { label, words: said, start: last - 1 }
    : undefined;
}

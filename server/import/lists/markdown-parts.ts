import type { SourceLine } from './markdown-tables';

/** Parsing takes a little longer for each further line, so the text is parsed in parts of about this size. */
export const PART_CHARS = 16_384;

/** Begins HTML that goes on over blank lines. */
const OPENS_HTML = /^ {0,3}<(pre|script|style|textarea)(?=[\s>]|$)|^ {0,3}<([?!])/i;

/**
 * Splits Markdown between blocks at the top: before headings and unindented bullets, and before other unindented lines
 * after a blank one. A part that has no such place stays whole, however long it is.
 */
export function partsOf(lines: readonly SourceLine[], partChars: number): SourceLine[][] {
  const parts: SourceLine[][] = [];
  let part: SourceLine[] = [];
  let charCount = 0;
  let isAfterBlank = true;
  /** HTML goes on to the next blank line. */
  let isInHTML = false;
  let closing: string | undefined;
  for (const line of lines) {
    const { text } = line;
    const isFree = closing === undefined && !isInHTML;
    if (isFree && charCount >= partChars && part.length > 0 && startsBlock(text, isAfterBlank)) {
      parts.push(part);
      part = [];
      charCount = 0;
    }
    part.push(line);
    charCount += text.length + 1;
    const isBlank = text.trim() === '';
    if (closing !== undefined) {
      if (text.toLowerCase().includes(closing)) closing = undefined;
    } else if (isBlank) isInHTML = false;
    else {
      const [opening, tag, sign] = OPENS_HTML.exec(text) ?? [];
      const end = tag === undefined ? (sign === '?' ? '?>' : '>') : `</${tag.toLowerCase()}>`;
      if (opening !== undefined && !text.toLowerCase().slice(opening.length).includes(end)) closing = end;
      if (/^ {0,3}<(?!https?:)/i.test(text)) isInHTML = true;
    }
    isAfterBlank = isBlank;
  }
  return part.length > 0 ? [...parts, part] : parts;
}

function startsBlock(text: string, isAfterBlank: boolean): boolean {
  if (/^#{1,6}\s+\S|^[-*+] +\S/.test(text)) return true;
  return isAfterBlank && /^[^\s<]/.test(text);
}

const FENCE = /^ {0,3}(`{3,}|~{3,})/;
/** A heading, also within quotations and lists. */
const HEADING = /^((?:\s|>|[-*+](?=\s)|\d{1,9}[.)](?=\s))*)(#{1,6})(?=[ \t]|$)/;
const UNDERLINE = /^ {0,3}(?:=+|-+)[ \t]*$/;
/** A line that no underline turns into a heading. */
const NO_PARAGRAPH = /^\s*(?:$|[>#|]|[-*+]\s|\d{1,9}[.)]\s)/;
/** Code, which stays as it is, the start of raw HTML, and the sign of an image. */
const CODE_OR_RAW = /(?<!`)(`+)(?!`)[^`]*\1(?!`)|<(?=[a-z/!?])(?!https?:|mailto:)|!(?=\[)/gi;

/**
 * A member's Markdown as a quotation, which nothing in it can end. Headings start below those of the page, raw HTML is
 * text, and images are links: they would reveal the reader to other servers.
 */
export function quoteMarkdown(markdown: string): string {
  const lines: string[] = [];
  let fence: string | undefined;
  for (const line of markdown.split(/\r\n|\r|\n/)) {
    const [, sign] = FENCE.exec(line) ?? [];
    const isInCode = fence !== undefined;
    if (fence === undefined) fence = sign;
    else if (sign?.startsWith(fence)) fence = undefined;
    const before = lines.at(-1);
    if (isInCode || sign !== undefined) {
      lines.push(line);
    } else if (before !== undefined && UNDERLINE.test(line) && !NO_PARAGRAPH.test(before)) {
      lines[lines.length - 1] = `${line.includes('=') ? '###' : '####'} ${before.trimStart()}`;
    } else {
      lines.push(lowerHeading(line).replace(CODE_OR_RAW, escapeRaw));
    }
  }
  return lines.map((line) => (line === '' ? '>' : `> ${line}`)).join('\n');
}

const lowerHeading = (line: string) =>
  line.replace(
    HEADING,
    (_, indent: string, signs: string) => indent + '#'.repeat(Math.min(6, signs.length + 2)),
  );

const escapeRaw = (found: string) => (found === '<' ? '\\<' : found === '!' ? '' : found);

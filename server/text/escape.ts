/** The text as content or as a quoted attribute of HTML. */
export const escapeHTML = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** Escapes plain text so that it renders as the same text in Markdown. */
export function escapeMarkdown(text: string): string {
  return text
    .replace(/[\\`*[\]<~]/g, '\\$&')
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_')
    .replace(/&(?=#?\w+;)/g, '\\&')
    .replace(/^(\s*)([#>+-]|=+\s*$|\d+(?=[.)]))/gm, (_, indent: string, sign: string) =>
      /\d/.test(sign) ? `${indent}${sign}\\` : `${indent}\\${sign}`,
    );
}

const CODE_SIGNS = '*_~`[]<>:|';

/** Replaces Markdown signs inside code by private characters, so cleaning keeps them. `revealCode` restores them. */
export function protectCode(code: string): string {
  return code.replace(/[*_~`[\]<>:|]/g, (sign) => String.fromCharCode(0xe100 + CODE_SIGNS.indexOf(sign)));
}

export function revealCode(text: string): string {
  return text.replace(/[\uE100-\uE109]/g, (sign) => CODE_SIGNS.charAt(sign.charCodeAt(0) - 0xe100));
}

/** The first line of `awesome.md`. An import of a file that begins with it takes every entry literally. */
export const DATA_LIST_MARK = '<!-- directory list 1 -->';

const SIGNS = /[\\`*_[\]<>&#~|!,]/g;

/** Escapes every sign that Markdown could read, so that {@link unescapeSigns} returns the same text. */
export const escapeSigns = (text: string): string => text.replace(SIGNS, '\\$&');

export const unescapeSigns = (text: string): string => text.replace(/\\([!-/:-@[-`{-~])/g, '$1');

/** The destination of a Markdown link. {@link readDestination} returns the same URL. */
export function writeDestination(url: string): string {
  const escaped = url.replace(/[\\<>()&]/g, '\\$&');
  return /\s/.test(url) ? `<${escaped}>` : escaped;
}

export const readDestination = (destination: string): string =>
  unescapeSigns(destination.replace(/^<(.*)>$/su, '$1'));

/** No line with further backticks opens a block of code. */
const FENCE = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/;
const FENCE_END = /^ {0,3}(`{3,}|~{3,})[ \t]*$/;
/** A heading, also within quotations and lists. */
const HEADING = /^((?:\s|>|[-*+](?=\s)|\d{1,9}[.)](?=\s))*)(#{1,6})(?=[ \t]|$)/;
/** A line that may make a heading of the line before, also within quotations and lists. */
const UNDERLINE = /^([\s>]*)(=+|-+)[ \t]*$/;
/** A line that no underline without indentation turns into a heading. */
const NO_PARAGRAPH = /^\s*(?:$|[>|]|#{1,6}(?:[ \t]|$)|[-*+]\s|\d{1,9}[.)]\s)/;
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
    const isInCode = fence !== undefined;
    if (fence === undefined) [, fence] = FENCE.exec(line) ?? [];
    else if (FENCE_END.exec(line)?.[1]?.startsWith(fence)) fence = undefined;
    const before = lines.at(-1);
    const [, indent, signs] = UNDERLINE.exec(line) ?? [];
    if (isInCode || fence !== undefined) {
      lines.push(line);
    } else if (indent !== undefined && signs !== undefined && before !== undefined && /[^\s>]/.test(before)) {
      // Within a quotation or list, a rule or the signs themselves.
      if (!/^ {0,3}$/.test(indent) || NO_PARAGRAPH.test(before))
        lines.push(indent + (/^-{3}/.test(signs) ? '***' : `\\${signs}`));
      else lines[lines.length - 1] = `${signs.startsWith('=') ? '###' : '####'} ${before.trimStart()}`;
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

/** The first columns of `products.csv`. An import of a file that begins with them takes every cell literally. */
export const DATA_COLUMNS = ['slug', 'name', 'url', 'tagline', 'description', 'tags', 'listedAt'] as const;

/** Tags as one cell. {@link splitTagCell} returns the same names. */
export const joinTagCell = (names: readonly string[]): string =>
  names.map((name) => name.replace(/[\\;]/g, '\\$&')).join('; ');

export const splitTagCell = (cell: string): string[] =>
  (cell.match(/(?:\\[\\;]|[^;]|;(?! ))+/g) ?? [])
    .map((name) => name.replace(/\\([\\;])/g, '$1').trim())
    .filter((name) => name !== '');

/**
 * Spreadsheets run a cell that begins with one of these signs as a formula, so an apostrophe comes before the sign, and
 * before an apostrophe that stands there already.
 *
 * @see https://owasp.org/www-community/attacks/CSV_Injection
 */
const FORMULA_START = /^(?='*(?:\s*[=+\-@＝＋－＠|%]|[\t\r\n]))/;

export const escapeFormula = (text: string): string => text.replace(FORMULA_START, "'");

/** The text that {@link escapeFormula} was given. */
export const unescapeFormula = (cell: string): string =>
  cell.startsWith("'") && FORMULA_START.test(cell) ? cell.slice(1) : cell;

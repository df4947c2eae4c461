import { type ImportLine, UnreadableFile, skipped } from '@/server/import/formats/import-line';
import type { SkipReason } from './list-ledger';
import type { LinkAccount } from '@/server/import/formats/link-account';
import { repairLinks } from './markdown-links';
import { hideCodeAndComments } from './markdown-hidden';
import { type SourceLine, tableRowsOf } from './markdown-tables';
import { linksInText } from '@/server/import/formats/text-links';
import { formatNumber } from '@/lib/texts/language';
import { text } from '@/lib/texts/texts';

/** Maximum length of a line. Parsing a longer one takes too long. */
const LINE_CHARS_MAX = 100_000;
/** Maximum number of lines: enough for 100,000 entries. */
const LINES_MAX = 250_000;
const CONTAINER_DEPTH_MAX = 12;
/** Longer paragraphs are split, because the parser's cost grows faster than their length. */
const RUN_CHARS_MAX = 16_384;

/**
 * Prepares Markdown for the parser: removes code and comments, and repairs mistakes that would lose an entry (an
 * unclosed bracket, a table without a delimiter row, a bullet without a space).
 *
 * @throws UnreadableFile if there are more than `LINES_MAX` lines.
 */
export function repairLines(
  markdown: string,
  account?: LinkAccount,
): { lines: SourceLine[]; skipped: ImportLine[] } {
  const problems: ImportLine[] = [];
  const texts = markdown
    .replace(/^\uFEFF/, '')
    .replaceAll('\0', '')
    .split(/\r\n|\n|\r/);
  if (texts.length > LINES_MAX) {
    throw new UnreadableFile(
      text(
        'markdownLines.tooManyLines',
        'The file has more than {count} lines, the maximum for this format. Split it.',
        { count: formatNumber(LINES_MAX) },
      ),
    );
  }
  const frontMatter = frontMatterOf(texts, account);
  problems.push(...frontMatter.skipped);
  const numbered = texts.map((text, index): SourceLine => {
    if (index < frontMatter.lineCount) return { text: '', number: index + 1 };
    if (text.length <= LINE_CHARS_MAX) return { text, number: index + 1 };
    problems.push(...skipLongLine(text, index + 1, account));
    return { text: '', number: index + 1 };
  });
  const { lines: shown, hidden } = hideCodeAndComments(numbered);
  for (const { text, number, why } of hidden) problems.push(...skipLinks(text, number, why, account));
  const prose = withoutFootnotes(numberedHeadings(shown)).map((line) => ({
    ...line,
    text: repairLine(line.text),
  }));
  return { lines: boundRuns(tableRowsOf(prose)), skipped: problems };
}

const tooLong = () =>
  text('skipped.lineLonger', 'The line is longer than {charsMax} characters.', {
    charsMax: formatNumber(LINE_CHARS_MAX),
  });
const DATA_ABOVE = text('skipped.dataAbove', 'The link is in the data above the text of the page.');

/** Skips a line with each of its links. */
function skipLongLine(text: string, line: number, account: LinkAccount | undefined): ImportLine[] {
  const reason = tooLong();
  return [skipped(line, reason), ...skipLinks(text, line, [reason, 'unreadable'], account)];
}

/** Counts links that the reader does not get to see, and skips them. */
export function skipLinks(
  text: string,
  line: number,
  [reason, why]: SkipReason,
  account?: LinkAccount,
): ImportLine[] {
  const urls = linksInText(text);
  for (const url of urls) account?.see(url, line);
  return urls.map((url) => skipped(line, reason, why, url));
}

const FRONT_MATTER_LINES_MAX = 200;

/** Data about the page above its text, as site generators keep it: YAML between `---`, TOML between `+++`. */
function frontMatterOf(
  texts: readonly string[],
  account: LinkAccount | undefined,
): { lineCount: number; skipped: ImportLine[] } {
  const fence = /^(---|\+\+\+)\s*$/.exec(texts[0] ?? '')?.[1];
  const lines = texts.slice(1, FRONT_MATTER_LINES_MAX);
  const end = lines.findIndex((text) => text.trimEnd() === fence);
  const data = lines.slice(0, end);
  const isData = data.every((text) => /^(?:\s*$|\s+\S|#|- |\[|["']?[\w.-]+["']?\s*[:=])/.test(text));
  if (fence === undefined || end === -1 || !isData || !/^[\w"'.-]+\s*[:=]/.test(data[0] ?? ''))
    return { lineCount: 0, skipped: [] };
  const reason: SkipReason = [DATA_ABOVE, 'aboutList'];
  const skippedLinks = data.flatMap((text, at) => skipLinks(text, at + 2, reason, account));
  return { lineCount: data.length + 2, skipped: skippedLinks };
}

function repairLine(line: string): string {
  const flattened = line.replace(/^(?:[ \t]*(?:>|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t])))+/, (markers) =>
    (markers.match(/[ \t]*(?:>|[-*+]|\d{1,9}[.)])/g) ?? []).slice(0, CONTAINER_DEPTH_MAX).join(''),
  );
  const bulleted = endBareLinks(flattened)
    .replace(/^([ \t]{0,60})[•·▪‣◦●○■–—][ \t]*(?=\S)/u, '$1- ')
    .replace(/^([ \t]{0,60})([-+])(?=\[[^\]]|!\[|<a\s|\*\*\[)/i, '$1$2 ')
    .replace(/^([ \t]{0,60})\*(?=\[[^\]]{1,200}\]\([^)]{1,2000}\)(?!.*\*))/, '$1* ')
    .replace(/^(#{2,6})(?=[^\s#])/, '$1 ')
    .replace(/(<a\s+href=)(https?:\/\/[^\s"'<>]+)>/gi, '$1"$2">');
  return repairLinks(bulleted);
}

/** Signs of scripts without blanks, which end a bare link. Letters of these scripts end the name of its host. */
const WIDE_SIGN =
  /(?<![[(<"'=])\b(https?:\/\/[\x21-\x3b\x3d\x3f-\x7e]+?)(?=[，。；：！？、（）「」『』【】《》“”])/gu;
const WIDE_LETTER =
  /(?<![[(<"'=])\b(https?:\/\/[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,})(?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}])/giu;
/** Opens or closes a box, as some site generators draw it. */
const BOX = /^\s*:{3,}\s*[\w-]*(?:\s[^[\]]{0,80})?$/;

const endBareLinks = (line: string): string =>
  BOX.test(line) ? '' : line.replace(WIDE_SIGN, '<$1>').replace(WIDE_LETTER, '<$1> ');

/** Turns `2. Editors` with an underline into a heading. Markdown would read a list and a rule. */
function numberedHeadings(lines: readonly SourceLine[]): SourceLine[] {
  return lines.map((line, index) => {
    const title = /^\d+(?:\.\d+)*[.)]?\s+([^[\]]{1,80})$/.exec(line.text);
    const rule = /^(?:(={3,})|-{3,})\s*$/.exec(lines[index + 1]?.text ?? '');
    return title && rule && (lines[index - 1]?.text.trim() ?? '') === ''
      ? { ...line, text: `${rule[1] === undefined ? '##' : '#'} ${title[1] ?? ''}` }
      : line;
  });
}

const FOOTNOTE = /^ {0,3}\[\^([^\s[\]]{1,60})\]:[ \t]*/;

/** Turns footnotes into paragraphs where they stand, and drops the marks that lead to them. */
function withoutFootnotes(lines: readonly SourceLine[]): SourceLine[] {
  const labels = new Set(lines.flatMap(({ text }) => FOOTNOTE.exec(text)?.[1] ?? []));
  if (labels.size === 0) return [...lines];
  return lines.flatMap(({ text, number }) => {
    const said = text.replace(FOOTNOTE, '');
    const line = {
      text: said.replace(/\[\^([^\s[\]]{1,60})\]/g, (mark, label: string) => (labels.has(label) ? '' : mark)),
      number,
    };
    return said === text ? [line] : [{ text: '', number }, line];
  });
}

function boundRuns(lines: readonly SourceLine[]): SourceLine[] {
  let charCount = 0;
  return lines.flatMap((line) => {
    charCount = line.text.trim() === '' ? 0 : charCount + line.text.length;
    if (charCount <= RUN_CHARS_MAX || line.text.includes('|')) return [line];
    charCount = 0;
    return [line, { text: '', number: line.number }];
  });
}

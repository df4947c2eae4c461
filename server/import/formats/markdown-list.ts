import { toHtml } from 'hast-util-to-html';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { toHast } from 'mdast-util-to-hast';
import { gfm } from 'micromark-extension-gfm';
import type { ImportLine } from './import-line';
import { skipped } from './import-line';
import { readListParts } from './list-reader';
import { repairLines } from './markdown-lines';
import type { SourceLine } from './markdown-tables';

type MarkdownNode = ReturnType<typeof fromMarkdown> | ReturnType<typeof fromMarkdown>['children'][number];

/** Parsing time grows with the square of the length, so the text is parsed in parts of about this size. */
const PART_CHARS = 8_192;
const PART_LINES = 100;

/** HTML tags that lists use. Others are text that looks like a tag, or affect more than their own line. */
const KEPT_TAGS =
  /^(?:a|b|strong|i|em|code|p|div|span|center|ul|ol|li|dl|dt|dd|table|thead|tbody|tr|td|th|h[1-6]|details|summary|br|hr|img|sub|sup|blockquote|section|article|pre|kbd|picture|source)$/i;

/**
 * Reads an awesome-list: bullets or tables in Markdown or HTML, under headings that become tags.
 *
 * The Markdown is converted to HTML first, so HTML inside it is understood in the same way as on a rendered page.
 */
export function readMarkdownList(markdown: string): ImportLine[] {
  const { lines, skipped: unreadable } = repairLines(markdown);
  const definitions = collectDefinitions(lines);
  const problems: ImportLine[] = [...unreadable];
  const html = partsOf(lines).map((part) => {
    try {
      return renderPart(part, definitions);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      problems.push(
        skipped(
          part[0]?.number ?? 1,
          `Lines ${part[0]?.number ?? 1} to ${part.at(-1)?.number ?? 1} are nested too deeply.`,
        ),
      );
      return '';
    }
  });
  return [...problems, ...readListParts(html)].sort((one, other) => one.line - other.line);
}

/** Splits before headings, unindented bullets and blank lines, so nested lists stay with their parents. */
function partsOf(lines: readonly SourceLine[]): SourceLine[][] {
  const parts: SourceLine[][] = [];
  let part: SourceLine[] = [];
  let charCount = 0;
  for (const line of lines) {
    const filled = Math.max(charCount / PART_CHARS, part.length / PART_LINES);
    const isSeam = /^(?:#{1,6}\s|[-*+] |\s*$)/.test(line.text);
    if ((filled > 1 && isSeam) || filled > 2) {
      parts.push(part);
      part = [];
      charCount = 0;
    }
    part.push(line);
    charCount += line.text.length + 1;
  }
  return [...parts, part];
}

function renderPart(part: readonly SourceLine[], definitions: ReadonlyMap<string, string>): string {
  const own = part.map(({ text }) => text).join('\n');
  const used = new Set(
    (own.match(/\[[^[\]\n]{1,200}\]/g) ?? []).map((label) => labelKey(label.slice(1, -1))),
  );
  const borrowed = [...used].flatMap((label) => definitions.get(label) ?? []);
  const tree = fromMarkdown(`${own}\n\n${borrowed.join('\n')}`, {
    extensions: [gfm(), { disable: { null: ['codeIndented'] } }],
    mdastExtensions: [gfmFromMarkdown()],
  });
  noteLines(tree, part);
  return toHtml(toHast(tree, { allowDangerousHtml: true }), { allowDangerousHtml: true });
}

/** Records the line number on every node that may start an entry. */
function noteLines(node: MarkdownNode, part: readonly SourceLine[]): void {
  const line = part[(node.position?.start.line ?? 1) - 1]?.number ?? 1;
  if (node.type === 'html') node.value = keepKnownTags(node.value, line, part);
  else if (node.type !== 'root' && node.type !== 'text')
    node.data = { ...node.data, hProperties: { dataLine: line } };
  if ('children' in node) for (const child of node.children) noteLines(child, part);
}

function keepKnownTags(html: string, startLine: number, part: readonly SourceLine[]): string {
  const offset = part.findIndex(({ number }) => number === startLine);
  return html
    .split('\n')
    .map((text, index) => {
      const line = part[offset + index]?.number ?? startLine;
      return text.replace(
        /<(\/?)([a-z][a-z0-9-]*)([^<>]*>)?/gi,
        (tag, slash: string, name: string, rest = '') => {
          if (!KEPT_TAGS.test(name)) return '';
          return slash === '' ? `<${name} data-line="${line}"${String(rest)}` : tag;
        },
      );
    })
    .join('\n');
}

function collectDefinitions(lines: readonly SourceLine[]): Map<string, string> {
  const definitions = new Map<string, string>();
  for (const { text } of lines) {
    const label = /^ {0,3}\[([^[\]]{1,200})\]:\s*\S/.exec(text)?.[1];
    if (label !== undefined && !definitions.has(labelKey(label))) definitions.set(labelKey(label), text);
  }
  return definitions;
}

const labelKey = (label: string): string => label.trim().replace(/\s+/g, ' ').toLowerCase();

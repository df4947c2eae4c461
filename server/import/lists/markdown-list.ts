import { toHtml } from 'hast-util-to-html';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { toHast } from 'mdast-util-to-hast';
import { gfm } from 'micromark-extension-gfm';
import { type ImportLine, skipped } from '@/server/import/formats/import-line';
import { LinkAccount } from '@/server/import/formats/link-account';
import { type Block, BlockReader } from './list-blocks';
import { readBlocks } from './list-reader';
import { type ListNode, countLinks, lineOf, readSection, readTree } from './list-tree';
import { WHY_HIDDEN } from './list-ledger';
import { repairLines, skipLinks } from './markdown-lines';
import { PART_CHARS, partsOf } from './markdown-parts';
import type { SourceLine } from './markdown-tables';
import { text } from '@/lib/texts/texts';

type MarkdownTree = ReturnType<typeof fromMarkdown>;
type MarkdownNode = MarkdownTree | MarkdownTree['children'][number];

/** HTML tags that lists use. Others are text that looks like a tag, or affect more than their own line. */
const KEPT_TAGS =
  /^(?:a|b|strong|i|em|code|p|div|span|center|ul|ol|li|dl|dt|dd|table|caption|thead|tbody|tfoot|tr|td|th|h[1-6]|details|summary|br|hr|img|sub|sup|blockquote|section|article|pre|kbd|picture|source)$/i;

/**
 * Reads an awesome-list: bullets or tables in Markdown or HTML, under headings that become tags.
 *
 * Markdown is parsed in parts that end between blocks at the top, so that only a few are in memory as a tree. HTML in
 * it is understood as on a rendered page: a part in which an element is open goes on with the next one.
 */
export function readMarkdownList(
  markdown: string,
  account?: LinkAccount,
  partChars: number = PART_CHARS,
  onRead?: (fraction: number) => void,
): ImportLine[] {
  account?.begin();
  const { lines, skipped: unreadable } = repairLines(markdown, account);
  const definitions = collectDefinitions(lines);
  const references = new References();
  const problems: ImportLine[] = [...unreadable];
  const blocks: Block[] = [];
  const take = (nodes: readonly ListNode[], lineIn: typeof lineOf) => {
    problems.push(...skipUnlinked(countLinks(nodes, lineIn, account)));
    blocks.push(...new BlockReader(lineIn).read(nodes));
  };
  /** HTML of the parts since an element was opened that is still open. */
  let open: string[] = [];
  let triedCount = 0;
  const parts = partsOf(lines, partChars);
  for (const [index, part] of parts.entries()) {
    const isLast = index === parts.length - 1;
    onRead?.(index / parts.length);
    try {
      const tree = parsePart(part, definitions);
      references.note(tree, part);
      if (open.length === 0 && !holdsHTML(tree)) {
        take(nodesOf(tree), ({ position }) => part[(position?.start.line ?? 1) - 1]?.number);
        continue;
      }
      noteLines(tree, part);
      open.push(toHtml(toHast(tree, { allowDangerousHtml: true }), { allowDangerousHtml: true }));
      // Twice as much each time, so that a list in which nothing is closed is parsed about twice.
      if (!isLast && open.length < 2 * triedCount) continue;
      const nodes = readSection(open.join('\n'), { isFirst: index + 1 === open.length, isLast });
      triedCount = nodes ? 0 : open.length;
      if (!nodes) continue;
      open = [];
      take(nodes, lineOf);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      problems.push(tooDeep(part));
    }
  }
  for (const { text, line } of references.unused)
    problems.push(...skipLinks(text, line, WHY_HIDDEN.reference, account));
  return [...problems, ...readBlocks(blocks)].sort((one, other) => one.line - other.line);
}

/** Reads a list in HTML. */
export function readHTMLList(html: string, account = new LinkAccount()): ImportLine[] {
  account.begin();
  const { children } = readTree(html);
  const unlinked = skipUnlinked(countLinks(children, lineOf, account));
  return [...unlinked, ...readBlocks(new BlockReader(lineOf).read(children))].sort(
    (one, other) => one.line - other.line,
  );
}

const skipUnlinked = (found: ReturnType<typeof countLinks>): ImportLine[] =>
  found.map(({ url, line, place }) => skipped(line, ...WHY_HIDDEN[place], url));

type Definition = { text: string; line: number };

/** The references of a list, and where they lead. */
class References {
  readonly #used = new Set<string>();
  readonly #defined = new Map<string, Definition>();
  readonly #repeated: Definition[] = [];

  note(tree: MarkdownTree, part: readonly SourceLine[]): void {
    const walk = (node: MarkdownNode): void => {
      if (node.type === 'linkReference' || node.type === 'imageReference') this.#used.add(node.identifier);
      if (node.type === 'definition') this.#define(node, part[(node.position?.start.line ?? 1) - 1]);
      if ('children' in node) for (const child of node.children) walk(child);
    };
    walk(tree);
  }

  /** @param line undefined for a definition of another part. */
  #define(
    { identifier, url, title }: Extract<MarkdownNode, { type: 'definition' }>,
    line: SourceLine | undefined,
  ): void {
    if (!line) return;
    const definition = { text: `${url} ${title ?? ''}`, line: line.number };
    if (this.#defined.has(identifier)) this.#repeated.push(definition);
    else this.#defined.set(identifier, definition);
  }

  get unused(): Definition[] {
    const defined = [...this.#defined].filter(([identifier]) => !this.#used.has(identifier));
    return [...defined.map(([, definition]) => definition), ...this.#repeated];
  }
}

function tooDeep(part: readonly SourceLine[]): ImportLine {
  const [first, last] = [part[0]?.number ?? 1, part.at(-1)?.number ?? 1];
  return skipped(
    first,
    text('markdownList.nestedTooDeeply', 'Lines {first} to {last} are nested too deeply.', {
      first: String(first),
      last: String(last),
    }),
  );
}

function parsePart(part: readonly SourceLine[], definitions: ReadonlyMap<string, string>): MarkdownTree {
  const own = part.map(({ text }) => text).join('\n');
  const used = new Set(
    (own.match(/\[[^[\]\n]{1,200}\]/g) ?? []).map((label) => labelKey(label.slice(1, -1))),
  );
  const borrowed = [...used].flatMap((label) => definitions.get(label) ?? []);
  return fromMarkdown(`${own}\n\n${borrowed.join('\n')}`, {
    extensions: [gfm(), { disable: { null: ['codeIndented'] } }],
    mdastExtensions: [gfmFromMarkdown()],
  });
}

/** The nodes at the top of a tree without raw HTML. */
function nodesOf(tree: MarkdownTree): ListNode[] {
  const hast = toHast(tree);
  if (hast.type !== 'root') throw new Error('The Markdown has no root.');
  return hast.children.filter((child): child is ListNode => child.type !== 'raw');
}

const holdsHTML = (node: MarkdownNode): boolean =>
  node.type === 'html' || ('children' in node && node.children.some(holdsHTML));

/** Records the line number on every node that may start an entry. */
function noteLines(node: MarkdownNode, part: readonly SourceLine[]): void {
  const line = part[(node.position?.start.line ?? 1) - 1]?.number ?? 1;
  if (node.type === 'html') node.value = keepKnownTags(node.value, line, part);
  else if (node.type !== 'root' && node.type !== 'text')
    node.data = { ...node.data, hProperties: { dataLine: line } };
  if ('children' in node) for (const child of node.children) noteLines(child, part);
}

/** A link in Markdown inside an HTML block, where Markdown reads no links. Authors of lists write such links all the same. */
const MARKDOWN_LINK = /(?<!!)\[([^[\]<>]{1,200})\]\((https?:\/\/[^\s()<>"]{1,2000})\)/gi;

function keepKnownTags(html: string, startLine: number, part: readonly SourceLine[]): string {
  const offset = part.findIndex(({ number }) => number === startLine);
  return html
    .split('\n')
    .map((text, index) => {
      const line = part[offset + index]?.number ?? startLine;
      return text
        .replace(MARKDOWN_LINK, '<a href="$2">$1</a>')
        .replace(/<(\/?)([a-z][a-z0-9-]*)([^<>]*>)?/gi, (tag, slash: string, name: string, rest = '') => {
          if (!KEPT_TAGS.test(name)) return '';
          return slash === '' ? `<${name} data-line="${line}"${String(rest)}` : tag;
        });
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

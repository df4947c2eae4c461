import * as z from 'zod/mini';
import { type Node, type ParseError, parseTree, visit } from 'jsonc-parser';
import { LineCounter } from 'yaml';
import { fieldValue } from '@/lib/contract/field';
import type { ColumnMatcher } from './column-matcher';
import { entry, type ImportLine, part, UnreadableFile, skipped } from './import-line';
import type { LinkAccount } from './link-account';
import { isFields } from './record-values';
import { type DataTree, seeLinks, setField } from './data-tree';
import { linksIn } from './record-links';
import { RecordReader } from './records';
import { linksInText } from './text-links';
import { cutReason, numberedLines } from './text-lines';
import { formatNumber } from '@/lib/texts/language';
import { text, type Text } from '@/lib/texts/texts';

/** @throws UnreadableFile naming the line, if the text is not JSON. */
export function parseJSON(json: string): DataTree {
  const text = json.replace(/^\uFEFF/, '');
  const value = parseStrictly(text);
  const lines = value === undefined ? undefined : linesOf(value, text);
  return lines ? { value, lineOf: (node) => lines.get(node), commented: [] } : parseLoosely(text);
}

function parseStrictly(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch (error) {
    if (error instanceof RangeError) throw error;
    return undefined;
  }
}

/**
 * The lines of objects: braces come in the order of the objects that they open. Undefined if the text has more objects
 * or links than the value, as repeated keys make it, or keys that are sorted as numbers.
 */
function linesOf(value: unknown, text: string): Map<object, number> | undefined {
  const starts: number[] = [];
  let line = 1;
  let linkCount = 0;
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[{\n]/gs)) {
    if (token === '{') starts.push(line);
    else if (token === '\n') line += 1;
    else if (/:\\?\/\\?\//.test(token)) linkCount += 1;
  }
  const lines = new Map<object, number>();
  const order = { isSorted: false };
  const countLinks = (said: string) => {
    if (said.includes('://')) linkCount -= 1;
  };
  const walk = (node: unknown): void => {
    if (typeof node === 'string') countLinks(node);
    else if (Array.isArray(node)) for (const each of node) walk(each);
    else if (isFields(node)) {
      lines.set(node, starts[lines.size] ?? 1);
      let keyCount = 0;
      for (const key in node) {
        keyCount += 1;
        // Numbers come first.
        if (keyCount > 1 && /^\d+$/.test(key)) order.isSorted = true;
        countLinks(key);
        walk(node[key]);
      }
    }
  };
  walk(value);
  return order.isSorted || linkCount !== 0 || lines.size !== starts.length ? undefined : lines;
}

/** Keeps every value of a repeated key, and reads what people leave: comments, and a comma at the end. */
function parseLoosely(text: string): DataTree {
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true });
  const [first] = errors;
  const lineAt = lineFinder(text);
  if (first) {
    const excerpt = text
      .slice(first.offset, first.offset + 40)
      .split('\n', 1)
      .join('')
      .trim();
    const line = formatNumber(lineAt(first.offset));
    throw new UnreadableFile(excerpt === '' ? endsEarly(line) : unreadableAt(line, excerpt));
  }
  const lines = new Map<object, number>();
  const valueOf = (node: Node | undefined): unknown => {
    if (node?.type === 'array') return node.children?.map(valueOf) ?? [];
    if (node?.type !== 'object') return node?.value;
    const found: Record<string, unknown> = {};
    lines.set(found, lineAt(node.offset));
    for (const { children: [key, value] = [] } of node.children ?? [])
      setField(found, String(key?.value), valueOf(value));
    return found;
  };
  const commented: { url: string; line: number }[] = [];
  visit(text, {
    onComment: (offset, length) => {
      for (const url of linksInText(text.slice(offset, offset + length).replace(/\*\/$/, '')))
        commented.push({ url, line: lineAt(offset) });
    },
  });
  return { value: valueOf(root), lineOf: (node) => lines.get(node), commented };
}

function lineFinder(text: string): (offset: number) => number {
  const counter = new LineCounter();
  counter.addNewLine(0);
  for (const { index } of text.matchAll(/\n/g)) counter.addNewLine(index + 1);
  return (offset) => counter.linePos(offset).line;
}

/** Reads JSON Lines from a stream. A line that is not a record is skipped. */
export async function* readJSONLines(
  chunks: AsyncIterable<string>,
  matcher?: ColumnMatcher,
  account?: LinkAccount,
): AsyncGenerator<ImportLine> {
  for await (const { text, line, isCut } of numberedLines(chunks)) {
    if (text.trim() === '') continue;
    if (isCut) {
      yield* skipLine(text, line, { account, reason: cutReason() });
      continue;
    }
    const value = tryJSON(text);
    const product = dataProduct.safeParse(value);
    const lineOf = () => line;
    if (typeof value === 'object' && value !== null) seeLinks({ value, lineOf, commented: [] }, account);
    if (product.success) yield* readDataProduct(product.data, line);
    // As an item of a list.
    else {
      const read =
        typeof value === 'object' && value !== null
          ? new RecordReader(lineOf, matcher, account).read([value], line)
          : [];
      if (read.length > 0 || isFields(value)) yield* read;
      else yield* skipLine(text, line, { account, reason: NO_OBJECT });
    }
  }
}

const NO_OBJECT = text('json.theLine', 'The line is not a JSON object.');
const endsEarly = (line: string) =>
  text('json.endsEarly', 'The file is not valid JSON: line {line} ends too early.', { line });
const unreadableAt = (line: string, excerpt: string) =>
  text('json.unreadable', 'The file is not valid JSON: line {line} cannot be read at “{excerpt}”.', {
    line,
    excerpt,
  });

function* skipLine(
  text: string,
  line: number,
  { account, reason }: { account: LinkAccount | undefined; reason: Text },
): Generator<ImportLine> {
  const urls = linksInText(text.replaceAll('\\/', '/'));
  if (urls.length === 0) yield skipped(line, reason);
  for (const url of urls) {
    account?.see(url, line);
    yield skipped(line, reason, 'unreadable', url);
  }
}

/** A line of `/data/products.jsonl`. Other files hardly have exactly these keys. */
const dataProduct = z.strictObject({
  slug: z.string(),
  name: z.string(),
  url: z.string(),
  tagline: z.string(),
  description: z.string(),
  tags: z.array(z.string()),
  listedAt: z.iso.datetime(),
  fields: z.record(z.string(), fieldValue),
});

/** Takes the texts as they are. */
function* readDataProduct(product: z.infer<typeof dataProduct>, line: number): Generator<ImportLine> {
  const { slug, name, url, tagline, description, tags, listedAt, fields: values } = product;
  const texts = { name, url, text: tagline, details: '', description };
  yield entry({ line, ...texts, slug, tags, listedAt: new Date(listedAt), values });
  for (const found of linksIn(() => line, { ...product, url: '' }, line))
    yield part({ line, entry: { line, url }, url: found.url, part: found.kind });
}

/** Undefined if the text is no JSON. */
export function tryJSON(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}

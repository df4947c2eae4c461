import * as z from 'zod/mini';
import { parse as parseLoose, type ParseError } from 'jsonc-parser';
import { fieldValue } from '@/lib/contract/field';
import type { ColumnMatcher } from './column-matcher';
import { entry, type ImportLine, UnreadableFile, skipped } from './import-line';
import type { LinkAccount } from './link-account';
import { isFields } from './record-values';
import { type DataTree, seeLinks } from './data-tree';
import { RecordReader } from './records';
import { numberedLines } from './text-lines';

/** @throws UnreadableFile naming the line, if the text is not JSON. */
export function parseJSON(json: string): DataTree {
  const text = json.replace(/^\uFEFF/, '');
  const value = parseText(text);
  const lines = new Map<object, number>();
  const starts = objectLines(text);
  let objectCount = 0;
  // Braces come in the order of the objects that they open.
  const walk = (node: unknown): void => {
    if (Array.isArray(node)) for (const each of node) walk(each);
    else if (isFields(node)) {
      lines.set(node, starts[objectCount] ?? 1);
      objectCount += 1;
      for (const key in node) walk(node[key]);
    }
  };
  walk(value);
  return { value, lineOf: (node) => lines.get(node) };
}

function parseText(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch (error) {
    if (error instanceof RangeError) throw error;
    // People leave comments and a comma at the end.
    const errors: ParseError[] = [];
    const value: unknown = parseLoose(text, errors, { allowTrailingComma: true });
    const [first] = errors;
    if (!first) return value;
    const line = text.slice(0, first.offset).split('\n').length;
    const excerpt = text
      .slice(first.offset, first.offset + 40)
      .split('\n', 1)
      .join('')
      .trim();
    throw new UnreadableFile(
      `The file is not valid JSON: line ${line.toLocaleString('en')} ${excerpt === '' ? 'ends too early' : `cannot be read at “${excerpt}”`}.`,
    );
  }
}

/** The line of each opening brace, in order. */
function objectLines(json: string): number[] {
  const lines: number[] = [];
  let line = 1;
  for (const [token] of json.matchAll(/"(?:[^"\\]|\\.)*"|[{\n]/gs)) {
    if (token === '{') lines.push(line);
    else if (token === '\n') line += 1;
  }
  return lines;
}

/** Reads JSON Lines from a stream. A line that is not a record is skipped. */
export async function* readJSONLines(
  chunks: AsyncIterable<string>,
  matcher?: ColumnMatcher,
  account?: LinkAccount,
): AsyncGenerator<ImportLine> {
  for await (const { text, line } of numberedLines(chunks)) {
    if (text.trim() === '') continue;
    const value = tryJSON(text);
    const product = dataProduct.safeParse(value);
    if (product.success) yield readDataProduct(product.data, line);
    else if (!isFields(value)) yield skipped(line, 'The line is not a JSON object.');
    else {
      const lineOf = () => line;
      seeLinks({ value, lineOf }, account);
      // As an item of a list.
      yield* new RecordReader(lineOf, matcher).read([value]);
    }
    if (product.success) account?.see(product.data.url, line);
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
function readDataProduct(product: z.infer<typeof dataProduct>, line: number): ImportLine {
  const { slug, name, url, tagline, description, tags, listedAt, fields: values } = product;
  const texts = { name, url, text: tagline, details: '', description };
  return entry({ line, ...texts, slug, tags, listedAt: new Date(listedAt), values });
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

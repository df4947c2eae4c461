import { extname } from 'node:path';
import type { ImportFormat } from '@/lib/contract/import';
import { DATA_LIST_MARK } from '@/server/text/escape';
import { tryJSON } from './json';
import { parseTOML, parseYAML } from './yaml-toml';

/** A longer beginning may end within something. */
const CUT_CHARS = 4_096;

const EXTENSIONS = new Map<string, ImportFormat>([
  ['.md', 'markdown'],
  ['.markdown', 'markdown'],
  ['.mdx', 'markdown'],
  ['.mdown', 'markdown'],
  ['.mkd', 'markdown'],
  ['.html', 'html'],
  ['.htm', 'html'],
  ['.csv', 'csv'],
  ['.tsv', 'csv'],
  ['.json', 'json'],
  ['.jsonl', 'jsonl'],
  ['.ndjson', 'jsonl'],
  ['.yml', 'yaml'],
  ['.yaml', 'yaml'],
  ['.toml', 'toml'],
  ['.opml', 'opml'],
]);

/** Whether the name of a file says that it may be a list. */
export const hasKnownName = (fileName: string): boolean => EXTENSIONS.has(extname(fileName).toLowerCase());

/**
 * Detects the format of a file: by its beginning if that is unambiguous, else by its name, else by its shape.
 *
 * @param beginning the first few thousand characters.
 */
export function detectFormat(beginning: string, fileName: string): ImportFormat {
  const text = beginning.replace(/^\uFEFF/, '').trimStart();
  if (text.startsWith(DATA_LIST_MARK)) return 'directory';
  if (/^(?:<!--[\s\S]{0,2000}?-->\s*)?<!doctype netscape-bookmark-file-1/i.test(text)) return 'bookmarks';
  if (isBookmarkFile(text)) return 'bookmarks';
  if (/^(?:<(?:\?[^<>]*>|!doctype[^<>]*>|!--(?:[^-]|-(?!->))*-->)\s*)*<opml\b/i.test(text)) return 'opml';
  const named = EXTENSIONS.get(extname(fileName).toLowerCase());
  if (named === 'json' || named === 'jsonl' || named === undefined) {
    const json = detectJSON(text, named);
    if (json) return json;
  }
  return named ?? detectText(text);
}

/** Also without the first line that says so: no page leaves the terms of its lists of definitions open. */
const isBookmarkFile = (text: string): boolean =>
  text.startsWith('<') &&
  ((/<dt>\s*<(?:h3|a)\b/i.test(text) && !/<\/dt>/i.test(text)) ||
    /<a\s[^<>]{0,2000}\stime_added=/i.test(text));

function detectJSON(text: string, named: ImportFormat | undefined): ImportFormat | undefined {
  if (!/^\[\s*(?:[{"]|\]\s*$)|^\{\s*(?:"|\})/.test(text)) return undefined;
  const [first = ''] = text.split('\n', 1);
  const next = text.slice(first.length).trimStart().charAt(0);
  const isWhole = tryJSON(first) !== undefined;
  // A line may be longer than the beginning.
  const isLine = isWhole || first.length === text.length;
  if (named === 'jsonl' && isLine && (next !== '' || text.startsWith('{'))) return 'jsonl';
  return isWhole && next === text.charAt(0) ? 'jsonl' : 'json';
}

function detectText(text: string): ImportFormat {
  if (/^<!doctype html|^<html[\s>]/i.test(text)) return 'html';
  if (isTOML(text)) return 'toml';
  if (isYAML(text)) return 'yaml';
  if (/^#{1,6}\s|^\s*[-*+]\s+\S|^\s*\|.*\|\s*$|\]\(\S+\)|^={3,}\s*$/m.test(text)) return 'markdown';
  const [first = ''] = text.split(/\r?\n|\r/, 1);
  const isHeading = /(?:^|[,;\t|])\s*"?(?:url|link|website|address|href|homepage)"?\s*(?:$|[,;\t|])/i.test(
    first,
  );
  const isRow =
    /[,;\t]|\s\|\s/.test(first) &&
    /(?:^|[,;\t|"]\s?)https?:\/\/[^\s,;\t]+/i.test(first) &&
    !/^\s*<|\[/.test(first);
  return isHeading || isRow ? 'csv' : 'markdown';
}

/** Tables of tables, with keys below. */
const isTOML = (text: string): boolean =>
  /^\[\[[\w.-]+\]\]\s*$/m.test(text) && /^[\w-]+\s*=\s*["']/m.test(text) && parses(text, parseTOML);

/** Keys with links, which no list in Markdown has at the start of its lines. */
const isYAML = (text: string): boolean =>
  (/^---\s*$/m.test(text) || /^(?:- |[\w-]+:\s*$)/m.test(text)) &&
  /^\s*(?:- )?[\w-]+:\s+["']?https?:\/\/\S+["']?\s*$/m.test(text) &&
  !/^#{1,6}\s.*\n[\s\S]*\]\(/m.test(text) &&
  !/\]\(https?:/.test(text) &&
  parses(text, parseYAML);

/** Whether the text is of a format, as far as the last line that may begin something new. */
function parses(text: string, parse: (text: string) => unknown): boolean {
  const cut = text.length < CUT_CHARS ? text.length : text.search(/\n(?:\[\[|\S)(?![\s\S]*\n(?:\[\[|\S))/);
  try {
    parse(text.slice(0, Math.max(cut, 0)));
    return true;
  } catch {
    return false;
  }
}

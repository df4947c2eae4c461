import { parse as parseTOMLText, TomlError } from 'smol-toml';
import { isAlias, isMap, isScalar, isSeq, LineCounter, parseAllDocuments } from 'yaml';
import { UnreadableFile } from './import-line';
import { isFields } from './record-values';
import { type DataTree, linksOfComments, setField } from './data-tree';
import { formatNumber } from '@/lib/texts/language';
import { text } from '@/lib/texts/texts';

/** References to an anchor. Each may repeat what it names. */
const ALIASES_MAX = 10_000;

const MORE_ALIASES = text('yamlToml.tooManyAliases', 'The file has more aliases than a list needs.');
const NO_RECORDS = text(
  'yamlToml.noRecords',
  'The file has no records that YAML could hold: it is plain text.',
);

/** @throws UnreadableFile naming the line, if the text is not YAML, or holds nothing but text. */
export function parseYAML(text: string): DataTree {
  const counter = new LineCounter();
  const parsed = parseAllDocuments(text, {
    lineCounter: counter,
    prettyErrors: false,
    uniqueKeys: false,
    logLevel: 'silent',
  });
  const documents = Array.isArray(parsed) ? parsed : [];
  const lines = new Map<object, number>();
  const read = new Map<unknown, unknown>();
  let aliasCount = 0;
  const values = documents.map((document) => {
    const [error] = document.errors;
    if (error) throw invalid('YAML', counter.linePos(error.pos[0]).line, error.message);
    const valueOf = (node: unknown): unknown => {
      if (isAlias(node)) {
        aliasCount += 1;
        if (aliasCount > ALIASES_MAX) throw new UnreadableFile(MORE_ALIASES);
        const target = node.resolve(document);
        // An alias inside the value of its own anchor has no value.
        return read.has(target) ? read.get(target) : undefined;
      }
      if (isScalar(node)) {
        read.set(node, node.value);
        return node.value;
      }
      if (!isMap(node) && !isSeq(node)) return undefined;
      if (isSeq(node)) {
        const list = node.items.map(valueOf);
        read.set(node, list);
        return list;
      }
      const found: Record<string, unknown> = {};
      if (node.range) lines.set(found, counter.linePos(node.range[0]).line);
      const merged: Record<string, unknown>[] = [];
      for (const { key, value } of node.items) {
        const named = valueOf(key);
        const name = typeof named === 'string' ? named : JSON.stringify(named ?? null);
        const child = valueOf(value);
        const sources = Array.isArray(child) ? child : [child];
        if (name === '<<' && sources.every(isFields)) merged.push(...sources);
        else setField(found, name, child);
      }
      // Fields of the record win wherever the merge stands, and those of an earlier source over those of a later one.
      for (const source of merged)
        for (const [name, child] of Object.entries(source))
          if (!Object.hasOwn(found, name)) setField(found, name, child);
      read.set(node, found);
      return found;
    };
    return valueOf(document.contents);
  });
  if (values.every((value) => typeof value !== 'object' || value === null)) {
    throw new UnreadableFile(NO_RECORDS);
  }
  const value = values.length === 1 ? values[0] : values;
  return { value, lineOf: (node) => lines.get(node), commented: linksOfComments(text, value) };
}

/** @throws UnreadableFile naming the line, if the text is not TOML. */
export function parseTOML(text: string): DataTree {
  const value = parsedTOML(text);
  const headers = tableLines(text);
  const lines = new Map<object, number>();
  const walk = (node: unknown, path: readonly string[], above: number): void => {
    if (Array.isArray(node)) for (const each of node) walk(each, path, above);
    else if (isFields(node)) {
      const line = headers.get(path.join('\0'))?.shift() ?? above;
      lines.set(node, line);
      for (const [key, child] of Object.entries(node)) walk(child, [...path, key], line);
    }
  };
  walk(value, [], 1);
  return { value, lineOf: (node) => lines.get(node), commented: linksOfComments(text, value) };
}

/** The lines of the headers of each table: several for the tables of an array. */
function tableLines(text: string): Map<string, number[]> {
  const found = new Map<string, number[]>();
  text.split('\n').forEach((line, index) => {
    const header = /^[ \t]*\[\[?([^\][]+)\]/.exec(line)?.[1];
    if (header === undefined) return;
    const keys = (header.match(/"[^"]*"|'[^']*'|[^\s.]+/g) ?? []).map((key) =>
      key.replace(/^["']|["']$/g, ''),
    );
    const path = keys.join('\0');
    found.set(path, [...(found.get(path) ?? []), index + 1]);
  });
  return found;
}

function parsedTOML(text: string): unknown {
  try {
    return parseTOMLText(text);
  } catch (error) {
    if (error instanceof TomlError) throw invalid('TOML', error.line, error.message.split('\n', 1).join(''));
    throw error;
  }
}

function invalid(format: string, line: number, message: string): UnreadableFile {
  const reason = message
    .replace(/^Invalid TOML document: /, '')
    .replace(/ at line \d+.*$/s, '')
    .slice(0, 200);
  return new UnreadableFile(
    text('yamlToml.invalid', 'The file is not valid {format}: line {line}: {fault}.', {
      format,
      line: formatNumber(line),
      fault: reason.replace(/\.$/, ''),
    }),
  );
}

import { isUtf8 } from 'node:buffer';
import { existsSync, readFileSync, statSync } from 'node:fs';
import {
  createScanner,
  findNodeAtLocation,
  getNodeValue,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser';
import type * as z from 'zod/mini';
import type { Sponsor } from '@/lib/contract/plain/site';
import { ConfigError } from '@/server/base/errors';
import { type Field, comparableName } from './field';
import { FIELD_TYPES } from './field-types';
import { type SiteRules, siteRules } from './rules-schema';
import { type DatedPromo, declarationOf, siteFile, typedField } from './site-schema';

const FILE_CHARS_MAX = 1024 * 1024;
/** The deepest place is the label of a choice: 7. */
const LEVELS_MAX = 10;

/** What the owner has declared: the fields of products, and the notices with the days on which they are shown. */
export type SiteFile = {
  fields: readonly Field[];
  promos: readonly DatedPromo[];
  sponsors: readonly Sponsor[];
  rules: SiteRules;
  /** The names of the rules that the file states. */
  rulesOfFile: readonly string[];
};

type Rules = Readonly<Record<string, unknown>>;

/**
 * @param isOptional whether nothing is declared when there is no file.
 * @param storedRules hold where the file does not state the rule.
 * @throws ConfigError naming the file and the line, or the stored rule.
 */
export function loadSiteFile(path: string, isOptional: boolean, storedRules: Rules = {}): SiteFile {
  const isMissing = isOptional && !existsSync(path);
  const { statedRules, ...declared } = isMissing
    ? { fields: [], promos: [], sponsors: [], statedRules: {} }
    : parseSiteFile(readSiteText(path), path);
  const rules = checkRules({ ...storedRules, ...statedRules });
  return { ...declared, rules, rulesOfFile: Object.keys(statedRules) };
}

/** @throws ConfigError naming the rule. */
function checkRules(rules: Rules): SiteRules {
  const parsed = siteRules.safeParse(rules);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  if (issue?.code === 'unrecognized_keys') throw new ConfigError(`There is no rule ${quote(issue.keys[0])}.`);
  throw new ConfigError(`"${issue?.path.join('.') ?? ''}" of the rules ${issue?.message ?? ''}.`);
}

/** The fields alone. @throws ConfigError naming the file and the line. */
export const readSiteFile = (text: string, name: string): readonly Field[] =>
  parseSiteFile(text, name).fields;

/** @throws ConfigError when the file cannot be read or is not UTF-8. */
export function readSiteText(path: string): string {
  const bytes = readBytes(path);
  const text = bytes.toString('utf8');
  if (isUtf8(bytes)) return text;
  const line = text.slice(0, text.indexOf('\uFFFD')).split('\n').length;
  throw new ConfigError(`${path}, line ${line}: this is not UTF-8. Save the file in that encoding.`);
}

/**
 * A file that is mounted into a container by itself stays the file that it was at the start: an editor that replaces it
 * outside leaves the container with one that has no name any more.
 *
 * @throws ConfigError when the file was replaced so.
 */
export function requireInPlace(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.nlink !== 0) return;
  throw new ConfigError(
    `${path} was replaced outside of this container, which still has the file from before. Restart the container, or mount the folder of the file instead of the file.`,
  );
}

function readBytes(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch {
    throw new ConfigError(`The site file ${path} can't be read. Check SITE_FILE and the file's permissions.`);
  }
}

/** @throws ConfigError naming the file and the line. */
function parseSiteFile(
  text: string,
  name: string,
): Omit<SiteFile, 'rules' | 'rulesOfFile'> & { statedRules: Rules } {
  const json = text.replace(/^\uFEFF/, '');
  const fail = (offset: number, sentence: string): never => {
    throw new ConfigError(`${name}, line ${json.slice(0, offset).split('\n').length}: ${sentence}`);
  };
  if (json.length > FILE_CHARS_MAX) {
    throw new ConfigError(`${name} is larger than 1 MB, the most that it may have.`);
  }
  if (json.trim() === '') fail(0, 'the file is empty; write at least {"fields": []}.');
  requireShallow(json, fail);
  const tree = parse(json, fail);
  requireUniqueKeys(tree, fail);
  const check = <T>(schema: z.ZodMiniType<T>, path: (string | number)[]): T => {
    const node = findNodeAtLocation(tree, path) ?? tree;
    const parsed = schema.safeParse(getNodeValue(node));
    if (parsed.success) return parsed.data;
    const [issue] = parsed.error.issues;
    if (!issue) throw new Error('A schema refused the site file without a reason');
    return fail(...describe(issue, tree, path));
  };

  const { fields, promos, sponsors } = check(siteFile, []);
  const statedAt = findNodeAtLocation(tree, ['rules']);
  const stated: unknown = statedAt && getNodeValue(statedAt);
  const statedRules: Rules = Object.fromEntries(Object.entries(stated ?? {}));
  const declared = fields.map((_, index) => {
    const path = ['fields', index];
    const { type } = check(typedField, path);
    return { ...check(declarationOf(type), path), path };
  });
  requireOwnNames(declared, (path) => offsetOf(tree, path), fail);
  const created = declared.map(
    ({ path: _, key, label, help, type, required, facet, list, fromPage, formerKeys, ...options }) => ({
      key,
      label,
      ...(help !== undefined && { help }),
      type,
      isRequired: required,
      isFacet: facet,
      isListed: list,
      ...(fromPage !== undefined && { fromPage }),
      formerKeys,
      declaration: JSON.stringify([key, type, formerKeys, options]),
      ...FIELD_TYPES[type].create(options),
    }),
  );
  return { fields: created, promos, sponsors, statedRules };
}

type Fail = (offset: number, sentence: string) => never;

type Named = { key: string; label: string; formerKeys: readonly string[]; path: (string | number)[] };

/** A name must lead forms, URLs and imports to one field. */
function requireOwnNames(
  declared: readonly Named[],
  offset: (path: (string | number)[]) => number,
  fail: Fail,
): void {
  const owners = new Map<string, string>();
  for (const { key, formerKeys, path } of declared) {
    for (const [index, each] of [key, ...formerKeys].entries()) {
      const at = index === 0 ? [...path, 'key'] : [...path, 'formerKeys', index - 1];
      const owner = owners.get(each);
      if (owner !== undefined) fail(offset(at), `the key "${each}" is taken by the field "${owner}".`);
      owners.set(each, key);
    }
  }
  const names = new Map([...owners].map(([each, owner]) => [comparableName(each), owner]));
  for (const { key, label, path } of declared) {
    const owner = names.get(comparableName(label)) ?? key;
    if (owner !== key)
      fail(offset([...path, 'label']), `the label "${label}" is taken by the field "${owner}".`);
    names.set(comparableName(label), key);
  }
}

/** The parser calls itself for each level. */
function requireShallow(json: string, fail: Fail): void {
  const scanner = createScanner(json, true);
  let level = 0;
  for (scanner.scan(); scanner.getTokenLength() > 0; scanner.scan()) {
    const sign = json.slice(scanner.getTokenOffset(), scanner.getTokenOffset() + scanner.getTokenLength());
    if (sign === '{' || sign === '[') level += 1;
    if (sign === '}' || sign === ']') level -= 1;
    if (level > LEVELS_MAX)
      fail(scanner.getTokenOffset(), `the file is nested more than ${LEVELS_MAX} levels deep.`);
  }
}

function parse(json: string, fail: Fail): Node {
  const errors: ParseError[] = [];
  const tree = parseTree(json, errors, { disallowComments: true });
  const [error] = errors;
  if (error) {
    const words = printParseErrorCode(error.error)
      .replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
      .toLowerCase();
    fail(error.offset, `this is not JSON (${words}).`);
  }
  return tree ?? fail(0, 'this is not JSON.');
}

function requireUniqueKeys(node: Node, fail: Fail): void {
  const keys = new Set<unknown>();
  for (const child of node.children ?? []) {
    const [name] = child.type === 'property' ? (child.children ?? []) : [];
    if (name && keys.has(name.value)) fail(name.offset, `${quote(name.value)} is given twice.`);
    if (name) keys.add(name.value);
    requireUniqueKeys(child, fail);
  }
}

const offsetOf = (tree: Node, path: (string | number)[]): number =>
  findNodeAtLocation(tree, path)?.offset ?? 0;

/** Where an issue is, and a sentence that names the field and the option. */
function describe(
  issue: z.core.$ZodIssue,
  tree: Node,
  base: (string | number)[],
): [offset: number, sentence: string] {
  const path = [...base, ...issue.path.map((part) => (typeof part === 'symbol' ? String(part) : part))];
  const field = path[0] === 'fields' && typeof path[1] === 'number' ? fieldName(tree, path[1]) : 'the file';
  const option = path.slice(field === 'the file' ? 0 : 2).join('.');
  if (issue.code === 'unrecognized_keys') {
    const [key = ''] = issue.keys;
    const place = option === '' ? field : `${field}, in ${option},`;
    return [offsetOfName(tree, path, key), `${place} has no option ${quote(key)}.`];
  }
  // A missing option has no position in the file: the position is that of the object without the option.
  const present = path.findLastIndex((_, index) => findNodeAtLocation(tree, path.slice(0, index + 1)));
  const offset = offsetOf(tree, path.slice(0, present + 1));
  const isMissing = issue.code !== 'custom' && present < path.length - 1;
  if (isMissing) return [offset, `${field} needs "${String(path.at(-1))}".`];
  return [offset, option === '' ? `${field} ${issue.message}.` : `"${option}" of ${field} ${issue.message}.`];
}

function fieldName(tree: Node, index: number): string {
  const key: unknown = findNodeAtLocation(tree, ['fields', index, 'key'])?.value;
  return typeof key === 'string' ? `the field ${quote(key)}` : `field ${index + 1}`;
}

/** Escapes what a terminal would take as a command. */
const quote = (text: unknown): string => JSON.stringify(String(text).slice(0, 40));

function offsetOfName(tree: Node, path: (string | number)[], key: string): number {
  const names = findNodeAtLocation(tree, path)?.children?.flatMap(({ children: [name] = [] }) => name ?? []);
  return names?.find(({ value }) => value === key)?.offset ?? offsetOf(tree, path);
}

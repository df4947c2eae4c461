import type { PartKind } from '@/lib/contract/import';
import { ColumnMatcher, type MatchedColumns } from './column-matcher';
import {
  fieldKey,
  isLinkName,
  isRepositoryName,
  isSideName,
  linkNames,
  namesField,
  splitTags,
} from './record-fields';
import { isRepository } from '@/server/web/host-identity';
import { linksInText, webLink } from './text-links';

export type Fields = Readonly<Record<string, unknown>>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);

/** Lists of other things that a record has. */
export const RELATED =
  /related|similar|alternative|competitor|seealso|mention|comment|review|author|maker|contributor|video|article|news|screenshot|image|media|feature|social/;
/** Keys that wrap a list without naming a category. */
export const WRAPPERS =
  /^(?:products?|items?|data|datas?et|results?|entries|entry|list|tools?|apps?|records?|hits|children|links?|bookmarks?|resources?|projects?|posts?|nodes?|node|edges|rows|software|categories|groups|sections|folders|collections?|fields|attributes|properties|roots|content)$/i;
const PEOPLE =
  /^(?:author|owner|user|maker|creator|maintainer|submitter|submittedby|publisher|organi[sz]ation|company|provider)s?$/;
const LINK_LISTS = /^(?:links?|urls?|websites?|homepages?)$/;
const LINK_KEYS = /^(?:type|kind|rel|label|name|title|text|url|href|link|icon|id|order)$/;
/** A small identifier is a name of the program, not of a category. */
const IDENTIFIER = /^[a-z][a-z0-9_]*$|^[a-z]+(?:[A-Z][a-z0-9]*)+$/;
const LABELS = /^(?:name|title|category|label|section|heading)$/;

/** Whether a text in the place of a link has one, as `<https://…>` or several with a comma between them do. */
export const holdsLink = (name: string, value: unknown): boolean =>
  typeof value === 'string' && isLinkName(name) && linksInText(value).length > 0;

export function labelOf(record: Fields): string | undefined {
  for (const name of Object.keys(record)) {
    if (!LABELS.test(fieldKey(name))) continue;
    const value = record[name];
    const text = typeof value === 'number' ? '' : textValue(value);
    if (text !== '' && webLink(text) === null) return text;
  }
  return undefined;
}

export function partOf(key: string, url: string): PartKind {
  const name = fieldKey(key);
  if (isRepositoryName(key) || isRepository(url)) return 'repository';
  if (/demo|preview|playground/.test(name)) return 'demo';
  if (/doc|manual|guide/.test(name)) return 'documentation';
  if (/download|release|install/.test(name)) return 'download';
  if (/licen[cs]e/.test(name)) return 'license';
  return RELATED.test(name) ? 'mention' : 'also';
}

/** Reads a text. Of a text in several languages, English is read, or else the first language. */
export function textValue(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (value instanceof Date) return value.toISOString();
  if (!isFields(value)) return '';
  const languages = Object.keys(value).filter((key) => /^[a-z]{2}(?:[-_][A-Za-z]{2,4})?$/.test(key));
  const language = languages.find((key) => /^en/.test(key)) ?? languages[0];
  if (language === undefined) return '';
  const said = value[language];
  if (!isFields(said)) return textValue(said);
  const { text } = new ColumnMatcher().match(Object.keys(said));
  return text === undefined ? '' : textValue(said[text]);
}

export const listed = (value: unknown): string =>
  Array.isArray(value) ? value.map(textValue).join(', ') : textValue(value);

function tagValues(value: unknown, isSpaced = false): string[] {
  if (typeof value === 'string') return isSpaced ? value.split(/\s+/) : splitTags(value);
  if (isFields(value))
    return Object.values(value).flatMap((each) =>
      typeof each === 'object' ? tagValues(each) : (labelOf(value) ?? []),
    );
  if (!Array.isArray(value)) return [];
  return value.flatMap((each: unknown) =>
    isFields(each) ? (labelOf(each) ?? tagValues(each)) : textValue(each),
  );
}

/** The tags of a record, by the keys that hold them. */
export function tagsOfRecord(values: Fields, { tags, moreTags }: MatchedColumns): string[] {
  const isPinboard = 'extended' in values && typeof values.tags === 'string';
  return [tags, ...moreTags]
    .filter((from) => from !== undefined)
    .filter((from) => !(/^types?$/.test(fieldKey(from)) && namesField(values[from])))
    .flatMap((from) => tagValues(values[from], isPinboard));
}

/** Keys of lists that say what kind of thing a record is. Their items are records only if they hold lists. */
const KINDS = /^(?:categor(?:y|ies)|topics?|tags?|groups?|sections?|collections?|folders?)$/;

/** Lists of records below a node. Those below a record are other entries only if their key says so. */
export const listsOf = (node: Fields, isRecord: boolean): string[] =>
  Object.keys(node).filter((key) => {
    const child = node[key];
    if (!Array.isArray(child) || child.length === 0) return false;
    if (!isRecord) return child.some(holdsRecord);
    const name = fieldKey(key);
    if (!WRAPPERS.test(key) || RELATED.test(name) || !child.every(isFields)) return false;
    if (LINK_LISTS.test(name)) return child.some((each) => hasLinkBelow(each)) && !areOwnLinks(child);
    if (!KINDS.test(name)) return child.some((each) => hasLinkBelow(each));
    return child.some((each) =>
      Object.values(each).some((list) => Array.isArray(list) && list.some(holdsRecord)),
    );
  });

/** `["Ada", "https://…", "A tool"]` */
export const isRow = (node: unknown): node is string[] =>
  Array.isArray(node) &&
  node.every((each) => typeof each !== 'object') &&
  node.some((each) => webLink(each) !== null) &&
  node.some((each) => typeof each === 'string' && /\p{L}/u.test(each) && webLink(each) === null);

/** Of values in an order of their own, the first text is the name, the longest other one the text. */
export function readRow(row: readonly unknown[]): { name: string; text: string; url: string } {
  const texts = row.filter((each) => typeof each === 'string' && webLink(each) === null).map(String);
  const [name = '', ...others] = texts.filter((text) => /\p{L}/u.test(text));
  const [text = ''] = others.sort((one, other) => other.length - one.length);
  const [url = ''] = row.flatMap((each) => webLink(each) ?? []);
  return { name, text, url };
}

/** Whether a text may be a host without a scheme. */
export const isHost = (value: unknown): boolean =>
  typeof value === 'string' && /^[a-z0-9-]+(?:\.[a-z0-9-]+)+(?:[/?#]\S*)?$/i.test(value.trim());

/** Whether an item with a list inside it is what the items without one beside it are, and not their category. */
export const isBesideOthers = (node: Fields, siblings: readonly unknown[] = []): boolean =>
  siblings.some(
    (each) =>
      isFields(each) &&
      each !== node &&
      listsOf(each, true).length === 0 &&
      Object.values(each).some((value) => webLink(value) !== null),
  );

const holdsRecord = (node: unknown): boolean => hasLinkBelow(node) || isRow(node);

/** `{"Ada": {"url": …}}` in a list: the key is the name of the record. */
export function namedChild(node: Fields): { key: string; child: Fields } | undefined {
  const [first, ...others] = Object.entries(node);
  if (!first || others.length > 0) return undefined;
  const [key, child] = first;
  const isName =
    isFields(child) &&
    linksInText(key).length === 0 &&
    labelOf(child) === undefined &&
    !WRAPPERS.test(key) &&
    !PEOPLE.test(fieldKey(key));
  return isName && Object.values(child).some((each) => webLink(each) !== null) ? { key, child } : undefined;
}

/** A record with a title for people may also have an identifier for programs, such as `fig-press`. */
export function nameOfRecord(values: Fields, name: string): string {
  if (!/^[a-z0-9]+(?:[-_][a-z0-9]+)+$/.test(name)) return name;
  const title = [values.title, values.displayName, values.display_name, values.label].find(
    (value) => typeof value === 'string' && value.trim() !== '' && webLink(value) === null,
  );
  return typeof title === 'string' ? title : name;
}

export function hasLinkBelow(node: unknown, depth = 0): boolean {
  if (!isFields(node) || depth > 6) return false;
  return Object.values(node).some(
    (value) =>
      webLink(value) !== null ||
      (Array.isArray(value)
        ? value.some((each) => hasLinkBelow(each, depth + 1))
        : hasLinkBelow(value, depth + 1)),
  );
}

const OWN_KINDS =
  /^(?:(?:official|live|project) ?)?(?:web ?site|home ?page|site|web|page|url|link|docs?|documentation|github|gitlab|codeberg|source(?: code)?|code|repo(?:sitory)?|demo|app|blog|download|twitter|x|mastodon|discord|npm|pypi)$/i;

/** Whether links are several of the same thing. A kind that all have says nothing of it: those of a folder are all URLs. */
function areOwnLinks(links: readonly unknown[]): boolean {
  const kinds = links.map((link) => (isFields(link) ? (link.type ?? link.kind ?? link.rel) : undefined));
  const isOfOne = kinds.every((kind) => kind === kinds[0]) && (kinds.length > 1 || namesField(kinds[0]));
  return links.every((link) => isOwnLink(link, !isOfOne));
}

/** Whether a link says of which kind it is, and nothing else. */
function isOwnLink(link: unknown, hasKind: boolean): boolean {
  if (!isFields(link)) return webLink(link) !== null;
  if (!Object.keys(link).every((name) => LINK_KEYS.test(fieldKey(name)))) return false;
  if (hasKind && [link.type, link.kind, link.rel].some((kind) => typeof kind === 'string')) return true;
  return [link.label, link.name, link.title, link.text].every(
    (said) => said === undefined || (typeof said === 'string' && OWN_KINDS.test(said.trim())),
  );
}

export function withLinksOfChildren(node: Fields): Fields | undefined {
  const links: Record<string, unknown> = {};
  for (const [key, child] of Object.entries(node)) {
    if (PEOPLE.test(fieldKey(key)) || RELATED.test(fieldKey(key))) continue;
    if (isFields(child) && (labelOf(child) === undefined || LINK_LISTS.test(fieldKey(key)))) {
      for (const [name, value] of Object.entries(child))
        if (webLink(value) !== null) links[name in node ? `${key} ${name}` : name] = value;
    } else if (Array.isArray(child) && LINK_LISTS.test(fieldKey(key))) {
      for (const [at, each] of (areOwnLinks(child) ? child : []).entries()) {
        const url =
          webLink(each) ??
          (isFields(each)
            ? Object.values(each)
                .map(webLink)
                .find((link) => link !== null)
            : null);
        if (url) links[isFields(each) ? kindOf(each, key) : `${key} ${at + 1}`] ??= url;
      }
    }
  }
  return Object.keys(links).some((name) => !isSideName(name)) ? { ...links, ...node } : undefined;
}

const kindOf = (link: Fields, key: string): string =>
  [link.type, link.kind, link.rel, link.label, link.name, link.title]
    .find((kind) => typeof kind === 'string' && kind !== '')
    ?.toString() ?? key;

/** Whether a key is the name of a category, and not of a list, a record or a part of the program. */
export function namesCategory(key: string, child: object, siblingCount: number): boolean {
  if (WRAPPERS.test(key) && key === key.toLowerCase()) return false;
  const isList = Array.isArray(child)
    ? child.length > 0
    : Object.values(child).some((each) => typeof each === 'object' && each !== null);
  if (!isList)
    return (
      Object.values(child).some((each) => webLink(each) !== null) &&
      (!isFields(child) || labelOf(child) === undefined) &&
      linkNames(Object.keys(child)).length === 0
    );
  if (!Array.isArray(child) && Object.values(child).some((each) => webLink(each) !== null)) return false;
  return siblingCount > 1 || !IDENTIFIER.test(key);
}

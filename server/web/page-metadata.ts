import { decodeHTML } from '@/server/text/plain-text';

/** Title and meta elements of a page. Character references are decoded; nothing else is cleaned or cut. */
export type PageMetadata = {
  title: string | undefined;
  /** Content by `name` or `property` in lower case. The first of equal names wins. */
  meta: ReadonlyMap<string, string>;
};

/** Elements whose content is not markup. */
const OPAQUE = new Set([
  'script',
  'style',
  'noscript',
  'template',
  'textarea',
  'svg',
  'iframe',
  'xmp',
  'noembed',
]);

/** Maximum length of a tag that is read. The rest of a longer tag is ignored. */
const TAG_UNITS_MAX = 16_384;
const VALUE_UNITS_MAX = 4_096;
/** Real pages have up to a hundred meta elements. Reading further ones costs more than all else in a hostile page. */
const META_ELEMENTS_MAX = 1_000;

const TAG_NAME = /[a-z][a-z0-9:-]{0,20}/y;
const ATTRIBUTE = /[\s/]*([^\s"'<>/=]{1,100})(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?/y;

/**
 * Reads title and meta elements like a browser, without building a tree, because a hostile page can make a tree take
 * minutes. Every character is read a bounded number of times.
 */
export function readPageMetadata(html: string): PageMetadata {
  // U+0130 is the only character whose lower case is longer, which would shift all positions.
  const lower = html.replaceAll('\u0130', 'i').toLowerCase();
  let metaElements = 0;
  const meta = new Map<string, string>();
  let title: string | undefined;

  let at = html.indexOf('<');
  while (at !== -1) {
    if (html.startsWith('<!--', at)) {
      const end = html.indexOf('-->', at + 4);
      if (end === -1) break;
      at = html.indexOf('<', end);
      continue;
    }
    TAG_NAME.lastIndex = at + 1;
    const name = TAG_NAME.exec(lower)?.[0] ?? '';
    if (name === 'body') break;
    let next = at + 1 + name.length;
    if (name === 'meta' && metaElements < META_ELEMENTS_MAX) {
      metaElements += 1;
      const attributes = readAttributes(html.slice(next, next + TAG_UNITS_MAX));
      const key = (attributes.get('property') ?? attributes.get('name'))?.trim().toLowerCase();
      const content = attributes.get('content');
      if (key !== undefined && content !== undefined && !meta.has(key)) meta.set(key, resolve(content));
    } else if (name === 'title' || OPAQUE.has(name)) {
      const end = lower.indexOf(`</${name}`, next);
      if (end === -1) break;
      if (name === 'title') title ??= resolve(html.slice(html.indexOf('>', next) + 1, end));
      next = end + 2;
    }
    at = html.indexOf('<', next);
  }
  return { title, meta };
}

function readAttributes(tag: string): Map<string, string> {
  const attributes = new Map<string, string>();
  ATTRIBUTE.lastIndex = 0;
  for (let match = ATTRIBUTE.exec(tag); match; match = ATTRIBUTE.exec(tag)) {
    const [, name = '', double, single, bare] = match;
    const key = name.toLowerCase();
    if (!attributes.has(key)) attributes.set(key, double ?? single ?? bare ?? '');
  }
  return attributes;
}

const resolve = (text: string) => decodeHTML(text.slice(0, VALUE_UNITS_MAX));

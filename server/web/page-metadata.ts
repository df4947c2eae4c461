import { decodeHTML } from '@/server/text/plain-text';

/** A `link` element that has both attributes. */
export type PageLink = { rel: string; href: string; sizes: string; type: string };

/** Title, meta and link elements of a page. Character references are decoded; nothing else is cleaned or cut. */
export type PageMetadata = {
  title: string | undefined;
  /** Content by `name` or `property` in lower case. The first of equal names wins. */
  meta: ReadonlyMap<string, string>;
  /** The links about icons and the manifest. */
  links: readonly PageLink[];
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
/** Real pages have up to twenty links about icons, among as many to style sheets and other languages. */
const LINK_ELEMENTS_MAX = 300;
const ICON_RELATION = /\b(?:icon|apple-touch-icon(?:-precomposed)?|manifest)\b/i;

const TAG_NAME = /[a-z][a-z0-9:-]{0,20}/y;
const ATTRIBUTE = /[\s/]*([^\s"'<>/=]{1,100})(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?/y;

/**
 * Reads title, meta and link elements like a browser, without building a tree, because a hostile page can make a tree take
 * minutes. Every character is read a bounded number of times.
 */
export function readPageMetadata(html: string): PageMetadata {
  // U+0130 is the only character whose lower case is longer, which would shift all positions.
  const lower = html.replaceAll('\u0130', 'i').toLowerCase();
  let metaElements = 0;
  let linkElements = 0;
  const links: PageLink[] = [];
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
    } else if (name === 'link' && linkElements < LINK_ELEMENTS_MAX) {
      linkElements += 1;
      const attributes = readAttributes(html.slice(next, next + TAG_UNITS_MAX));
      const [rel, href] = [attributes.get('rel'), attributes.get('href')];
      if (rel !== undefined && href !== undefined && ICON_RELATION.test(rel)) {
        const [sizes, type] = ['sizes', 'type'].map((key) => (attributes.get(key) ?? '').toLowerCase());
        links.push({ rel: rel.toLowerCase(), href: resolve(href), sizes: sizes ?? '', type: type ?? '' });
      }
    } else if (name === 'title' || OPAQUE.has(name)) {
      const end = lower.indexOf(`</${name}`, next);
      if (end === -1) break;
      if (name === 'title') title ??= resolve(html.slice(html.indexOf('>', next) + 1, end));
      next = end;
    }
    at = html.indexOf('<', next);
  }
  return { title, meta, links };
}

export function readAttributes(tag: string): Map<string, string> {
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

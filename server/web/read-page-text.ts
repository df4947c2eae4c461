import { decodeHTML } from '@/server/text/plain-text';

/** Elements whose content nobody reads on the page. */
const UNREAD = new Set([
  'head',
  'title',
  'script',
  'style',
  'template',
  'svg',
  'noembed',
  'textarea',
  'select',
]);
const TAG_NAME = /[a-z][a-z0-9:-]{0,20}/y;
const TEXT_UNITS_MAX = 60_000;

/**
 * The text that a reader of a page sees, as one line of at most 60,000 characters. Without a tree, as
 * `readPageMetadata`: every character is read a bounded number of times.
 */
export function readPageText(html: string): string {
  const lower = html.replaceAll('\u0130', 'i').toLowerCase();
  const parts: string[] = [];
  let units = 0;
  let at = 0;
  while (at < html.length && units < TEXT_UNITS_MAX) {
    const tag = html.indexOf('<', at);
    const text = html.slice(at, tag === -1 ? html.length : tag);
    parts.push(text);
    units += text.length;
    if (tag === -1) break;
    at = endOfTag(html, lower, tag);
  }
  return decodeHTML(parts.join(' ').slice(0, TEXT_UNITS_MAX)).replace(/\s+/g, ' ').trim();
}

/** Where the text goes on after a tag, a comment, or an element that nobody reads. The end of the page if it does not. */
function endOfTag(html: string, lower: string, tag: number): number {
  if (html.startsWith('<!--', tag)) return after(html, '-->', tag + 4);
  TAG_NAME.lastIndex = tag + 1;
  const name = TAG_NAME.exec(lower)?.[0] ?? '';
  if (!UNREAD.has(name)) return after(html, '>', tag);
  const end = lower.indexOf(`</${name}`, tag);
  return end === -1 ? html.length : after(html, '>', end);
}

function after(html: string, sign: string, from: number): number {
  const found = html.indexOf(sign, from);
  return found === -1 ? html.length : found + sign.length;
}

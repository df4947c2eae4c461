import { fromHtml } from 'hast-util-from-html';

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

/** Returns the text of HTML that `renderMarkdown` made, without markup. Blocks are separated by spaces. */
export function plainText(html: string): string {
  if (!/[<&]/.test(html)) return html.replace(/\s+/g, ' ').trim();
  return html
    .replace(/<\/?(?:p|div|h[1-6]|li|ul|ol|br|hr|pre|blockquote|table|tr|td|th)\b[^>]*>/gi, ' ')
    .replace(/<[^>]*>/g, '')
    .replace(
      /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w{2,8}));/gi,
      (whole, hex?: string, decimal?: string, name?: string) => {
        if (name !== undefined) return entities[name.toLowerCase()] ?? whole;
        const point = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
        return point <= 0x10ffff ? String.fromCodePoint(point) : whole;
      },
    )
    .replace(/\s+/g, ' ')
    .trim();
}

/** What search engines show of a longer text. */
const DESCRIPTION_CHARS_MAX = 160;

/** The first sentence of a text, cut at a word if it is long. */
export function firstSentence(text: string): string {
  const [sentence = ''] = /^.*?[.!?。！？](?=\s|$)|^.*$/su.exec(text) ?? [];
  const chars = [...sentence];
  if (chars.length <= DESCRIPTION_CHARS_MAX) return sentence;
  return `${chars
    .slice(0, DESCRIPTION_CHARS_MAX)
    .join('')
    .replace(/\s+\S*$/u, '')} …`;
}

/** Decodes character references such as `&amp;`. Tags become text. */
export function decodeHTML(text: string): string {
  if (!text.includes('&')) return text;
  const [first] = fromHtml(text.replaceAll('<', '&lt;'), { fragment: true }).children;
  return first?.type === 'text' ? first.value : '';
}

/** Decodes the value of an attribute, in which `&copy=` is no sign. */
export function decodeAttribute(text: string): string {
  if (!text.includes('&')) return text;
  const [first] = fromHtml(`<a title="${text.replaceAll('"', '&quot;')}">`, { fragment: true }).children;
  return first?.type === 'element' ? (first.properties.title ?? '') : '';
}

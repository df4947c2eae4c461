import { fromHtml } from 'hast-util-from-html';

/** Decodes character references such as `&amp;`. Tags become text. */
export function decodeHTML(text: string): string {
  if (!text.includes('&')) return text;
  const [first] = fromHtml(text.replaceAll('<', '&lt;'), { fragment: true }).children;
  return first?.type === 'text' ? first.value : '';
}

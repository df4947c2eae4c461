import { fromHtml } from 'hast-util-from-html';

/** Resolves `&amp;` and its like. Tags in the text become text. */
export function decodeHTML(text: string): string {
  if (!text.includes('&')) return text;
  const [first] = fromHtml(text.replaceAll('<', '&lt;'), { fragment: true }).children;
  return first?.type === 'text' ? first.value : '';
}

/** The text as content or as a quoted attribute of HTML. */
export const escapeHTML = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** Escapes plain text so that it renders as the same text in Markdown. */
export function escapeMarkdown(text: string): string {
  return text
    .replace(/[\\`*[\]<~]/g, '\\$&')
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_')
    .replace(/&(?=#?\w+;)/g, '\\&')
    .replace(/^(\s*)([#>+-]|=+\s*$|\d+(?=[.)]))/gm, (_, indent: string, sign: string) =>
      /\d/.test(sign) ? `${indent}${sign}\\` : `${indent}\\${sign}`,
    );
}

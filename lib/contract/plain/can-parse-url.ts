/**
 * Whether a text is a URL. In place of `URL.canParse`, which Node.js 20 answers with false for letters such as ü once it has
 * been called some thousand times (mended by nodejs/node#58023): V8 then hands over the text in Latin-1, and Node.js reads it as UTF-8.
 */
export function canParseURL(url: string, base?: string): boolean {
  try {
    return Boolean(new URL(url, base));
  } catch {
    return false;
  }
}

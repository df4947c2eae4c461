/** The first line of `awesome.md`. An import of a file that begins with it takes every entry literally. */
export const DATA_LIST_MARK = '<!-- directory list 1 -->';

const SIGNS = /[\\`*_[\]<>&#~|!,]/g;

/** Escapes every sign that Markdown could read, so that {@link unescapeSigns} returns the same text. */
export const escapeSigns = (text: string): string => text.replace(SIGNS, '\\$&');

export const unescapeSigns = (text: string): string => text.replace(/\\([!-/:-@[-`{-~])/g, '$1');

/** The destination of a Markdown link. {@link readDestination} returns the same URL. */
export function writeDestination(url: string): string {
  const escaped = url.replace(/[\\<>()&]/g, '\\$&');
  return /\s/.test(url) ? `<${escaped}>` : escaped;
}

export const readDestination = (destination: string): string =>
  unescapeSigns(destination.replace(/^<(.*)>$/su, '$1'));

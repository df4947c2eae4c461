import type { FilterField } from './filters';

/**
 * The URLs that robots are asked not to read, as in robots.txt (RFC 9309): one list has any number of filtered and
 * sorted views. Links to them say `nofollow`, so that polite robots don't even collect them.
 */
export const UNCRAWLED = [
  '/search',
  '/compare?',
  ...['/tag/*?', '/top/*?', '/*/alternatives?', '/*?*&', '/*?*,', '/*?tag=', '/*?sort=', '/*?of='],
] as const;

/** What robots may read nevertheless, because the longer rule wins: the further pages of these lists. */
export const CRAWLED = ['/tag/*?after=', '/top/*?after=', '/*/alternatives?after='] as const;

/** The rules against views filtered by a text or a range. New and hot products of one choice are lists of their own. */
export const uncrawledFilters = (fields: readonly FilterField[]): string[] =>
  fields.flatMap(({ key, filter }) => (filter.kind === 'choices' ? [] : [`/*?${key}=`]));

/**
 * The `rel` of a link to a view of a list.
 *
 * @param rel what the link is otherwise.
 */
export function relTo(path: string, rel = '', fields: readonly FilterField[] = []): string | undefined {
  const isView = path.includes('?') || path.startsWith('/search');
  const isUncrawled =
    isView && longest([...UNCRAWLED, ...uncrawledFilters(fields)], path) > longest(CRAWLED, path);
  return [rel, isUncrawled ? 'nofollow' : ''].filter(Boolean).join(' ') || undefined;
}

const longest = (rules: readonly string[], path: string) =>
  Math.max(0, ...rules.map((rule) => (matches(rule, path) ? rule.length : 0)));

/** Whether a rule of robots.txt is about a path: `*` stands for anything, and the end is open. */
function matches(rule: string, path: string): boolean {
  const [start = '', ...parts] = rule.split('*');
  let end = path.startsWith(start) ? start.length : -1;
  for (const part of parts) {
    if (end === -1) return false;
    const found = path.indexOf(part, end);
    end = found === -1 ? -1 : found + part.length;
  }
  return end !== -1;
}

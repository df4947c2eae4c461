const SEPARATOR = 'vs';

/**
 * The last part of the path of a comparison. One path for each set of products: the slugs are in alphabetical order. The
 * word `vs` separates them, so a slug that contains that word has a second hyphen before it. No slug has two hyphens in
 * a row.
 */
export const joinSlugs = (slugs: readonly string[]) =>
  slugs
    .toSorted()
    .map((slug) => wordsOf(slug).join('-'))
    .join(`-${SEPARATOR}-`);

const wordsOf = (slug: string) =>
  slug.split('-').map((word) => (word === SEPARATOR ? `-${SEPARATOR}` : word));

/** The slugs of a path, each once. As tolerant as possible: what is no path of ours leads to one. */
export function splitSlugs(joined: string): string[] {
  const slugs: string[][] = [[]];
  let isWord = false;
  for (const part of joined.split('-')) {
    if (part === SEPARATOR && !isWord) slugs.push([]);
    else if (part !== '') slugs.at(-1)?.push(part);
    isWord = part === '';
  }
  return [...new Set(slugs.map((words) => words.join('-')).filter(Boolean))];
}

const PRIVATE = /^\/(?:account|moderation|newsletter|invitation|setup)(?:[/?#]|$)/i;
const WITH_SECRET = /^\/(?:newsletter|invitation|setup)(?:[/?#]|$)/i;

const decoded = (path: string): string => {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
};

/**
 * Whether a page is for one person: an account, moderation, or a page whose URL has a secret. No script of another
 * company runs there. A new page with a secret in its URL belongs in both lists.
 *
 * @param path with or without the query and the fragment.
 */
export const isPrivatePage = (path: string): boolean => PRIVATE.test(decoded(path));

/** Whether the URL of a page can have a secret, such as the token of an email. No other site learns that URL. */
export const canHaveSecret = (path: string): boolean => WITH_SECRET.test(decoded(path));

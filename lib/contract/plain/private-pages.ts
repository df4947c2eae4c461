const PRIVATE = /^\/(?:account|moderation|newsletter|invitation)(?:[/?#]|$)/i;
const WITH_SECRET = /^\/(?:newsletter|invitation)(?:[/?#]|$)/i;

const decoded = (path: string): string => {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
};

/**
 * Whether a page is for one person: an account, moderation, or a page whose address has a secret. No script of another
 * company runs there. A new page with a secret in its address belongs in both lists.
 *
 * @param path with or without the query and the fragment.
 */
export const isPrivatePage = (path: string): boolean => PRIVATE.test(decoded(path));

/** Whether the address of a page can have a secret, such as the token of an email. No other site learns that address. */
export const hasSecretAddress = (path: string): boolean => WITH_SECRET.test(decoded(path));

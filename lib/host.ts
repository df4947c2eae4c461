/** A link as it was typed, with those characters escaped that a URL may not contain. */
export const escapeURL = (url: string) => (URL.canParse(url) ? new URL(url).href : url);

/**
 * `example.com` for `https://www.example.com/app`. Returns text that is not a URL unchanged.
 *
 * @param host the host in its own letters, where the server has found that these are safe.
 */
export const hostOf = ({ url, host }: { url: string; host?: string }) =>
  host ?? (URL.canParse(url) ? new URL(url).host.replace(/^www\./, '') : url);

import type { IncomingMessage } from 'node:http';

/** `example.com`, `127.0.0.1:3000`, `[::1]:3000` */
const hostPattern = /^([\w.-]+|\[[\da-f:.]+\])(:\d{1,5})?$/i;
const absoluteForm = /^https?:\/\/([^/?]+)(.*)$/i;

/**
 * The path and query that a request asks for, beginning with a slash. A target with a host name in it (RFC 9112, 3.2.2)
 * is accepted for the host of the `Host` header alone: otherwise a redirect could lead to the host in the target.
 *
 * @returns undefined if the target or the `Host` header is malformed, or if the request names more than one host.
 */
export function readRequestTarget({ url = '', rawHeaders }: IncomingMessage): string | undefined {
  let host: string | undefined;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    // Compares lengths first, because this runs for every header of every request.
    if (name?.length !== 4 || name.toLowerCase() !== 'host') continue;
    if (host !== undefined) return undefined;
    host = rawHeaders[index + 1];
  }
  if (host === undefined || !hostPattern.test(host) || url.includes('#')) return undefined;
  if (url.startsWith('/')) return url;
  const [, targetHost, rest = ''] = absoluteForm.exec(url) ?? [];
  if (targetHost?.toLowerCase() !== host.toLowerCase()) return undefined;
  return rest.startsWith('/') ? rest : `/${rest}`;
}

/**
 * A target with the first value of each parameter alone. Next.js writes all values into the HTML, but a cache that knows
 * parameters by name compares the first ones only.
 */
export function dropRepeatedParameters(target: string): string {
  const [path = '', query] = target.split(/\?(.*)/s, 2);
  if (query === undefined) return target;
  const seen = new Set<string>();
  const kept = query.split('&').filter((part) => {
    const [name = ''] = new URLSearchParams(part).keys();
    const isNew = !seen.has(name);
    seen.add(name);
    return isNew;
  });
  return `${path}?${kept.join('&')}`;
}

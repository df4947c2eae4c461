import { canParseURL } from '@/lib/contract/plain/can-parse-url';
import { MINUTE_MS } from '@/lib/contract/plain/durations';
import { errorCode } from '@/server/base/errors';
import { UnreadableFile } from './formats/import-line';
import { t } from '@/lib/texts/texts';

const LIMITS = { ms: 2 * MINUTE_MS, bytesMax: 32 * 1024 * 1024 };

/** `https://github.com/owner/name`, and a file of it. */
const githubRepository = /^\/([\w.-]+)\/([\w.-]+?)(?:\.git)?\/?$/;
const githubFile = /^\/([\w.-]+)\/([\w.-]+)\/(?:blob|raw)\/(.+)$/;

/** A web address, if the name of a list is one. */
export function listURLOf(name: string): URL | undefined {
  return /^https?:\/\//i.test(name) && canParseURL(name) ? new URL(name) : undefined;
}

/**
 * Fetches a list, or the README of a repository at GitHub.
 *
 * @param apiURL of GitHub.
 * @returns the bytes, and the name of the file, which may tell its format.
 * @throws UnreadableFile when there is no answer, or another one than the list.
 */
export async function fetchList(
  url: URL,
  apiURL: string,
): Promise<{ name: string; stream: AsyncIterable<Buffer> }> {
  const asked = requestOf(url, apiURL);
  let response;
  try {
    response = await fetch(asked.url, {
      headers: { accept: asked.accept, 'user-agent': 'listgrove' },
      signal: AbortSignal.timeout(LIMITS.ms),
    });
  } catch (error) {
    throw unreadable(
      url,
      t('listUrl.noAnswer', '{host} does not answer ({reason})', {
        host: asked.url.hostname,
        reason: reasonOf(error),
      }),
    );
  }
  if (!response.ok || !response.body) {
    await response.body?.cancel();
    const said = { host: asked.url.hostname, status: String(response.status) };
    throw unreadable(
      url,
      response.status === 404
        ? t(
            'listUrl.notFound',
            '{host} answers with status {status}, so there is no public list at this address',
            said,
          )
        : t('listUrl.status', '{host} answers with status {status}', said),
    );
  }
  return { name: asked.name, stream: limit(url, response.body) };
}

/** Where a list is: for a repository or a file at GitHub, not the page about it. */
export function requestOf(url: URL, apiURL: string): { url: URL; name: string; accept: string } {
  const accept = 'text/markdown, text/plain, */*;q=0.5';
  const plain = { url, name: url.pathname, accept };
  if (url.hostname !== 'github.com') return plain;
  const [, owner, name] = githubRepository.exec(url.pathname) ?? [];
  if (owner !== undefined && name !== undefined) {
    const readme = new URL(`${apiURL}/repos/${owner}/${name}/readme`);
    return { url: readme, name: 'README', accept: 'application/vnd.github.raw' };
  }
  const [, fileOwner, repository, path] = githubFile.exec(url.pathname) ?? [];
  if (path === undefined) return plain;
  const raw = new URL(`https://raw.githubusercontent.com/${fileOwner}/${repository}/${path}`);
  return { url: raw, name: path, accept };
}

async function* limit(url: URL, body: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let bytes = 0;
  try {
    for await (const part of body) {
      bytes += part.length;
      if (bytes > LIMITS.bytesMax) break;
      yield Buffer.from(part);
    }
  } catch (error) {
    throw unreadable(
      url,
      t('listUrl.broke', 'the connection broke ({reason})', {
        reason: reasonOf(error),
      }),
    );
  }
  if (bytes > LIMITS.bytesMax) {
    throw unreadable(
      url,
      t('listUrl.tooLarge', 'it is larger than {size} MiB; download it first', {
        size: LIMITS.bytesMax / 1024 / 1024,
      }),
    );
  }
}

const unreadable = (url: URL, reason: string) =>
  new UnreadableFile(t('listUrl.unreadable', '{href} cannot be read: {reason}.', { href: url.href, reason }));

/** What the system says about a failed connection. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  return (
    errorCode(cause) ??
    (error instanceof Error
      ? error.name
      : t(
          'listUrl.unknownError',
          'unknown error' /* in parentheses, in place of a code such as ECONNRESET */,
        ))
  );
}

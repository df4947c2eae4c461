import { isIP } from 'node:net';
import { SECOND_MS } from '@/lib/contract/plain/durations';
import type { Deps } from '@/server/deps';
import { abortAfter } from '@/server/web/abort-after';
import { abortable } from '@/server/web/abortable';
import { hostToResolve, isPublicAddress, NOT_PUBLIC_SENTENCE } from '@/server/web/public-address';
import { isNoSuchHost, NO_SUCH_HOST_SENTENCE } from '@/server/web/resolve-host';
import { isExample, refusedURL } from './require-listable-url';

/** How long a member waits for the name servers. */
const lookupMs = 3 * SECOND_MS;

/**
 * Checks that the host of a listable URL exists on the public web. A name server that fails or does not answer in time
 * refuses nothing: a moderator looks at every submission.
 *
 * @throws ApiError `bad_request` naming the field `url`.
 */
export async function requireExistingHost(
  { resolveHost }: Pick<Deps, 'resolveHost'>,
  link: string,
  signal?: AbortSignal,
): Promise<void> {
  const url = new URL(link);
  const host = hostToResolve(url);
  if (isIP(host) || isExample(url)) return;
  const deadline = abortAfter(lookupMs, signal);
  let addresses: string[];
  try {
    addresses = await abortable(resolveHost(host, deadline), deadline);
  } catch (error) {
    if (isNoSuchHost(error)) throw refusedURL(NO_SUCH_HOST_SENTENCE);
    return;
  }
  if (!addresses.every(isPublicAddress)) throw refusedURL(NOT_PUBLIC_SENTENCE);
}

import { countChars } from '@/lib/contract/plain/text';
import { PRODUCT_LIMITS } from '@/lib/contract/product';
import type { Deps } from '@/server/deps';
import { ApiError } from '@/server/base/errors';
import { canonicalURL } from '@/server/web/canonical-url';
import {
  hostToResolve,
  privateAddressReason,
  reservedNameReason,
  isPublicAddress,
  NOT_PUBLIC,
  isNoSuchHost,
  NO_SUCH_SITE,
} from '@/server/web/public-address';
import { isIP } from 'node:net';
import { SECOND_MS } from '@/lib/contract/plain/durations';
import { abortAfter, abortable } from '@/server/web/fetch-limits';
import { say, type Text, text } from '@/lib/texts/texts';

/**
 * Returns the canonical form of a URL that may be listed, judging by its text only.
 *
 * @throws ApiError `bad_request` naming the field `url`.
 */
export function requireListableURL({ env }: Pick<Deps, 'env'>, link: string): string {
  const url = new URL(link);
  const refusal = privateAddressReason(url);
  if (refusal !== undefined) throw refusedURL(refusal);
  if (isExample(url) && env.appEnv === 'production') throw refusedURL(reservedNameReason('example'));
  const canonical = canonicalURL(link);
  if (canonical === null) throw new Error('A web URL has no canonical form');
  if (countChars(canonical) > PRODUCT_LIMITS.urlCharsMax) {
    throw refusedURL(
      text('link.tooLong', 'Use a shorter link. Its special characters take more room than they seem to.'),
    );
  }
  return canonical;
}

/** A name that no site ever has. In development and the demo, people and tests may submit made-up sites under it. */
export const isExample = (url: URL) => /(?:^|\.)example$/.test(hostToResolve(url));

export const refusedURL = (refusal: Text) =>
  new ApiError('bad_request', refusal, { fields: { url: say(refusal) } });

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
    if (isNoSuchHost(error)) throw refusedURL(NO_SUCH_SITE);
    return;
  }
  if (!addresses.every(isPublicAddress)) throw refusedURL(NOT_PUBLIC);
}

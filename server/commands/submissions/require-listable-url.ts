import { countChars } from '@/lib/contract/plain/chars';
import { PRODUCT_LIMITS } from '@/lib/contract/product';
import type { Deps } from '@/server/deps';
import { ApiError } from '@/server/base/errors';
import { canonicalURL } from '@/server/web/canonical-url';
import { hostToResolve, privateAddressReason, reservedNameSentence } from '@/server/web/public-address';

/**
 * Returns the canonical form of a URL that may be listed, judging by its text only.
 *
 * @throws ApiError `bad_request` naming the field `url`.
 */
export function requireListableURL({ env }: Pick<Deps, 'env'>, link: string): string {
  const url = new URL(link);
  const refusal = privateAddressReason(url);
  if (refusal !== undefined) throw refusedURL(refusal);
  if (isExample(url) && env.appEnv === 'production') throw refusedURL(reservedNameSentence('example'));
  const canonical = canonicalURL(link);
  if (canonical === null) throw new Error('A web URL has no canonical form');
  if (countChars(canonical) > PRODUCT_LIMITS.urlCharsMax) {
    throw refusedURL('Use a shorter link. Its special characters take more room than they seem to.');
  }
  return canonical;
}

/** A name that no site ever has. In development and the demo, people and tests may submit made-up sites under it. */
export const isExample = (url: URL) => /(?:^|\.)example$/.test(hostToResolve(url));

export const refusedURL = (sentence: string) =>
  new ApiError('bad_request', sentence, { fields: { url: sentence } });

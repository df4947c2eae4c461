import { countChars } from '@/lib/contract/plain/chars';
import { PRODUCT_LIMITS } from '@/lib/contract/product';
import { ApiError } from '@/server/errors';
import { canonicalURL } from './canonical-url';
import { privateAddressReason } from './public-address';

/**
 * Returns the canonical form of a URL that may be listed, that is, one that is on the public web.
 *
 * @throws ApiError `bad_request` naming the field `url`.
 */
export function requireListableURL(url: string): string {
  const refusal = privateAddressReason(new URL(url));
  if (refusal !== undefined) throw new ApiError('bad_request', refusal, { fields: { url: refusal } });
  const canonical = canonicalURL(url);
  if (canonical === null) throw new Error('A web URL has no canonical form');
  if (countChars(canonical) > PRODUCT_LIMITS.urlCharsMax) {
    const tooLong = 'Use a shorter link. Its special characters take more room than they seem to.';
    throw new ApiError('bad_request', tooLong, { fields: { url: tooLong } });
  }
  return canonical;
}

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
  if (canonical === null) throw new Error(`${url} is a web URL without a canonical form`);
  return canonical;
}

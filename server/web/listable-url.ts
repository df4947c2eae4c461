import { ApiError } from '@/server/errors';
import { canonicalURL } from './canonical-url';
import { privateAddressReason } from './public-address';

/**
 * The canonical form of an address that may be listed: one that anybody on the web could reach.
 *
 * @throws ApiError `bad_request` naming the field `url`.
 */
export function requireListableURL(address: string): string {
  const refusal = privateAddressReason(new URL(address));
  if (refusal !== undefined) throw new ApiError('bad_request', refusal, { fields: { url: refusal } });
  const canonical = canonicalURL(address);
  if (canonical === null) throw new Error(`${address} has no canonical form, though it is a web address`);
  return canonical;
}

import type { Claim } from '@/lib/contract/claim';
import type { ClaimRow } from '@/server/queries/products/claims';

/** @param host the present host of the product. A claim of another host holds no longer. */
export function presentClaim(
  { id, host: claimed, token, method, verifiedAt, withdrawnAt }: ClaimRow,
  host: string,
): Claim {
  const isVerified = verifiedAt !== null && claimed === host;
  return {
    ...{ id, host, token },
    status: withdrawnAt ? 'withdrawn' : isVerified ? 'verified' : 'open',
    method: isVerified ? method : null,
    verifiedAt: isVerified ? verifiedAt.toISOString() : null,
  };
}

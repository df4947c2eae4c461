// Apart from the other calls, so that no other page loads its schema.
import {
  endClaimCall,
  findClaimCall,
  listClaimsCall,
  startClaimCall,
  verifyClaimCall,
  withdrawClaimCall,
} from '@/lib/contract/claim';
import { call } from './http';

/** The viewer's claim of a product, and whether the product's site can be claimed. */
export const findClaim = (productId: string) => call(findClaimCall, { params: { id: productId } });

/** @throws ApiFailure `bad_request` when the site can't be claimed. */
export const startClaim = (productId: string) => call(startClaimCall, { params: { id: productId } });

/** Takes up to ten seconds, because the server asks the site. @throws ApiFailure `conflict` when there is no proof. */
export const verifyClaim = (productId: string) => call(verifyClaimCall, { params: { id: productId } });

export const endClaim = (productId: string) => call(endClaimCall, { params: { id: productId } });

/** For moderators: the verified claims of a product. */
export const listClaims = (productId: string) => call(listClaimsCall, { params: { id: productId } });

export const withdrawClaim = (id: string) => call(withdrawClaimCall, { params: { id } });

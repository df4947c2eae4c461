import type { SubmittedProduct } from '@/lib/contract/submission';
import { buildWireProduct } from './build-product';

/** A product as its submitter sees it; approved ones have the date that the others lack. */
export const buildOwnProduct = (
  number: number,
  overrides: Partial<SubmittedProduct> = {},
): SubmittedProduct => ({
  ...buildWireProduct(number),
  ...(overrides.status && overrides.status !== 'approved' && { approvedAt: null }),
  ...overrides,
});

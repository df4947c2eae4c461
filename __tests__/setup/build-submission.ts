import type { SubmittedProduct } from '@/lib/contract/submission';
import { buildWireProduct } from './build-product';

/** Builds a product as its submitter sees it. Only approved products have an approval date. */
export const buildSubmission = (
  number: number,
  overrides: Partial<SubmittedProduct> = {},
): SubmittedProduct => ({
  ...buildWireProduct(number),
  ...(overrides.status && overrides.status !== 'approved' && { approvedAt: null }),
  ...overrides,
});

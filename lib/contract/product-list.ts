import * as z from 'zod/mini';
import { defineCall } from './call';
import { PRODUCT_LIMITS, PRODUCT_SORTS, TOP_PERIODS, productPage, urlPart } from './product';

export const listConditionsQuery = z.object({
  tag: z.optional(urlPart),
  /**
   * The filters as the query of a page has them, encoded once more as one value: `price=free&platform=web,linux`.
   * Products have one of the values of a field, and match each field. See `/fields` for the fields with a filter.
   */
  filters: z.optional(z.string().check(z.maxLength(2_000))),
});
export type ListConditionsQuery = z.infer<typeof listConditionsQuery>;

export const productListQuery = z.extend(listConditionsQuery, {
  sort: z._default(z.enum(PRODUCT_SORTS), 'hot'),
  /** For `top` only: products approved within the period. */
  period: z._default(z.enum(TOP_PERIODS), 'all'),
  after: z.optional(urlPart),
  limit: z._default(
    z.coerce.number().check(z.int(), z.gte(1), z.lte(PRODUCT_LIMITS.pageSizeMax)),
    PRODUCT_LIMITS.pageSize,
  ),
});
export type ProductListQuery = z.infer<typeof productListQuery>;

export const listProductsCall = defineCall({
  method: 'get',
  path: '/products',
  isOpen: true,
  summary: 'Approved products in hot, new or top order, page by page.',
  query: productListQuery,
  answer: productPage,
  isMovable: true,
  errors: ['not_found'],
});

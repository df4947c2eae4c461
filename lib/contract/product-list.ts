import * as z from 'zod/mini';
import { defineCall } from './call';
import {
  PRODUCT_LIMITS,
  PRODUCT_SORTS,
  TOP_PERIODS,
  productPage,
  urlPart,
  listedProduct,
  submitter,
} from './product';
import { countedTag } from './tag';
import { text } from '@/lib/texts/texts';

export const listConditionsQuery = z.object({
  tag: z.optional(urlPart),
  /**
   * The filters as the query of a page has them, encoded as one value: `price=free&platform=web,linux`.
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
  summary: text('calls.listProducts', 'Approved products in hot, new or top order, page by page.'),
  query: productListQuery,
  answer: productPage,
  isMovable: true,
  errors: ['not_found'],
});

/** A field by which the list can be filtered, with what there is to choose from. */
const filterChoices = z.object({
  key: z.string(),
  label: z.string(),
  /** What products of the list have, in the order of the file; the texts of products by frequency. None for a range. */
  values: z.array(
    z.object({
      value: z.string(),
      label: z.string(),
      /** As if the list were not filtered by this field. */
      count: z.int().check(z.nonnegative()),
    }),
  ),
});

export const filterCounts = z.object({
  productCount: z.int().check(z.nonnegative()),
  /** False in a long list: then every count is that of its first products alone, so that there are at least as many. */
  isComplete: z.boolean(),
  fields: z.array(filterChoices),
});
export type FilterCounts = z.infer<typeof filterCounts>;

export const countFiltersCall = defineCall({
  method: 'get',
  path: '/filters',
  isOpen: true,
  summary: text(
    'calls.countFilters',
    'By what a list can be filtered further, and how many products there are for each value.',
  ),
  query: z.extend(listConditionsQuery, {
    /** The slug of a product: counts its first 100 alternatives, whatever their tags. */
    alternativesTo: z.optional(urlPart),
  }),
  answer: filterCounts,
  isMovable: true,
  errors: ['not_found'],
});

export const OVERVIEW_LIMITS = { topOfWeekMax: 5, tagsMax: 12, recentSubmittersMax: 8 } as const;

export const overview = z.object({
  /** The products approved in the last 7 days with the most upvotes that count in the ranking. */
  topOfWeek: z.array(listedProduct),
  /** The tags whose products got the most upvotes in the last 30 days, then those with the most products. */
  tags: z.array(countedTag),
  /** The members whose submissions were approved last, each once. */
  recentSubmitters: z.array(submitter),
  counts: z.object({
    products: z.int().check(z.nonnegative()),
    /** Approved today or on one of the six days before (UTC). */
    productsOfWeek: z.int().check(z.nonnegative()),
    /** Members who have given an upvote that counts in the ranking. Counted every hour, up to 100,000. */
    rankers: z.int().check(z.nonnegative()),
  }),
});
export type Overview = z.infer<typeof overview>;

export const findOverviewCall = defineCall({
  method: 'get',
  path: '/overview',
  isOpen: true,
  summary: text(
    'calls.findOverview',
    'The top of the week, the tags in demand, the last submitters, and counts of the whole directory.',
  ),
  answer: overview,
  errors: [],
});

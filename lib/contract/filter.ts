import * as z from 'zod/mini';
import { defineCall } from './call';
import { urlPart } from './product';
import { listConditionsQuery } from './product-list';

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
  /** The products of the list. */
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
  summary: 'By what a list can be filtered further, and how many products there are for each value.',
  query: z.extend(listConditionsQuery, {
    /** The slug of a product: counts its first 100 alternatives, whatever their tags. */
    alternativesTo: z.optional(urlPart),
  }),
  answer: filterCounts,
  isMovable: true,
  errors: ['not_found'],
});

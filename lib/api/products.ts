import type * as z from 'zod/mini';
import { findProductCall, listRelatedProductsCall } from '@/lib/contract/product';
import { listProductsCall, type productListQuery } from '@/lib/contract/product-list';
import { findProductVotesCall } from '@/lib/contract/product-votes';
import { findOverviewCall } from '@/lib/contract/overview';
import { call } from './http';

export type ProductListInput = z.input<typeof productListQuery>;

export const listProducts = (query: ProductListInput) => call(listProductsCall, { query });

/**
 * @param accessToken the session token of a viewer who may see the product before it is approved.
 * @throws ApiFailure `not_found`, with the current slug in `fields.movedTo` for a former slug; `gone` for a removed
 *   product.
 */
export const findProduct = async (slug: string, accessToken?: string) =>
  (await call(findProductCall, { params: { slug }, accessToken })).product;

/** @throws ApiFailure as `findProduct`. */
export const findProductVotes = (slug: string) => call(findProductVotesCall, { params: { slug } });

export const listRelatedProducts = async (slug: string) =>
  (await call(listRelatedProductsCall, { params: { slug } })).products;

/** What is shown beside every list. */
export const findOverview = () => call(findOverviewCall);

import * as z from 'zod/mini';
import type { ErrorCode } from './errors';

export type Schema = z.ZodMiniType;

/** The schema of a part that a call does not look at; parses anything into an empty object. */
export const nothing = z.object({});
type Nothing = typeof nothing;

type BodyType = 'application/json' | 'application/x-www-form-urlencoded';

/**
 * One call of the product server, described once: the server answers by it, the browser calls by it,
 * and the OpenAPI document is written from it.
 */
export type Call<
  Params extends Schema = Schema,
  Query extends Schema = Schema,
  Body extends Schema = Schema,
  Answer extends Schema = Schema,
> = {
  method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** Below the product server's base URL; parameters as `:name`. */
  path: `/${string}`;
  /** One sentence for the API's readers. */
  summary: string;
  params: Params;
  query: Query;
  body: Body;
  /** The media types that `body` may arrive in. */
  bodyTypes: readonly BodyType[];
  /** The body of a success, less `isError: false`. */
  answer: Answer;
  /** The failures a caller can act on, besides `internal` and `unavailable`. */
  errors: readonly ErrorCode[];
};

type Optional = 'params' | 'query' | 'body' | 'bodyTypes';
type Draft<C extends Call> = Omit<C, Optional> & Partial<Pick<C, Optional>>;

/** Describes a call; parts left out are `nothing`, and a body is JSON. */
export function defineCall<
  Answer extends Schema,
  Params extends Schema = Nothing,
  Query extends Schema = Nothing,
  Body extends Schema = Nothing,
>(draft: Draft<Call<Params, Query, Body, Answer>>): Call<Params, Query, Body, Answer>;
export function defineCall(draft: Draft<Call>): Call {
  return { params: nothing, query: nothing, body: nothing, bodyTypes: ['application/json'], ...draft };
}

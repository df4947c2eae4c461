import type * as z from 'zod/mini';
import type { ErrorCode } from './errors';

type Schema = z.ZodMiniType;

/**
 * One call of the product server, described once: the server answers by it, the browser calls by it,
 * and the OpenAPI document is written from it.
 */
export type Call<
  Params extends Schema | undefined = Schema | undefined,
  Query extends Schema | undefined = Schema | undefined,
  Body extends Schema | undefined = Schema | undefined,
  Answer extends Schema = Schema,
> = {
  method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** Below the product server's base URL; parameters as `:name`. */
  path: `/${string}`;
  /** One sentence for the API's readers. */
  summary: string;
  params?: Params;
  query?: Query;
  body?: Body;
  /** The media types that `body` may arrive in; JSON when absent. */
  bodyTypes?: readonly ('application/json' | 'application/x-www-form-urlencoded')[];
  /** The body of a success, less `isError: false`. */
  answer: Answer;
  /** The failures a caller can act on, besides `internal` and `unavailable`. */
  errors: readonly ErrorCode[];
};

type Output<S> = S extends Schema ? z.output<S> : undefined;
type Input<S> = S extends Schema ? z.input<S> : undefined;

export type CallParams<C extends Call> = Output<C['params']>;
export type CallQuery<C extends Call> = Output<C['query']>;
export type CallBody<C extends Call> = Output<C['body']>;
export type CallAnswer<C extends Call> = z.output<C['answer']>;
/** What the caller passes: defaults may be left out. */
export type CallQueryInput<C extends Call> = Input<C['query']>;
export type CallBodyInput<C extends Call> = Input<C['body']>;

/** Keeps the exact schema types of a call; returns it as it is. */
export function defineCall<
  const Params extends Schema | undefined,
  const Query extends Schema | undefined,
  const Body extends Schema | undefined,
  Answer extends Schema,
>(call: Call<Params, Query, Body, Answer>): Call<Params, Query, Body, Answer> {
  return call;
}

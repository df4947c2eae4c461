import * as z from 'zod/mini';
import type { ErrorCode } from './errors';

export type Schema = z.ZodMiniType;

/** The schema of a part that a call does not look at; parses anything into an empty object. */
export const nothing = z.object({});
type Nothing = typeof nothing;

type BodyType = 'application/json' | 'application/x-www-form-urlencoded' | 'multipart/form-data';

/**
 * Who may make a call, each one with all rights of those before it. `account` is anybody who is signed in, even
 * banned or about to be deleted; `member` is neither.
 */
export const ACCESS = ['anyone', 'account', 'member', 'moderator', 'admin'] as const;
export type Access = (typeof ACCESS)[number];

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
  access: Access;
  params: Params;
  query: Query;
  body: Body;
  /** The media types that `body` may arrive in. */
  bodyTypes: readonly BodyType[];
  bodyBytesMax: number;
  /** The body of a success, less `isError: false`. */
  answer: Answer;
  /** The status of a success. */
  status: 200 | 201 | 202;
  /** The failures a caller can act on, besides `internal`, `unavailable` and those of its access. */
  errors: readonly ErrorCode[];
};

type Optional = 'access' | 'params' | 'query' | 'body' | 'bodyTypes' | 'bodyBytesMax' | 'status';
type Draft<C extends Call> = Omit<C, Optional> & Partial<Pick<C, Optional>>;

/** Describes a call; parts left out are `nothing`, a body is JSON, and anyone may make it. */
export function defineCall<
  Answer extends Schema,
  Params extends Schema = Nothing,
  Query extends Schema = Nothing,
  Body extends Schema = Nothing,
>(draft: Draft<Call<Params, Query, Body, Answer>>): Call<Params, Query, Body, Answer>;
export function defineCall(draft: Draft<Call>): Call {
  return {
    access: 'anyone',
    params: nothing,
    query: nothing,
    body: nothing,
    bodyTypes: ['application/json'],
    bodyBytesMax: 64 * 1024,
    status: 200,
    ...draft,
  };
}

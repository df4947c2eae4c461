import type { Hono } from 'hono';
import type * as z from 'zod/mini';
import type { Call, Schema } from '@/lib/contract/call';
import type { AppContext, AppEnv } from '@/server/context';
import { ApiError } from '@/server/errors';
import { readBody } from './request-body';

type Input<Params extends Schema, Query extends Schema, Body extends Schema> = {
  params: z.output<Params>;
  query: z.output<Query>;
  body: z.output<Body>;
};

type AnswerOptions = {
  /** The answer is the same for everybody: it may be kept for a moment, here and in caches on the way. */
  isPublic?: boolean;
  /** Where a browser that posted a form without JavaScript is sent, as a path of the site; absent: it gets the JSON. */
  formPage?: (refusal?: ApiError) => `/${string}`;
};

const headers = { 'content-type': 'application/json; charset=UTF-8' };
const publicHeaders = { ...headers, 'cache-control': 'public, max-age=0, s-maxage=1' };
const privateHeaders = { ...headers, 'cache-control': 'private, no-store' };

/** Answers one call of the contract: parses what came in, lets `handle` do the work, wraps what it returns. */
export function answer<
  Params extends Schema,
  Query extends Schema,
  Body extends Schema,
  Answer extends Schema,
>(
  routes: Hono<AppEnv>,
  call: Call<Params, Query, Body, Answer>,
  handle: (c: AppContext, input: Input<Params, Query, Body>) => Promise<z.output<Answer>>,
  { isPublic = false, formPage }: AnswerOptions = {},
): void {
  const parseInput = async (c: AppContext): Promise<Input<Params, Query, Body>> => ({
    params: parse(call.params, c.req.param()),
    query: parse(call.query, c.req.query()),
    body: parse(call.body, await readBody(c, call)),
  });
  const makeBody = async (c: AppContext, input: Input<Params, Query, Body>) =>
    JSON.stringify({ isError: false, ...Object(await handle(c, input)) });

  routes.on(call.method.toUpperCase(), call.path, async (c) => {
    if (isPublic) {
      const input = await parseInput(c);
      const { answers } = c.var.deps;
      // Known, parsed parameters only: a random query string finds the same answer.
      const key = `${call.path} ${JSON.stringify(input)}`;
      const body = answers.peek(key) ?? (await answers.get(key, () => makeBody(c, input)));
      return c.body(body, 200, publicHeaders);
    }

    const page = formPage && c.req.header('accept')?.includes('text/html') ? formPage : undefined;
    try {
      const body = await makeBody(c, await parseInput(c));
      return page ? c.redirect(siteAddress(c, page()), 303) : c.body(body, 200, privateHeaders);
    } catch (error) {
      if (page && error instanceof ApiError) return c.redirect(siteAddress(c, page(error)), 303);
      throw error;
    }
  });
}

/** A path when the server shares the site's origin, so that any name of the host works; else a whole address. */
function siteAddress(c: AppContext, path: string): string {
  const { serverURL, siteURL } = c.var.deps.env;
  return serverURL.startsWith('/') ? path : siteURL + path;
}

function parse<S extends Schema>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const fields: Record<string, string> = {};
  for (const issue of parsed.error.issues) fields[issue.path.join('.')] ??= issue.message;
  const [first] = Object.entries(fields);
  throw new ApiError('bad_request', first ? `${first[0]}: ${first[1]}` : 'The request is not valid.', {
    fields,
  });
}

import type { Hono } from 'hono';
import type * as z from 'zod/mini';
import { type Call, limitsOf, type Schema } from '@/lib/contract/call';
import type { AppContext, AppEnv } from '@/server/context';
import { ApiError } from '@/server/base/errors';
import { chooseVersion, envelope, limited, privateHeaders, publicHeaders } from './every-call';
import { type Input, parseInput } from './parse-input';
import { routeOf } from './request-log';
import { sendCompressedOnce } from './send-compressed';

type EndpointOptions = {
  /** The response is the same for everyone, so the response cache and shared caches may keep it for a second. */
  isPublic?: boolean | ((c: AppContext) => boolean);
  /** The path that a browser without JavaScript is redirected to after it posted a form. Absent: it gets the JSON. */
  formPage?: (refusal: ApiError | undefined, c: AppContext) => `/${string}` | Promise<`/${string}`>;
};

/** Registers a call that anyone may make: parses the input, calls `handle` and wraps its result in the envelope. */
export function endpoint<
  Params extends Schema,
  Query extends Schema,
  Body extends Schema,
  Answer extends Schema,
>(
  routes: Hono<AppEnv>,
  call: Call<Params, Query, Body, Answer>,
  handle: (c: AppContext, input: Input<Params, Query, Body>) => Promise<z.output<Answer>>,
  { isPublic = false, formPage }: EndpointOptions = {},
): void {
  if (call.access !== 'anyone')
    throw new Error(`${call.path} is not for anyone: register it with memberEndpoint().`);
  const limits = limitsOf(call);
  const makeBody = async (c: AppContext, input: Input<Params, Query, Body>) =>
    envelope(await handle(c, input));

  routes.on(call.method.toUpperCase(), call.path, async (c) => {
    chooseVersion(c, call);
    if (typeof isPublic === 'function' ? isPublic(c) : isPublic) {
      const parsing = parseInput(c, call);
      // An invalid call counts, too.
      const input = await parsing.catch(() => limited(c, limits, { isPublic: true }, () => parsing));
      const { publicChanges, responseCache } = c.var.deps;
      await publicChanges.keepUp();
      // Only parsed parameters, so that unknown query parameters do not fill the cache.
      const key = `${call.path} ${JSON.stringify(input)}`;
      // What is found by its target is sent without further headers.
      if (!call.deprecation) responseCache.noteTarget(targetOf(c), () => ({ key, route: routeOf(c) }));
      const body =
        responseCache.peek(key) ??
        (await limited(c, limits, { isPublic: true }, () =>
          responseCache.get(key, () => makeBody(c, input)),
        ));
      return sendCompressedOnce(c, body, call.status, publicHeaders);
    }

    const page = formPage && c.req.header('accept')?.includes('text/html') ? formPage : undefined;
    try {
      const body = await limited(c, limits, {}, async () => {
        const input = await parseInput(c, call);
        // Settings of another process hold here, too.
        await c.var.deps.publicChanges.keepUp();
        return makeBody(c, input);
      });
      return page
        ? c.redirect(siteLocation(c, await page(undefined, c)), 303)
        : c.body(body, call.status, privateHeaders);
    } catch (error) {
      if (page && error instanceof ApiError) return c.redirect(siteLocation(c, await page(error, c)), 303);
      throw error;
    }
  });
}

const targetOf = ({ req: { url } }: AppContext) => url.slice(url.indexOf('/', 'https://'.length));

/** A path when the server shares the site's origin, so that every host name works; otherwise an absolute URL. */
export function siteLocation(c: AppContext, path: string): string {
  const { serverURL, siteURL } = c.var.deps.env;
  return serverURL.startsWith('/') ? path : siteURL + path;
}

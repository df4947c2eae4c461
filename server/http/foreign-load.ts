import { createMiddleware } from 'hono/factory';
import type { AppContext, AppEnv } from '@/server/context';
import { ApiError } from '@/server/errors';

/** A person opens an address, also by a link or a redirect of another site. No page can do this unseen. */
const isVisit = ({ req }: AppContext): boolean =>
  req.method === 'GET' &&
  req.header('sec-fetch-mode') === 'navigate' &&
  req.header('sec-fetch-dest') === 'document';

/**
 * Whether a page of another site has made the browser ask: with an image, a frame, a script, a form, a link or `fetch`.
 * Browsers of before 2023 say so in `Origin` alone; programs say nothing.
 */
function isFromElsewhere(c: AppContext): boolean {
  const site = c.req.header('sec-fetch-site');
  if (site === 'same-origin' || site === 'none') return false;
  // A popup of a page on another host of ours has no `Origin`.
  const origin = c.req.header('origin') ?? originOf(c.req.header('referer'));
  if (origin === undefined) return site !== undefined;
  const { siteURL, siteOrigins } = c.var.deps.env;
  return ![originOf(siteURL), ...siteOrigins, originOf(c.req.url)].includes(origin);
}

const originOf = (url: string | undefined): string | undefined =>
  url !== undefined && URL.canParse(url) ? new URL(url).origin : undefined;

/**
 * Whether another site has made the browser ask without the person's knowledge. Such requests have limits of their own:
 * else a page could use up those of its visitors.
 */
export const isForeignLoad = (c: AppContext): boolean => isFromElsewhere(c) && !isVisit(c);

const refused = () =>
  new ApiError('forbidden', 'A page of another site asked for this. Please start on this site.');

/** What such requests of an address are counted under. */
export const keyForOtherSites = (address: string): string => `${address} for other sites`;

/** Refuses what other sites make a browser ask, before it counts or changes anything. For every GET with an effect. */
export const ownPagesOnly = createMiddleware<AppEnv>(async (c, next) => {
  if (isFromElsewhere(c)) throw refused();
  await next();
});

/** For the one GET with an effect that another site sends a person to: the way back from a provider. */
export const noForeignLoads = createMiddleware<AppEnv>(async (c, next) => {
  if (isForeignLoad(c)) throw refused();
  await next();
});

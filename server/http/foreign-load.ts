import { canParseURL } from '@/lib/contract/plain/can-parse-url';
import { createMiddleware } from 'hono/factory';
import type { AppContext, AppEnv } from '@/server/context';
import type { ServerEnv } from '@/server/config/env';
import { ApiError } from '@/server/base/errors';
import { text } from '@/lib/texts/texts';

type Asker = {
  method: string | undefined;
  url: string;
  header: (
    name: 'sec-fetch-site' | 'sec-fetch-mode' | 'sec-fetch-dest' | 'origin' | 'referer',
  ) => string | undefined;
};

type OwnOrigins = Pick<ServerEnv, 'siteURL' | 'siteOrigins'>;

/** A person opens an address, also by a link or a redirect of another site. No page can do this unseen. */
const isVisit = ({ method, header }: Asker): boolean =>
  method === 'GET' && header('sec-fetch-mode') === 'navigate' && header('sec-fetch-dest') === 'document';

/**
 * Whether a page of another site has made the browser ask: with an image, a frame, a script, a form, a link or `fetch`.
 * Browsers of before 2023 say so in `Origin` alone; programs say nothing.
 */
function isFromElsewhere(asker: Asker, { siteURL, siteOrigins }: OwnOrigins): boolean {
  const { url, header } = asker;
  const site = header('sec-fetch-site');
  if (site === 'same-origin' || site === 'none') return false;
  // A popup of a page on another host of ours has no `Origin`; of a page with `no-referrer`, no `Referer` either.
  const origin = header('origin') ?? originOf(header('referer'));
  if (origin === undefined) return site === 'cross-site' || (site !== undefined && !isVisit(asker));
  return ![originOf(siteURL), ...siteOrigins, originOf(url)].includes(origin);
}

const originOf = (url: string | undefined): string | undefined =>
  url !== undefined && canParseURL(url) ? new URL(url).origin : undefined;

/**
 * Whether another site has made the browser ask without the person's knowledge. Such requests have limits of their own:
 * else a page could use up those of its visitors.
 */
export const isForeignLoad = (asker: Asker, own: OwnOrigins): boolean =>
  isFromElsewhere(asker, own) && !isVisit(asker);

const askerOf = ({ req }: AppContext): Asker => ({
  method: req.method,
  url: req.url,
  header: (name) => req.header(name),
});

/** {@link isForeignLoad} of a call. */
export const isForeignCall = (c: AppContext): boolean => isForeignLoad(askerOf(c), c.var.deps.env);

const refused = () =>
  new ApiError(
    'forbidden',
    text('request.fromOtherSite', 'A page of another site asked for this. Please start on this site.'),
  );

export const keyForOtherSites = (address: string): string => `${address} for other sites`;

/** Refuses what other sites make a browser ask, before it counts or changes anything. For every GET with an effect. */
export const ownPagesOnly = createMiddleware<AppEnv>(async (c, next) => {
  if (isFromElsewhere(askerOf(c), c.var.deps.env)) throw refused();
  await next();
});

/** For the one GET with an effect that another site sends a person to: the way back from a provider. */
export const noForeignLoads = createMiddleware<AppEnv>(async (c, next) => {
  if (isForeignCall(c)) throw refused();
  await next();
});

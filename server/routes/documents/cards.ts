import { Hono } from 'hono';
import { etag } from 'hono/etag';
import { brandColors } from '@/lib/contract/plain/site-color';
import { cardPathFor, productPathFor } from '@/lib/contract/plain/site';
import { textsDirection } from '@/lib/texts/language';
import { readImage } from '@/server/commands/images/read-image';
import { isNounOf } from '@/server/config/noun-forms';
import type { AppContext, AppEnv } from '@/server/context';
import type { Deps } from '@/server/deps';
import { ApiError } from '@/server/base/errors';
import { limited } from '@/server/http/every-call';
import { requireStorable } from '@/server/http/parse-input';
import { requireTag } from '@/server/http/list-subjects';
import { PUBLIC_IMAGE_HEADERS } from '@/server/http/security-headers';
import type { CardContent } from '@/server/images/card';
import { MARK_VARIANT } from '@/server/images/image-files';
import { isPublicProduct } from '@/server/policies/viewer';
import { findProductBySlug, type ProductRow } from '@/server/queries/products/products';
import { readBrandPath } from '@/server/tiles/brands';
import { renderSiteIcon } from '@/server/tiles/site-mark';
import { renderBrandMark, renderTile } from '@/server/tiles/tile';
import { shownHost } from '@/server/text/shown-host';
import { t, text } from '@/lib/texts/texts';
import { formatNumber } from '@/lib/texts/language';

const noCard = () => new ApiError('not_found', text('image.missing', "This image doesn't exist."));

/** The images that represent pages where their links are shared. */
export const cardRoutes = new Hono<AppEnv>();
cardRoutes.use('/og/*', etag());

cardRoutes.get('/og/home.png', (c) => {
  const { deps } = c.var;
  const { siteName, siteURL, siteDescription } = deps.env;
  return sendCard(c, 'home', {
    find: () => Promise.resolve({}),
    describe: async () => ({
      ...plain,
      siteName,
      mark: await markOf(deps),
      title: siteName,
      otherTitle: shownHost(new URL(siteURL).host),
      text: siteDescription,
    }),
  });
});

cardRoutes.get('/og/tag/:file', (c) => {
  const { deps } = c.var;
  const slug = slugOf(c.req.param('file'));
  return sendCard(c, `tag/${slug}`, {
    find: () => requireTag(c, slug, (present) => `${encodeURIComponent(present)}.png`),
    describe: async ({ name, productCount: count }) => ({
      ...plain,
      siteName: deps.env.siteName,
      mark: await markOf(deps),
      title: name,
      otherTitle: slug,
      text: t('list.productCount', '{count, plural, one {# {noun}} other {# {nouns}}}', {
        count,
      }),
    }),
  });
});

cardRoutes.get('/og/:noun/:file', (c) => {
  const { db, env } = c.var.deps;
  if (!isNounOf(env, c.req.param('noun'))) throw noCard();
  const slug = slugOf(c.req.param('file'));
  return sendCard(c, `product/${slug}`, {
    async find(): Promise<ProductRow | Response> {
      const row = await findProductBySlug(db, slug);
      if (row?.status === 'removed')
        throw new ApiError('gone', text('product.removed', 'This {noun} was removed.'));
      if (!row || !isPublicProduct(row)) {
        throw new ApiError('not_found', text('product.missing', "This {noun} doesn't exist."));
      }
      if (row.slug === slug) return row;
      return c.redirect(cardPathFor(productPathFor(env.siteNoun, row.slug)), 301);
    },
    describe: (row) => describeProduct(c.var.deps, row),
  });
});

const plain = { facts: [], upvoteCount: null };

/** The logo of the site, or else its icon without corners, which the card cuts. */
async function markOf(deps: Deps): Promise<CardContent['mark']> {
  const { siteLogo } = deps.env;
  const logo = siteLogo && (await readUsable(deps, siteLogo));
  return new Uint8Array(logo || Buffer.from(renderSiteIcon(deps.env, { corner: 0 })));
}

function slugOf(file: string): string {
  const slug = /^(.+)\.png$/su.exec(file)?.[1];
  if (slug === undefined) throw noCard();
  requireStorable(slug);
  return slug;
}

async function describeProduct(deps: Deps, row: ProductRow): Promise<Described> {
  return {
    siteName: deps.env.siteName,
    title: row.name,
    otherTitle: shownHost(new URL(row.url).host),
    text: row.tagline,
    facts: row.tags.map(({ name }) => name),
    upvoteCount: formatNumber(row.upvoteCount),
    mark: await readMark(deps, row),
  };
}

async function readMark(deps: Deps, { name, iconKey, brandSlug }: ProductRow): Promise<CardContent['mark']> {
  const icon = iconKey === null ? undefined : await readUsable(deps, iconKey);
  if (icon) return new Uint8Array(icon);
  const brandPath = brandSlug === null ? undefined : await readBrandPath(brandSlug);
  const svg = brandPath === undefined ? renderTile(name) : renderBrandMark(brandPath);
  return new Uint8Array(Buffer.from(svg));
}

/** Undefined for an image that cannot be read, or not yet. */
const readUsable = (deps: Deps, key: string): Promise<Buffer | undefined> =>
  readImage(deps, key, MARK_VARIANT).catch((error: unknown) => {
    if (error instanceof ApiError) return undefined;
    throw error;
  });

type Described = Omit<CardContent, 'direction' | 'color'>;
type CardSource<Found extends object> = {
  /** Runs for every request, so that the card of a product that was removed is gone at once. */
  find: () => Promise<Found | Response>;
  describe: (found: Found) => Described | Promise<Described>;
};

async function sendCard<Found extends object>(
  c: AppContext,
  key: string,
  { find, describe }: CardSource<Found>,
): Promise<Response> {
  const { cardWorkers, env } = c.var.deps;
  // Another name, color or logo is another card.
  const cardKey = `${key} ${env.siteColor} ${env.siteLogo} ${env.siteName}`;
  const known = cardWorkers.peek(cardKey);
  const limit = known ? 'readByAddress' : 'cardByAddress';
  const card = await limited(c, [limit], { isPublic: true }, async () => {
    const found = await find();
    if (found instanceof Response) return found;
    return (
      known ??
      cardWorkers.draw(cardKey, async () => ({
        ...(await describe(found)),
        color: brandColors(env.siteColor).brand,
        direction: textsDirection(),
      }))
    );
  });
  if (card instanceof Response) return card;
  return c.body(new Uint8Array(card), 200, {
    ...PUBLIC_IMAGE_HEADERS,
    'content-type': 'image/png',
    'cache-control': 'public, max-age=3600',
  });
}

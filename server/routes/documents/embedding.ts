import { canParseURL } from '@/lib/contract/plain/can-parse-url';
import { Hono } from 'hono';
import { etag } from 'hono/etag';
import { EMBED_SIZE, embedHTML } from '@/lib/contract/plain/text';
import { productPathFor } from '@/lib/contract/plain/site';
import { isNounOf } from '@/server/config/noun-forms';
import type { AppContext, AppEnv } from '@/server/context';
import { ApiError } from '@/server/base/errors';
import { limited } from '@/server/http/every-call';
import { requireStorable } from '@/server/http/parse-input';
import { addSources } from '@/server/http/public-changes';
import { shownProducts } from '@/server/http/sources';
import { badgeHeaders, embedHeaders } from '@/server/http/security-headers';
import { isPublicProduct } from '@/server/policies/viewer';
import {
  BADGE_SIZES,
  BADGE_THEMES,
  badgeStyle,
  embedStyle,
  renderBadge,
  renderEmbedCard,
} from '@/server/presenters/embedding';
import { presentListedProduct } from '@/server/presenters/product';
import { formatXMLDocument } from '@/server/presenters/xml';
import { findProductBySlug, type ProductRow } from '@/server/queries/products/products';
import { textsLanguage } from '@/lib/texts/language';
import { formatRow } from '@/lib/texts/lists';
import { t, text } from '@/lib/texts/texts';

/** Pages of others show the number of upvotes some minutes late. In seconds. */
const MAX_AGE = 300;

export const embeddingRoutes = new Hono<AppEnv>();
embeddingRoutes.use('/badge/*', etag());
embeddingRoutes.use('/embed/*', etag());

embeddingRoutes.get('/badge/:noun/:file', async (c) => {
  const slug = /^(.+)\.svg$/su.exec(c.req.param('file'))?.[1];
  if (slug === undefined) throw noProduct();
  const theme = readChoice(c, 'theme', BADGE_THEMES, 'auto');
  const size = readChoice(c, 'size', BADGE_SIZES, 'medium');
  const { siteName, siteColor } = c.var.deps.env;
  return sendCached(c, {
    ...{ key: `badge ${theme} ${size} ${siteColor}`, slug },
    path: (slug) => `/badge/${c.req.param('noun')}/${slug}.svg${new URL(c.req.url).search}`,
    headers: {
      ...badgeHeaders(badgeStyle(siteColor)),
      'content-type': 'image/svg+xml; charset=UTF-8',
      'content-language': textsLanguage(),
    },
    render: (row) => {
      if (row.status !== 'approved') throw noProduct();
      const { name: productName, upvoteCount } = row;
      return renderBadge({ productName, upvoteCount, siteName, siteColor, theme, size });
    },
  });
});

embeddingRoutes.get('/embed/:noun/:slug', (c) => {
  const { env } = c.var.deps;
  return sendCached(c, {
    ...{ key: `embed ${env.siteColor}`, slug: c.req.param('slug') },
    path: (slug) => `/embed/${c.req.param('noun')}/${slug}`,
    headers: { ...embedHeaders(env, embedStyle(env.siteColor)), 'content-type': 'text/html; charset=UTF-8' },
    render: (row) => renderEmbedCard(presentListedProduct(row, env), env),
  });
});

/** https://oembed.com */
embeddingRoutes.get('/oembed', async (c) => {
  const { siteNoun, siteName, siteURL } = c.var.deps.env;
  const format = c.req.query('format') ?? 'json';
  if (format !== 'json' && format !== 'xml')
    return c.text(`${t('embed.formats', 'The formats are json and xml.')}\n`, 501);
  const width = readMaximum(c, 'maxwidth', EMBED_SIZE.width);
  const height = readMaximum(c, 'maxheight', EMBED_SIZE.height);
  const slug = slugOfPage(c, c.req.query('url') ?? '');
  if (slug === undefined) throw noProduct();
  requireStorable(slug);
  const row = await limited(c, ['readByAddress'], { isPublic: true }, () => requirePublicProduct(c, slug));
  const src = `${siteURL}/embed${productPathFor(siteNoun, row.slug)}`;
  const title = `${row.name} · ${siteName}`;
  const oembed = {
    version: '1.0',
    type: 'rich',
    ...{ title, provider_name: siteName, provider_url: siteURL, cache_age: MAX_AGE },
    ...{ width, height },
    html: embedHTML({ src, title, width, height }),
  };
  const body = format === 'json' ? JSON.stringify(oembed) : formatXMLDocument({ oembed });
  return c.body(body, 200, {
    'content-type': format === 'json' ? 'application/json' : 'text/xml; charset=UTF-8',
    'cache-control': `public, max-age=${MAX_AGE}`,
  });
});

/** The size of the card, no more than is asked for. @throws ApiError `bad_request` for what is no number of pixels. */
function readMaximum(c: AppContext, name: 'maxwidth' | 'maxheight', usual: number): number {
  const value = c.req.query(name);
  if (value === undefined) return usual;
  if (!/^[1-9]\d{0,4}$/.test(value))
    throw new ApiError(
      'bad_request',
      text('embed.pixelsExpected', '{name} is a number of pixels.', { name }),
    );
  return Math.min(Number(value), usual);
}

function slugOfPage(c: AppContext, address: string): string | undefined {
  const { siteURL } = c.var.deps.env;
  const url = canParseURL(address) ? new URL(address) : undefined;
  if (url?.origin !== new URL(siteURL).origin) return undefined;
  const [, noun, slug, ...rest] = url.pathname.replace(/\/$/, '').split('/');
  if (!isNounOf(c.var.deps.env, noun) || !slug || rest.length > 0) return undefined;
  try {
    return decodeURIComponent(slug);
  } catch {
    return undefined;
  }
}

/** @throws ApiError `bad_request` for a value that is no choice. */
function readChoice<Choice extends string>(
  c: AppContext,
  name: string,
  choices: readonly Choice[],
  usual: Choice,
): Choice {
  const value = c.req.query(name) ?? usual;
  const choice = choices.find((each) => each === value);
  if (choice === undefined)
    throw new ApiError(
      'bad_request',
      text('embed.choiceExpected', '{name} is one of {choices}.', { name, choices: formatRow(choices) }),
    );
  return choice;
}

type Embedded = {
  /** Tells the kinds of responses about one product apart. */
  key: string;
  slug: string;
  /** Where a product with another slug is embedded. */
  path: (slug: string) => string;
  headers: Record<string, string>;
  render: (row: ProductRow) => string;
};

async function sendCached(c: AppContext, { key, slug, path, headers, render }: Embedded): Promise<Response> {
  const { env, publicChanges, responseCache } = c.var.deps;
  if (!isNounOf(env, c.req.param('noun'))) throw noProduct();
  requireStorable(slug);
  await publicChanges.keepUp();
  const cacheKey = `${key} ${slug}`;
  const make = async () => {
    const row = await requirePublicProduct(c, slug);
    addSources(shownProducts([row]));
    return row.slug === slug ? render(row) : `moved ${row.slug}`;
  };
  const body =
    responseCache.peek(cacheKey) ??
    (await limited(c, ['readByAddress'], { isPublic: true }, () => responseCache.get(cacheKey, make)));
  const [, movedTo] = /^moved (.+)$/su.exec(body) ?? [];
  if (movedTo !== undefined) return c.redirect(path(encodeURIComponent(movedTo)), 308);
  return c.body(body, 200, { 'cache-control': `public, max-age=${MAX_AGE}`, ...headers });
}

/** @throws ApiError `gone` for a removed product, `not_found` for every other one that is not public. */
async function requirePublicProduct(c: AppContext, slug: string): Promise<ProductRow> {
  const { db } = c.var.deps;
  const row = await findProductBySlug(db, slug);
  if (row?.status === 'removed')
    throw new ApiError('gone', text('product.removed', 'This {noun} was removed.'));
  if (!row || !isPublicProduct(row)) throw noProduct();
  return row;
}

const noProduct = () => new ApiError('not_found', text('product.missing', "This {noun} doesn't exist."));

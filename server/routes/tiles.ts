import { Hono } from 'hono';
import { countChars } from '@/lib/contract/plain/chars';
import { PRODUCT_LIMITS } from '@/lib/contract/product';
import type { AppEnv } from '@/server/context';
import { ApiError } from '@/server/errors';
import { PUBLIC_IMAGE_HEADERS } from '@/server/http/security-headers';
import { renderTile } from '@/server/tiles/tile';

/** The generated image of a name: a pure function of the name, so caches may keep it. */
export const tileRoutes = new Hono<AppEnv>().get('/tiles/:file', (c) => {
  const name = /^(.+)\.svg$/su.exec(c.req.param('file'))?.[1];
  if (name === undefined || countChars(name) > PRODUCT_LIMITS.nameCharsMax) {
    throw new ApiError('not_found', "This image doesn't exist.");
  }
  return c.body(renderTile(name), 200, {
    ...PUBLIC_IMAGE_HEADERS,
    'content-type': 'image/svg+xml; charset=UTF-8',
    'cache-control': 'public, max-age=86400, stale-while-revalidate=604800',
  });
});

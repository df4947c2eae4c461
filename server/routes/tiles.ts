import { Hono } from 'hono';
import { countChars } from '@/lib/contract/plain/chars';
import { TILES_PER_SHEET } from '@/lib/contract/plain/image-url';
import { PRODUCT_LIMITS } from '@/lib/contract/product';
import type { AppContext, AppEnv } from '@/server/context';
import { ApiError } from '@/server/errors';
import { PUBLIC_IMAGE_HEADERS } from '@/server/http/security-headers';
import { renderTile, renderTileSheet } from '@/server/tiles/tile';

/** The generated images of names: pure functions of the names, so caches may keep them. */
export const tileRoutes = new Hono<AppEnv>()
  .get('/tiles', (c) => {
    const names = readNames(c.req.url);
    if (names.length > TILES_PER_SHEET || names.some((name) => name === '' || isTooLong(name)))
      throw noImage();
    return sendImage(c, renderTileSheet(names));
  })
  .get('/tiles/:file', (c) => {
    const name = /^(.+)\.svg$/su.exec(c.req.param('file'))?.[1];
    if (name === undefined || isTooLong(name)) throw noImage();
    return sendImage(c, renderTile(name));
  });

/** Reads `?names=`, whose commas separate the names. A comma of a name is encoded. */
function readNames(url: string): string[] {
  const [, list = ''] = /\?names=([^&#]*)/.exec(url) ?? [];
  try {
    return list.split(',').map(decodeURIComponent);
  } catch {
    throw noImage();
  }
}

const isTooLong = (name: string) => countChars(name) > PRODUCT_LIMITS.nameCharsMax;

const noImage = () => new ApiError('not_found', "This image doesn't exist.");

const sendImage = (c: AppContext, svg: string) =>
  c.body(svg, 200, {
    ...PUBLIC_IMAGE_HEADERS,
    'content-type': 'image/svg+xml; charset=UTF-8',
    'cache-control': 'public, max-age=86400, stale-while-revalidate=604800',
  });

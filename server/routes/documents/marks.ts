import { Hono } from 'hono';
import { etag } from 'hono/etag';
import { countChars } from '@/lib/contract/plain/text';
import { MARKS_PER_SHEET } from '@/lib/contract/plain/image-url';
import { PRODUCT_LIMITS } from '@/lib/contract/product';
import { readImage } from '@/server/commands/images/read-image';
import type { AppContext, AppEnv } from '@/server/context';
import type { Deps } from '@/server/deps';
import { ApiError } from '@/server/base/errors';
import { MARK_SHEET_HEADERS } from '@/server/http/security-headers';
import { sendCompressed } from '@/server/http/send-compressed';
import { MARK_VARIANT } from '@/server/images/image-files';
import { readBrandPath } from '@/server/tiles/brands';
import { type MarkContent, renderBrandMark, renderMarkSheet, renderTile } from '@/server/tiles/tile';
import { text } from '@/lib/texts/texts';

/** In place of an icon that cannot be read. */
const MISSING: MarkContent = { name: '•' };
/** How long a file without one of its icons is kept. The icon may have been missing for a moment only. */
const MISSING_SECONDS = 60;

/** The marks of products. What a URL shows never changes, so caches may keep it. */
export const markRoutes = new Hono<AppEnv>()
  .use('/marks/*', etag({ weak: true }))
  .use('/tiles/*', etag({ weak: true }))
  .get('/marks', async (c) => {
    const items = readItems(c.req.url);
    if (items.length > MARKS_PER_SHEET) throw noImage();
    const marks = await Promise.all(items.map((item) => readMark(c.var.deps, item)));
    const isComplete = marks.every((mark) => mark !== MISSING);
    return sendImage(c, renderMarkSheet(marks), isComplete ? undefined : MISSING_SECONDS);
  })
  .get('/marks/:file', async (c) => {
    const path = await readBrandPath(nameOf(c.req.param('file')));
    if (path === undefined) throw noImage();
    return sendImage(c, renderBrandMark(path));
  })
  .get('/tiles/:file', (c) => sendImage(c, renderTile(nameOf(c.req.param('file')))));

/** Reads `?of=`, whose commas separate the marks. A comma of a name is encoded. */
function readItems(url: string): string[] {
  const [, list = ''] = /\?of=([^&#]*)/.exec(url) ?? [];
  try {
    return list.split(',').map(decodeURIComponent);
  } catch {
    throw noImage();
  }
}

/** @throws ApiError `processing` for an icon that is not ready, as the image itself answers. */
async function readMark(deps: Deps, item: string): Promise<MarkContent> {
  // Kept pages of earlier builds write `b:` before the slug of a brand.
  const [, kind, text, slug] = /^(?:([ni]):(.+)|(?:b:)?([a-z0-9]+))$/su.exec(item) ?? [];
  const value = text ?? slug;
  if (value === undefined || isTooLong(value)) throw noImage();
  if (kind === 'n') return { name: value };
  if (kind === 'i') return readIcon(deps, value);
  const brandPath = await readBrandPath(value);
  // Another version of the package may not have the brand.
  return brandPath === undefined ? { name: value } : { brandPath };
}

/** An icon that cannot be read leaves its place empty, and the other marks of the file as they are. */
async function readIcon(deps: Deps, key: string): Promise<MarkContent> {
  try {
    return { webp: await readImage(deps, key, MARK_VARIANT) };
  } catch (error) {
    if (!(error instanceof ApiError) || error.code === 'processing') throw error;
    return MISSING;
  }
}

function nameOf(file: string): string {
  const name = /^(.+)\.svg$/su.exec(file)?.[1];
  if (name === undefined || isTooLong(name)) throw noImage();
  return name;
}

const isTooLong = (name: string) => countChars(name) > PRODUCT_LIMITS.nameCharsMax;

const noImage = () => new ApiError('not_found', text('image.missing', "This image doesn't exist."));

const sendImage = (c: AppContext, svg: string, seconds?: number) =>
  sendCompressed(c, svg, {
    ...MARK_SHEET_HEADERS,
    'content-type': 'image/svg+xml; charset=UTF-8',
    'cache-control': seconds
      ? `public, max-age=${seconds}`
      : 'public, max-age=86400, stale-while-revalidate=604800',
  });

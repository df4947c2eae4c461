import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Logger } from 'pino';
import { PACKAGE_FOLDER } from '@/host/folders';
import { drawSiteSymbol, hasOwnMark, renderSiteIcon, type SiteMark } from '@/server/tiles/site-mark';
import { drawIcons } from '@/server/workers/image-workers';
import { type StoredResponse, storeResponse } from './stored-response';

const FAVICON = '/favicon.ico';
const FAVICON_PX = 32;

/** The icons of `public` that are images of pixels. iOS rounds its icon, and Android cuts the maskable one. */
const PIXEL_ICONS = [
  { file: FAVICON, px: FAVICON_PX, corner: 8, share: 0.75 },
  { file: '/apple-touch-icon.png', px: 180, corner: 0, share: 0.6 },
  { file: '/icon-192.png', px: 192, corner: 8, share: 0.75 },
  { file: '/icon-512.png', px: 512, corner: 8, share: 0.75 },
  { file: '/icon-maskable-512.png', px: 512, corner: 0, share: 0.5 },
] as const;

const BITS_PER_PIXEL = 32;

/** Our sprout in the sheet of icons, which the header, the sign-in dialog and empty lists show. */
const SYMBOL = /(<symbol id="sprout"[^>]*>).*?(?=<\/symbol>)/s;

/**
 * The icons of a site whose name or color is not that of Listgrove. Any other site has the icons in `public`.
 *
 * @param readHeaders those of the files in `public`.
 */
export async function createSiteIcons(
  mark: SiteMark,
  { readHeaders, logger }: { readHeaders: () => ReadonlyMap<string, string>; logger: Logger },
) {
  let icons = new Map<string, StoredResponse>();
  let loading: Promise<void> = Promise.resolve();
  const load = async () => {
    try {
      icons = await drawSiteIcons(mark, readHeaders());
    } catch (err) {
      logger.error({ err }, 'The icons of the site could not be drawn.');
    }
  };
  await load();
  return {
    get: (urlPath: string) => icons.get(urlPath),
    /** Draws them with what settings have made of the mark. The last change is drawn last. */
    renew: (): Promise<void> => (loading = loading.then(load)),
  };
}

/** By the path of their URLs. */
async function drawSiteIcons(
  mark: SiteMark,
  headers: ReadonlyMap<string, string>,
): Promise<Map<string, StoredResponse>> {
  if (hasOwnMark(mark)) return new Map();
  const store = (type: string, body: Buffer) =>
    storeResponse({
      status: 200,
      headers: new Map([...headers, ['content-type', type]]),
      body,
      isCompressible: type === 'image/svg+xml',
    });
  const sheet = await readFile(path.join(PACKAGE_FOLDER, 'public/icons.svg'), 'utf8');
  const symbol = drawSiteSymbol(mark.siteName);
  const drawn = await drawIcons(
    PIXEL_ICONS.map(({ px, ...shape }) => ({
      px,
      icon: renderSiteIcon(mark, { ...shape, hasFonts: false }),
    })),
  );
  return new Map([
    [
      '/icons.svg',
      store('image/svg+xml', Buffer.from(sheet.replace(SYMBOL, (_, opening: string) => opening + symbol))),
    ],
    ['/favicon.svg', store('image/svg+xml', Buffer.from(renderSiteIcon(mark)))],
    ...PIXEL_ICONS.map(({ file }, index) => {
      const png = drawn[index] ?? Buffer.alloc(0);
      return file === FAVICON
        ? ([file, store('image/x-icon', toIcon(png))] as const)
        : ([file, store('image/png', png)] as const);
    }),
  ]);
}

/** An ICO file of one image, which is a PNG: https://learn.microsoft.com/en-us/previous-versions/ms997538(v=msdn.10) */
function toIcon(png: Buffer): Buffer {
  const HEADER_BYTES = 22;
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(1, 4);
  header.writeUInt8(FAVICON_PX, 6);
  header.writeUInt8(FAVICON_PX, 7);
  header.writeUInt16LE(1, 10);
  header.writeUInt16LE(BITS_PER_PIXEL, 12);
  header.writeUInt32LE(png.length, 14);
  header.writeUInt32LE(HEADER_BYTES, 18);
  return Buffer.concat([header, png]);
}

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Logger } from 'pino';
import { PACKAGE_FOLDER } from '@/host/folders';
import { drawLogo } from '@/server/images/mark';
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

/** A logo has less space around it than a letter. */
const LOGO_SHARE = 1.3;
const SVG_LOGO_PX = 128;

const BITS_PER_PIXEL = 32;

/** Our sprout in the sheet of icons, which the header, the sign-in dialog and empty lists show. */
const SYMBOL = /(<symbol id="sprout"[^>]*>).*?(?=<\/symbol>)/s;

/**
 * The icons of a site whose name, color or logo is not that of Listgrove. Any other site has the icons in `public`.
 *
 * @param readHeaders those of the files in `public`.
 * @param readLogo the logo by its key.
 */
export async function createSiteIcons(
  mark: SiteMark,
  {
    readHeaders,
    readLogo,
    logger,
  }: {
    readHeaders: () => ReadonlyMap<string, string>;
    readLogo: (key: string) => Promise<Buffer>;
    logger: Logger;
  },
) {
  let icons = new Map<string, StoredResponse>();
  let loading: Promise<void> = Promise.resolve();
  /** Without the logo, its icons are better the letter than ours. */
  const findLogo = async () => {
    try {
      return mark.siteLogo === '' ? undefined : await readLogo(mark.siteLogo);
    } catch (err) {
      logger.error({ err }, 'The logo of the site could not be read.');
      return undefined;
    }
  };
  const load = async () => {
    try {
      icons = await drawSiteIcons(mark, readHeaders(), await findLogo());
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
  logo: Buffer | undefined,
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
  const { svg, drawn } = logo ? await drawLogoIcons(logo) : await drawMarkIcons(mark);
  return new Map([
    [
      '/icons.svg',
      store('image/svg+xml', Buffer.from(sheet.replace(SYMBOL, (_, opening: string) => opening + symbol))),
    ],
    ['/favicon.svg', store('image/svg+xml', Buffer.from(svg))],
    ...PIXEL_ICONS.map(({ file }, index) => {
      const png = drawn[index] ?? Buffer.alloc(0);
      return file === FAVICON
        ? ([file, store('image/x-icon', toIcon(png))] as const)
        : ([file, store('image/png', png)] as const);
    }),
  ]);
}

/** In the order of PIXEL_ICONS. */
type DrawnIcons = { svg: string; drawn: Buffer[] };

async function drawMarkIcons(mark: SiteMark): Promise<DrawnIcons> {
  const drawn = await drawIcons(
    PIXEL_ICONS.map(({ px, ...shape }) => ({
      px,
      icon: renderSiteIcon(mark, { ...shape, hasFonts: false }),
    })),
  );
  return { svg: renderSiteIcon(mark), drawn };
}

/** @param logo as the server has encoded it. */
async function drawLogoIcons(logo: Buffer): Promise<DrawnIcons> {
  const drawn: Buffer[] = [];
  // Phones put an icon without corners on their own shape, so that it needs a ground.
  for (const { px, corner, share } of PIXEL_ICONS)
    drawn.push(
      await drawLogo(logo, corner === 0 ? { px, share: share * LOGO_SHARE, ground: 'full' } : { px }),
    );
  const png = await drawLogo(logo, { px: SVG_LOGO_PX });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><image width="32" height="32" href="data:image/png;base64,${png.toString('base64')}"/></svg>`;
  return { svg, drawn };
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

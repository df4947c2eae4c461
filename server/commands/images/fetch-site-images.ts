import type { Deps } from '@/server/deps';
import { uploadedImageURL } from '@/lib/contract/plain/image-url';
import { imageKind } from '@/server/images/image-files';
import { ImageRefusal, requireImageSize } from '@/server/images/image-processing';
import type { Viewer } from '@/server/policies/viewer';
import { FetchRefusal } from '@/server/web/fetch-limits';
import type { FetchedPage } from '@/server/web/guarded-fetch';
import type { IconLinks } from '@/server/web/icon-links';
import { hasOwnIcon } from '@/server/web/shared-hosts';
import { fetchSiteIcon, type SiteIcon, versionOf } from './fetch-site-icon';
import { storeImage } from './upload-image';

const acceptImage = 'image/avif,image/webp,image/png,image/jpeg,image/gif';

/** A narrower image is a logo, or too coarse for the width of a page. */
const SCREENSHOT_PX_MIN = 600;

type ImageDeps = Pick<Deps, 'jobWaker' | 'db' | 'env' | 'fetchPage' | 'images' | 'logger' | 'now'>;

type ImageLinks = { icons: IconLinks; imageURL?: string };

export type SiteImages = { iconURL?: string; screenshotURL?: string };

/**
 * Fetches the icon of a site and the screenshot that a page names, and uploads them for the viewer. What cannot be
 * fetched, read or stored is left out. An image that nothing uses is deleted after a day.
 */
export async function fetchSiteImages(
  deps: ImageDeps,
  viewer: Pick<Viewer, 'userId'>,
  page: Pick<FetchedPage, 'url'>,
  { icons, imageURL }: ImageLinks,
  signal: AbortSignal,
): Promise<SiteImages> {
  const [iconURL, screenshotURL] = await Promise.all([
    hasOwnIcon(page.url) ? keepImage(deps, viewer, () => fetchSiteIcon(deps, icons, signal)) : undefined,
    imageURL ? keepImage(deps, viewer, () => fetchScreenshot(deps, new URL(imageURL), signal)) : undefined,
  ]);
  return { ...(iconURL && { iconURL }), ...(screenshotURL && { screenshotURL }) };
}

async function fetchScreenshot(
  { fetchPage }: Pick<ImageDeps, 'fetchPage'>,
  url: URL,
  signal: AbortSignal,
): Promise<SiteIcon | undefined> {
  const page = await fetchPage(url, { accept: acceptImage, signal });
  if (page.isCut || !imageKind(page.bytes)) return undefined;
  const { width } = await requireImageSize(page.bytes);
  if (width < SCREENSHOT_PX_MIN) return undefined;
  return { bytes: page.bytes, source: { url: url.href, version: versionOf(page) } };
}

/** Uploads an image of the site for the viewer. A page without images is still useful. */
async function keepImage(
  deps: ImageDeps,
  viewer: Pick<Viewer, 'userId'>,
  fetchImage: () => Promise<SiteIcon | undefined>,
): Promise<string | undefined> {
  try {
    const image = await fetchImage();
    if (!image) return undefined;
    const { key } = await storeImage(deps, { ...image, ownerId: viewer.userId });
    return uploadedImageURL(key, deps.env.serverURL);
  } catch (error) {
    if (error instanceof FetchRefusal || error instanceof ImageRefusal) return undefined;
    // Users can submit even when the image store is down.
    deps.logger.warn({ err: error }, 'An image of a site could not be stored.');
    return undefined;
  }
}

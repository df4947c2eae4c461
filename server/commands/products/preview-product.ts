import type { ProductPreview } from '@/lib/contract/submission';
import type { Deps } from '@/server/deps';
import { ApiError } from '@/server/errors';
import type { Viewer } from '@/server/policies/viewer';
import { uploadedImageURL } from '@/lib/contract/plain/image-url';
import { FETCH_LIMITS, type FetchedPage, FetchRefusal } from '@/server/web/guarded-fetch';
import { ImageRefusal } from '@/server/images/image-processing';
import { requireListableURL } from '@/server/web/listable-url';
import { readPageMetadata } from '@/server/web/page-metadata';
import { previewPage } from '@/server/web/preview';
import { decodePage } from '@/server/web/page-text';
import { choosePreviewURL } from '@/server/web/canonical-url';
import { findDuplicate, findSimilar } from './find-duplicates';
import { storeUpload } from '@/server/commands/images/upload-image';

const acceptPage = 'text/html,application/xhtml+xml;q=0.9';
const acceptImage = 'image/avif,image/webp,image/png,image/jpeg,image/gif';

type PreviewDeps = Pick<
  Deps,
  'jobWaker' | 'db' | 'env' | 'fetchPage' | 'images' | 'logger' | 'now' | 'rateLimits' | 'vocabulary'
>;

/**
 * Reads what a page says of itself. An address that is listed already is not fetched.
 *
 * @throws ApiError `bad_request` for an address that is not on the public web, by itself or where it leads to;
 *   `rate_limited`. Any other trouble with the page is told in the preview.
 */
export async function previewProduct(
  deps: PreviewDeps,
  viewer: Viewer,
  address: string,
  sender: string,
): Promise<ProductPreview> {
  requireListableURL(address);
  await deps.rateLimits.consume('previewByAddress', sender);
  await deps.rateLimits.consume('previewByUser', viewer.userId);
  const typed = new URL(address);
  const known = await findDuplicate(deps, viewer, address);
  if (known) return emptyPreview(typed, { duplicateOf: known });

  const signal = AbortSignal.timeout(FETCH_LIMITS.ms);
  try {
    const page = await deps.fetchPage(typed, { accept: acceptPage, signal });
    return await readPage(deps, viewer, { typed, page, signal });
  } catch (error) {
    if (!(error instanceof FetchRefusal)) throw error;
    if (error.reason === 'page') return emptyPreview(typed, { problem: error.message });
    throw new ApiError('bad_request', error.message, { fields: { url: error.message } });
  }
}

const emptyPreview = (typed: URL, more: Pick<ProductPreview, 'duplicateOf' | 'problem'>): ProductPreview => ({
  url: choosePreviewURL(typed, typed).href,
  name: '',
  tagline: '',
  similar: [],
  ...more,
});

type Reading = { typed: URL; page: FetchedPage; signal: AbortSignal };

async function readPage(
  deps: PreviewDeps,
  viewer: Viewer,
  { typed, page, signal }: Reading,
): Promise<ProductPreview> {
  if (!/^(?:text\/html|application\/xhtml\+xml)\b/.test(page.contentType)) {
    throw new FetchRefusal('page', 'What is at this address is not a web page.');
  }
  const metadata = readPageMetadata(decodePage(page.bytes, page.contentType, page.isCut));
  const { name, tagline, imageURL } = previewPage(metadata, page.url);
  const duplicateOf = await findDuplicate(deps, viewer, page.url.href);
  const picture = duplicateOf || !imageURL ? undefined : await takePicture(deps, viewer, imageURL, signal);
  return {
    url: choosePreviewURL(typed, page.url).href,
    name,
    tagline,
    ...(picture !== undefined && { imageURL: picture }),
    ...(duplicateOf && { duplicateOf }),
    similar: (await findSimilar(deps, viewer, name)).filter(({ id }) => id !== duplicateOf?.id),
  };
}

/** The page's picture as an upload of the member's; a preview without one is still a preview. */
async function takePicture(
  deps: PreviewDeps,
  viewer: Viewer,
  address: URL,
  signal: AbortSignal,
): Promise<string | undefined> {
  try {
    const { bytes, isCut } = await deps.fetchPage(address, { accept: acceptImage, signal });
    return isCut ? undefined : uploadedImageURL(await storeUpload(deps, viewer, bytes), deps.env.serverURL);
  } catch (error) {
    if (error instanceof FetchRefusal || error instanceof ImageRefusal) return undefined;
    // A store that is down must not keep anybody from submitting.
    deps.logger.warn({ err: error }, "A page's picture could not be stored.");
    return undefined;
  }
}

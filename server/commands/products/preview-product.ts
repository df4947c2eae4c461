import { PRODUCT_LIMITS } from '@/lib/contract/product';
import type { ProductPreview } from '@/lib/contract/submission';
import type { Deps } from '@/server/deps';
import { ApiError } from '@/server/errors';
import type { Viewer } from '@/server/policies/viewer';
import { uploadedImageURL } from '@/lib/contract/plain/image-url';
import { FETCH_LIMITS, type FetchedPage, FetchRefusal } from '@/server/web/guarded-fetch';
import { ImageRefusal } from '@/server/images/image-processing';
import { choosePreviewURL } from '@/server/web/canonical-url';
import { findDuplicate, findSimilar } from './find-duplicates';
import { requireExistingHost, requireListableURL } from './require-listable-url';
import { storeUpload } from '@/server/commands/images/upload-image';

const acceptPage = 'text/html,application/xhtml+xml;q=0.9';
const acceptImage = 'image/avif,image/webp,image/png,image/jpeg,image/gif';

type PreviewDeps = Pick<
  Deps,
  | 'jobWaker'
  | 'db'
  | 'env'
  | 'fetchPage'
  | 'images'
  | 'logger'
  | 'now'
  | 'resolveHost'
  | 'textWorkers'
  | 'vocabulary'
>;

/**
 * Reads the metadata of a page. Does not fetch a URL that is already listed.
 *
 * @throws ApiError `bad_request` for a URL that does not exist on the public web or redirects away from it. The
 *   preview reports any other problem with the page.
 */
export async function previewProduct(
  deps: PreviewDeps,
  viewer: Viewer,
  link: string,
): Promise<ProductPreview> {
  requireListableURL(deps, link);
  const typed = new URL(link);
  const known = await findDuplicate(deps, viewer, link);
  if (known) return emptyPreview(typed, { duplicateOf: known });

  const signal = AbortSignal.timeout(FETCH_LIMITS.ms);
  await requireExistingHost(deps, link, signal);
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
    throw new FetchRefusal('page', "This link doesn't lead to a web page.");
  }
  const { name, tagline, imageURL } = await deps.textWorkers.readPage(page, viewer.userId);
  // A redirect can lead to a URL that is too long to be submitted.
  const reached = page.url.href.length > PRODUCT_LIMITS.urlCharsMax ? typed : page.url;
  const duplicateOf = await findDuplicate(deps, viewer, reached.href);
  const uploaded =
    duplicateOf || !imageURL ? undefined : await uploadImageOf(deps, viewer, new URL(imageURL), signal);
  return {
    url: choosePreviewURL(typed, reached).href,
    name,
    tagline,
    ...(uploaded !== undefined && { imageURL: uploaded }),
    ...(duplicateOf && { duplicateOf }),
    similar: (await findSimilar(deps, viewer, name)).filter(({ id }) => id !== duplicateOf?.id),
  };
}

/** Uploads the page's image for the viewer. A preview without an image is still useful. */
async function uploadImageOf(
  deps: PreviewDeps,
  viewer: Viewer,
  url: URL,
  signal: AbortSignal,
): Promise<string | undefined> {
  try {
    const { bytes, isCut } = await deps.fetchPage(url, { accept: acceptImage, signal });
    return isCut ? undefined : uploadedImageURL(await storeUpload(deps, viewer, bytes), deps.env.serverURL);
  } catch (error) {
    if (error instanceof FetchRefusal || error instanceof ImageRefusal) return undefined;
    // Users can submit even when the image store is down.
    deps.logger.warn({ err: error }, 'The image of a page could not be stored.');
    return undefined;
  }
}

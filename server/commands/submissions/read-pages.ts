import { PRODUCT_LIMITS } from '@/lib/contract/product';
import type { ProductPreview } from '@/lib/contract/product-preview';
import type { Deps } from '@/server/deps';
import { ApiError } from '@/server/base/errors';
import type { Viewer } from '@/server/policies/viewer';
import { FETCH_LIMITS, FetchRefusal } from '@/server/web/fetch-limits';
import { choosePreviewURL } from '@/server/web/canonical-url';
import { findDuplicate, findSimilar } from './duplicates';
import { requireExistingHost, requireListableURL } from './require-listable-url';
import type { FetchedPage } from '@/server/web/guarded-fetch';
import { fetchSiteImages } from '@/server/commands/images/fetch-site-images';
import type { Field } from '@/server/fields/field';
import type { PageFacts } from '@/server/web/page-facts';
import { LRUCache } from 'lru-cache';
import { CURRENT_PAGE_LIMITS, type CurrentPage } from '@/lib/contract/moderation-queue';
import { MINUTE_MS } from '@/lib/contract/plain/durations';
import { text } from '@/lib/texts/texts';

const acceptPage = 'text/html,application/xhtml+xml;q=0.9';

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
  if (known.duplicateOf || known.takenMessage !== undefined) return emptyPreview(typed, known);

  const signal = AbortSignal.timeout(FETCH_LIMITS.ms);
  await requireExistingHost(deps, link, signal);
  try {
    const page = await deps.fetchPage(typed, { accept: acceptPage, signal });
    return await readPage(deps, viewer, { typed, page, signal });
  } catch (error) {
    if (!(error instanceof FetchRefusal)) throw error;
    if (error.reason === 'target') return emptyPreview(typed, { problem: error.message });
    throw new ApiError('bad_request', error.message, { fields: { url: error.message } });
  }
}

const emptyPreview = (
  typed: URL,
  more: Pick<ProductPreview, 'duplicateOf' | 'takenMessage' | 'problem'>,
): ProductPreview => ({
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
    throw new FetchRefusal('target', text('link.noPage', "This link doesn't lead to a web page."));
  }
  const { name, tagline, imageURL, icons, facts } = await deps.textWorkers.readPage(page, viewer.userId);
  // A redirect can lead to a URL that is too long to be submitted.
  const reached = page.url.href.length > PRODUCT_LIMITS.urlCharsMax ? typed : page.url;
  const duplicate = await findDuplicate(deps, viewer, reached.href);
  const isTaken = Object.keys(duplicate).length > 0;
  const fetched = isTaken ? {} : await fetchSiteImages(deps, viewer, page, { icons, imageURL }, signal);
  return {
    url: choosePreviewURL(typed, reached).href,
    name,
    tagline,
    ...fetched,
    ...suggestValues(deps.env.fields, facts),
    ...duplicate,
    similar: (await findSimilar(deps, viewer, name)).filter(({ id }) => id !== duplicate.duplicateOf?.id),
  };
}

function suggestValues(fields: readonly Field[], facts: PageFacts): Pick<ProductPreview, 'fields'> {
  const values = fields.flatMap(({ key, fromPage, read }) => {
    const fact = fromPage && facts[fromPage];
    const reading = fact === undefined ? undefined : read(fact);
    return reading && 'value' in reading ? [[key, reading.value] as const] : [];
  });
  return values.length > 0 ? { fields: Object.fromEntries(values) } : {};
}

/** By URL. What a page says is the same for every moderator. */
const pages = new LRUCache<string, CurrentPage>({
  max: CURRENT_PAGE_LIMITS.pagesMax,
  ttl: CURRENT_PAGE_LIMITS.pageMinutes * MINUTE_MS,
});

/**
 * Reads title, description, icon and screenshot of a page through the guarded fetch, at most once in ten minutes. The
 * images are uploads of the first moderator who asks; nothing uses them, so they are deleted after a day.
 */
export async function readCurrentPage(
  deps: Pick<Deps, 'db' | 'env' | 'fetchPage' | 'images' | 'jobWaker' | 'logger' | 'now' | 'textWorkers'>,
  viewer: Pick<Viewer, 'userId'>,
  url: string,
): Promise<CurrentPage> {
  const known = pages.get(url);
  if (known) return known;
  const read = { url, title: '', description: '', readAt: deps.now().toISOString() };
  try {
    const signal = AbortSignal.timeout(FETCH_LIMITS.ms);
    const page = await deps.fetchPage(new URL(url), {
      accept: 'text/html,application/xhtml+xml;q=0.9',
      signal,
    });
    const { name, tagline, ...links } = await deps.textWorkers.readPage(page, viewer.userId);
    const images = await fetchSiteImages(deps, viewer, page, links, signal);
    const current = { ...read, ...images, url: page.url.href, title: name, description: tagline };
    pages.set(url, current);
    return current;
  } catch (error) {
    if (!(error instanceof FetchRefusal)) throw error;
    return { ...read, problem: error.message };
  }
}

import { DAY_MS } from '@/lib/contract/plain/durations';
import type { Deps } from '@/server/deps';
import { type DueIcon, leaseDueIcon, updateCheckedIcon } from '@/server/queries/products/icon-checks';
import { refreshSearchDocuments } from '@/server/queries/search/search-documents';
import { findBrand } from '@/server/tiles/brands';
import { abortAfter, FETCH_LIMITS, FetchRefusal } from '@/server/web/fetch-limits';
import type { IconLinks } from '@/server/web/icon-links';
import { hasOwnIcon } from '@/server/web/shared-hosts';
import { fetchSiteIcon, versionOf } from './fetch-site-icon';
import { storeImage } from './upload-image';

const everyMs = 7 * DAY_MS;
const acceptPage = 'text/html,application/xhtml+xml;q=0.9';

type CheckDeps = Pick<
  Deps,
  'db' | 'env' | 'fetchPage' | 'images' | 'jobWaker' | 'logger' | 'now' | 'textWorkers'
>;

/**
 * Asks the site of one listed product for its icon, if a week has passed since the last time. A site that still has the
 * same icon costs one conditional request. A product whose submitter has uploaded an icon keeps it, and so does one
 * whose site does not answer this time.
 *
 * @returns false when no product is due.
 */
export async function checkNextIcon(deps: CheckDeps, stopping: AbortSignal): Promise<boolean> {
  const { db, now, logger } = deps;
  const due = await leaseDueIcon(db, { now: now(), leasedUntil: new Date(now().getTime() + everyMs) });
  if (!due) return false;
  if (due.isUploaded) return true;
  try {
    const isFound = hasOwnIcon(new URL(due.url)) && (await checkSite(deps, due, stopping));
    if (!isFound) await checkBrand(deps, due);
  } catch (error) {
    logger.error({ err: error, product: due.productId }, 'The icon of a site could not be stored.');
  }
  return true;
}

/** @returns whether the product has an icon of its site. */
async function checkSite(deps: CheckDeps, due: DueIcon, stopping: AbortSignal): Promise<boolean> {
  const signal = abortAfter(FETCH_LIMITS.ms, stopping);
  if (await isUnchanged(deps, due, signal)) return true;
  const icon = await fetchSiteIcon(deps, await readIconLinks(deps, new URL(due.url), signal), signal);
  if (!icon) return due.sourceURL !== null;
  if (icon.source.url === due.sourceURL && icon.source.version === due.sourceVersion) return true;
  const { id } = await storeImage(deps, { ...icon, ownerId: null });
  await deps.db.transaction(async (tx) => {
    if (await updateCheckedIcon(tx, due, { iconId: id }))
      await refreshSearchDocuments(tx, deps.env.fields, [due.productId]);
  });
  return true;
}

/** A response without ETag and Last-Modified is compared by its content. */
async function isUnchanged(
  { fetchPage }: Pick<CheckDeps, 'fetchPage'>,
  { sourceURL, sourceVersion }: DueIcon,
  signal: AbortSignal,
): Promise<boolean> {
  if (sourceURL === null || sourceVersion === null) return false;
  try {
    const page = await fetchPage(new URL(sourceURL), {
      accept: 'image/*',
      signal,
      knownVersion: sourceVersion,
    });
    return page.isUnchanged === true || versionOf(page) === sourceVersion;
  } catch (error) {
    if (error instanceof FetchRefusal) return false;
    throw error;
  }
}

/** A page that cannot be read may belong to a site that has a favicon. */
async function readIconLinks(
  { fetchPage, textWorkers }: Pick<CheckDeps, 'fetchPage' | 'textWorkers'>,
  url: URL,
  signal: AbortSignal,
): Promise<IconLinks> {
  try {
    const page = await fetchPage(url, { accept: acceptPage, signal });
    return (await textWorkers.readPage(page)).icons;
  } catch (error) {
    if (!(error instanceof FetchRefusal)) throw error;
    return { touch: [], other: [{ url: new URL('/favicon.ico', url).href, pxMin: 16 }] };
  }
}

/** The brand of a product that was listed before its brand was known, or has changed its name. */
async function checkBrand({ db, env }: Pick<CheckDeps, 'db' | 'env'>, due: DueIcon): Promise<void> {
  const brandSlug = (await findBrand(due)) ?? null;
  if (brandSlug === due.brandSlug) return;
  await db.transaction(async (tx) => {
    if (await updateCheckedIcon(tx, due, { brandSlug }))
      await refreshSearchDocuments(tx, env.fields, [due.productId]);
  });
}

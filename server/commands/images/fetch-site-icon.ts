import { createHash } from 'node:crypto';
import type { Deps } from '@/server/deps';
import { ImageRefusal, requireIcon } from '@/server/images/image-processing';
import { FetchRefusal } from '@/server/web/fetch-limits';
import type { FetchedPage } from '@/server/web/guarded-fetch';
import { type IconLink, type IconLinks, readManifestIcons } from '@/server/web/icon-links';
import { text } from '@/lib/texts/texts';

const acceptIcon = 'image/png,image/webp,image/svg+xml,image/x-icon,image/*;q=0.8';
const acceptManifest = 'application/manifest+json,application/json';

export type SiteIcon = { bytes: Buffer; source: { url: string; version: string } };

type FetchDeps = Pick<Deps, 'fetchPage'>;

/** Fetches the first icon of a site that can be used. Undefined without one, or when the signal is aborted before. */
export async function fetchSiteIcon(
  deps: FetchDeps,
  { touch, manifestURL, other }: IconLinks,
  signal: AbortSignal,
): Promise<SiteIcon | undefined> {
  const early = await fetchFirst(deps, touch, signal);
  if (early) return early;
  const manifest = manifestURL && (await fetchManifest(deps, new URL(manifestURL), signal));
  return fetchFirst(deps, [...(manifest || []), ...other], signal);
}

/** Names the content of a response, so that the next one can be compared with it. */
export const versionOf = ({ version, bytes }: Pick<FetchedPage, 'version' | 'bytes'>) =>
  version ?? createHash('sha256').update(bytes).digest('base64url');

async function fetchFirst(
  deps: FetchDeps,
  links: readonly IconLink[],
  signal: AbortSignal,
): Promise<SiteIcon | undefined> {
  for (const link of links) {
    const icon = await unlessRefused(() => fetchIcon(deps, link, signal));
    if (icon) return icon;
  }
  return undefined;
}

/** @throws FetchRefusal; ImageRefusal when what arrives is not an icon of that width. */
async function fetchIcon({ fetchPage }: FetchDeps, { url, pxMin }: IconLink, signal: AbortSignal) {
  const page = await fetchPage(new URL(url), { accept: acceptIcon, signal });
  if (page.isCut) throw new ImageRefusal('too_large', text('siteIcon.tooLarge', 'That icon is too large.'));
  await requireIcon(page.bytes, pxMin);
  return { bytes: page.bytes, source: { url, version: versionOf(page) } };
}

const fetchManifest = ({ fetchPage }: FetchDeps, url: URL, signal: AbortSignal) =>
  unlessRefused(async () => {
    const { bytes, url: reached } = await fetchPage(url, { accept: acceptManifest, signal });
    return readManifestIcons(bytes, reached);
  });

async function unlessRefused<Result>(run: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof FetchRefusal || error instanceof ImageRefusal) return undefined;
    throw error;
  }
}

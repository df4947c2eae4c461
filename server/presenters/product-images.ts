import { iconURL, type IconSource, uploadedImageURL } from '@/lib/contract/plain/image-url';
import type { ListedProductRow } from '@/server/queries/products/products';

type ImageFields = Pick<
  ListedProductRow,
  'name' | 'iconKey' | 'isIconFetched' | 'brandSlug' | 'screenshotKey'
>;

export function presentImages(row: ImageFields, serverURL: string) {
  const url = iconURL(row, serverURL);
  return {
    iconURL: url,
    iconSource: iconSourceOf(row),
    screenshotURL: presentScreenshot(row.screenshotKey, serverURL),
    imageURL: url,
  };
}

function iconSourceOf({ iconKey, isIconFetched, brandSlug }: ImageFields): IconSource {
  if (iconKey !== null) return isIconFetched ? 'site' : 'upload';
  return brandSlug === null ? 'generated' : 'brand';
}

export const presentScreenshot = (key: string | null, serverURL: string) =>
  key === null ? null : uploadedImageURL(key, serverURL);

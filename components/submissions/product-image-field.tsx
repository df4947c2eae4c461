import { ImageField, type ImageFieldLook } from '@/components/layout/image-field';
import type { ImageUpload } from '@/hooks/use-image-upload';
import { tileURL } from '@/lib/pages/paths';
import { t } from '@/lib/texts/texts';

type Look = ImageFieldLook & { offer: string };

const KINDS: Readonly<Record<'icon' | 'screenshot', Look>> = {
  icon: {
    get label() {
      return t('product.icon', 'Icon' /* label of a field for the image of a product */);
    },
    get choice() {
      return t('imageField.chooseIcon', 'Choose an icon');
    },
    frame: 'size-16 mark',
    get hint() {
      return t(
        'imageField.iconHint',
        "A square image. Without one, we'll look for the site's own, or show this tile. PNG, JPEG, WebP, GIF or AVIF, up to 8 MiB. At least 128 pixels wide is best.",
      );
    },
    get hintToReplace() {
      return t(
        'imageField.iconHintToReplace',
        'Drop or paste another image here to replace it. PNG, JPEG, WebP, GIF or AVIF, up to 8 MiB. At least 128 pixels wide is best.',
      );
    },
    get another() {
      return t('imageField.chooseAnotherIcon', 'Choose another icon');
    },
    get ready() {
      return t('imageField.iconReady', 'The icon is ready.');
    },
    get offer() {
      return t('imageField.iconOfSite', "Use the site's icon");
    },
  },
  screenshot: {
    get label() {
      return t('product.screenshot', 'Screenshot' /* label of a field for an image of a product */);
    },
    get choice() {
      return t('imageField.chooseScreenshot', 'Choose a screenshot');
    },
    isWide: true,
    frame: 'aspect-16/10 w-full rounded-image bg-raised sm:w-56',
    get hint() {
      return t(
        'imageField.screenshotHint',
        'Shows it at work, on its own page. PNG, JPEG, WebP, GIF or AVIF, up to 8 MiB. Cropped to 16:10.',
      );
    },
    get hintToReplace() {
      return t(
        'imageField.screenshotHintToReplace',
        'Drop or paste another image here to replace it. PNG, JPEG, WebP, GIF or AVIF, up to 8 MiB. Cropped to 16:10.',
      );
    },
    get another() {
      return t('imageField.chooseAnotherScreenshot', 'Choose another screenshot');
    },
    get ready() {
      return t('imageField.screenshotReady', 'The screenshot is ready.');
    },
    get offer() {
      return t('imageField.screenshotOfPage', "Use the page's image");
    },
  },
};

type ProductImageFieldProps = {
  kind: keyof typeof KINDS;
  upload: ImageUpload;
  imageURL: string | null;
  /** The image that was fetched from the product's site; null for none. */
  pageImageURL: string | null;
  /** The product's name, from which the server draws the tile. */
  name: string;
  error?: string;
};

/** An image of a product, or the one from its site. Without an icon, the field shows the tile. */
export function ProductImageField({ kind, pageImageURL, name, ...shared }: ProductImageFieldProps) {
  const look = KINDS[kind];
  const emptyURL = kind === 'icon' ? tileURL(name.trim() || '?') : undefined;
  const offered = pageImageURL === null ? undefined : { label: look.offer, url: pageImageURL };
  return <ImageField look={{ ...look, emptyURL, offered }} isDefault={kind === 'screenshot'} {...shared} />;
}

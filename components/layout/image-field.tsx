import { type ChangeEvent, useId, useRef } from 'react';
import { Button } from '@/components/ui/button';
import { FieldError } from '@/components/ui/field';
import { Icon } from '@/components/ui/icon';
import { Spinner } from '@/components/ui/spinner';
import { VisuallyHidden } from '@/components/ui/visually-hidden';
import { useFileDrop } from '@/hooks/use-file-drop';
import type { ImageUpload } from '@/hooks/use-image-upload';
import { tileURL } from '@/lib/pages/paths';
import { t } from '@/lib/texts/texts';

const KINDS = {
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
    get fromPage() {
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
    get fromPage() {
      return t('imageField.screenshotOfPage', "Use the page's image");
    },
  },
  logo: {
    get label() {
      return t('imageField.logo', 'Logo' /* label of a field for the image of the site */);
    },
    get choice() {
      return t('imageField.chooseLogo', 'Choose a logo');
    },
    frame: 'size-16 mark',
    get hint() {
      return t(
        'imageField.logoHint',
        'A square image. SVG, PNG, JPEG, WebP, GIF, AVIF or ICO, up to 8 MiB. At least 512 pixels wide is best.',
      );
    },
    get hintToReplace() {
      return t(
        'imageField.logoHintToReplace',
        'Drop or paste another image here to replace it. SVG, PNG, JPEG, WebP, GIF, AVIF or ICO, up to 8 MiB.',
      );
    },
    get another() {
      return t('imageField.chooseAnotherLogo', 'Choose another logo');
    },
    get ready() {
      return t('imageField.logoReady', 'The logo is ready.');
    },
    get fromPage() {
      return '';
    },
  },
} as const;

type ImageFieldProps = {
  kind: keyof typeof KINDS;
  upload: ImageUpload;
  imageURL: string | null;
  /** The image that was fetched from the product's site; null for none. */
  pageImageURL: string | null;
  /** The product's name, from which the server draws the tile. */
  name: string;
  error?: string;
};

/** An image that is dropped, pasted or chosen, or the one from the site. Without an icon, the field shows the tile. */
export function ImageField({ kind, upload, imageURL, pageImageURL, name, error }: ImageFieldProps) {
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const chooseButton = useRef<HTMLButtonElement>(null);
  const { isUploading, isProcessing, isReady, shownURL, take, choose } = upload;
  const hasImage = isUploading || imageURL !== null;
  const shownError = upload.error ?? error;
  const { isOver } = useFileDrop(box, { onFile: take, isDefault: kind === 'screenshot' });
  const texts = KINDS[kind];
  const emptyURL = kind === 'icon' ? tileURL(name.trim() || '?') : undefined;
  const src = shownURL ?? (hasImage ? undefined : emptyURL);

  function takeChosen(event: ChangeEvent<HTMLInputElement>): void {
    const [file] = event.target.files ?? [];
    // Otherwise choosing the same file again would not be a change.
    event.target.value = '';
    if (file) take(file);
  }

  function remove(): void {
    choose(null);
    chooseButton.current?.focus();
  }

  return (
    <div role="group" aria-labelledby={`${id}-label`} aria-describedby={`${id}-hint ${id}-error`}>
      <p id={`${id}-label`} className="mb-1.5 font-semibold">
        <span>{`${texts.label} `}</span>
        <span className="font-normal text-muted">{t('field.optional', '(optional)')}</span>
      </p>
      <div
        ref={box}
        data-file-drop
        className={`flex gap-4 ${kind === 'screenshot' ? 'flex-col' : ''} rounded-card border border-dashed p-4 transition-colors sm:flex-row ${isOver ? 'border-accent bg-tint' : shownError ? 'border-danger' : 'border-edge'}`}
      >
        <div className={`relative shrink-0 overflow-hidden sm:self-start ${texts.frame}`}>
          {src !== undefined && (
            <img src={src} alt="" width={320} height={200} className="size-full object-cover" />
          )}
          {src === undefined && !hasImage && (
            <span className="grid size-full place-items-center text-muted">
              <Icon name="monitor" className="size-6" />
            </span>
          )}
          {(isUploading || isProcessing) && (
            <span className="absolute inset-0 grid place-items-center bg-scrim text-on-scrim">
              <Spinner className="size-6" />
            </span>
          )}
        </div>
        <div className="flex min-w-0 flex-1 flex-col items-start gap-3">
          <p id={`${id}-hint`} className="text-sm text-muted">
            {hasImage ? texts.hintToReplace : texts.hint}
          </p>
          <div className="flex flex-wrap gap-2">
            <Button
              ref={chooseButton}
              onClick={() => input.current?.click()}
              data-invalid={shownError ? true : undefined}
            >
              {hasImage ? texts.another : texts.choice}
            </Button>
            {pageImageURL !== null && imageURL !== pageImageURL && (
              <Button onClick={() => choose(pageImageURL)}>{texts.fromPage}</Button>
            )}
            {hasImage && (
              <Button look="quiet" onClick={remove}>
                <Icon name="trash" className="size-4" />
                {t('imageField.remove', 'Remove' /* the image of a product */)}
              </Button>
            )}
          </div>
          <p role="status" className="text-sm text-muted empty:hidden">
            {isUploading && <span>{t('imageField.uploading', 'Uploading …' /* an image */)}</span>}
            {isProcessing && (
              <span>{t('imageField.processing', "Uploaded. We're processing it; you can carry on.")}</span>
            )}
          </p>
        </div>
        <input
          ref={input}
          type="file"
          accept={upload.accept}
          hidden
          aria-label={texts.label}
          onChange={takeChosen}
        />
      </div>
      <FieldError id={`${id}-error`} error={shownError} />
      <VisuallyHidden live>{isReady ? texts.ready : ''}</VisuallyHidden>
    </div>
  );
}

import { type ChangeEvent, useId, useRef } from 'react';
import { Button } from '@/components/ui/button';
import { FieldError } from '@/components/ui/field';
import { Icon } from '@/components/ui/icon';
import { Spinner } from '@/components/ui/spinner';
import { VisuallyHidden } from '@/components/ui/visually-hidden';
import { useFileDrop } from '@/hooks/use-file-drop';
import type { ImageUpload } from '@/hooks/use-image-upload';
import { tileURL } from '@/lib/pages/paths';
import { IMAGE_FILE_TYPES } from '@/lib/browser/image-file';

type ImageFieldProps = {
  upload: ImageUpload;
  imageURL: string | null;
  /** The image that was fetched from the product's page; null for none. */
  pageImageURL: string | null;
  /** The product's name, from which the server draws the tile. */
  name: string;
  error?: string;
};

/** An image that is dropped, pasted or chosen, or the one from the page. Without an image, it shows the generated tile. */
export function ImageField({ upload, imageURL, pageImageURL, name, error }: ImageFieldProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const chooseButton = useRef<HTMLButtonElement>(null);
  const { isUploading, isProcessing, isReady, shownURL, take, choose } = upload;
  const hasImage = isUploading || imageURL !== null;
  const shownError = upload.error ?? error;
  const { isOver } = useFileDrop(take);

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
        Image <span className="font-normal text-muted">(optional)</span>
      </p>
      <div
        className={`flex flex-col gap-4 rounded-card border border-dashed p-4 transition-colors sm:flex-row ${isOver ? 'border-accent bg-tint' : shownError ? 'border-danger' : 'border-edge'}`}
      >
        <div className="relative aspect-16/10 w-full shrink-0 overflow-hidden rounded-image bg-raised sm:w-56 sm:self-start">
          {(shownURL !== undefined || !hasImage) && (
            <img
              src={shownURL ?? tileURL(name.trim() || '?')}
              alt=""
              width={320}
              height={200}
              className="size-full object-cover"
            />
          )}
          {(isUploading || isProcessing) && (
            <span className="absolute inset-0 grid place-items-center bg-scrim text-on-scrim">
              <Spinner className="size-6" />
            </span>
          )}
        </div>
        <div className="flex min-w-0 flex-1 flex-col items-start gap-3">
          <p id={`${id}-hint`} className="text-sm text-muted">
            {hasImage
              ? 'Drop or paste another image to replace it.'
              : "Drop or paste an image. Without one, we'll show this tile."}{' '}
            PNG, JPEG, WebP, GIF or AVIF, up to 8 MiB. Cropped to 16:10.
          </p>
          <div className="flex flex-wrap gap-2">
            <Button
              ref={chooseButton}
              onClick={() => input.current?.click()}
              data-invalid={shownError ? true : undefined}
            >
              {hasImage ? 'Choose another file' : 'Choose a file'}
            </Button>
            {pageImageURL !== null && imageURL !== pageImageURL && (
              <Button onClick={() => choose(pageImageURL)}>{"Use the page's image"}</Button>
            )}
            {hasImage && (
              <Button look="quiet" onClick={remove}>
                <Icon name="trash" className="size-4" />
                Remove
              </Button>
            )}
          </div>
          <p role="status" className="text-sm text-muted empty:hidden">
            {isUploading && 'Uploading …'}
            {isProcessing && "Uploaded. We're processing it; you can carry on."}
          </p>
        </div>
        <input
          ref={input}
          type="file"
          accept={IMAGE_FILE_TYPES}
          hidden
          aria-label="Image"
          onChange={takeChosen}
        />
      </div>
      <FieldError id={`${id}-error`} error={shownError} />
      <VisuallyHidden live>{isReady ? 'The image is ready.' : ''}</VisuallyHidden>
    </div>
  );
}

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

type PictureFieldProps = {
  upload: ImageUpload;
  imageURL: string | null;
  /** The picture that was read from the product's page; null for none. */
  pageImageURL: string | null;
  /** The tile is drawn from it. */
  name: string;
  error?: string;
};

/** A picture by drop, paste or choice, or the one from the page; without any, the tile that will be drawn. */
export function ImageField({ upload, imageURL, pageImageURL, name, error }: PictureFieldProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const chooseButton = useRef<HTMLButtonElement>(null);
  const { isUploading, isProcessing, isReady, shownURL, refusal, take, choose } = upload;
  const hasPicture = isUploading || imageURL !== null;
  const shownError = refusal ?? error;
  const { isOver } = useFileDrop(take);

  function takeChosen(event: ChangeEvent<HTMLInputElement>): void {
    const [file] = event.target.files ?? [];
    // The same file again is a change, too.
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
        Picture <span className="font-normal text-muted">(optional)</span>
      </p>
      <div
        className={`picture-box ${isOver ? 'border-accent bg-tint' : shownError ? 'border-danger' : 'border-edge'}`}
      >
        <div className="picture-tile">
          {(shownURL !== undefined || !hasPicture) && (
            <img src={shownURL ?? tileURL(name.trim() || '?')} alt="" width={320} height={200} />
          )}
          {(isUploading || isProcessing) && (
            <span className="picture-veil">
              <Spinner className="size-6" />
            </span>
          )}
        </div>
        <div className="flex min-w-0 flex-1 flex-col items-start gap-3">
          <p id={`${id}-hint`} className="text-sm text-muted">
            {hasPicture
              ? 'Drop or paste another one to replace it.'
              : 'Drop or paste a picture. Without one, this tile stands in.'}{' '}
            PNG, JPEG, WebP, GIF or AVIF, up to 8 MiB; it is shown 16 to 10.
          </p>
          <div className="flex flex-wrap gap-2">
            <Button
              ref={chooseButton}
              onClick={() => input.current?.click()}
              data-invalid={shownError ? true : undefined}
            >
              {hasPicture ? 'Choose another file' : 'Choose a file'}
            </Button>
            {pageImageURL !== null && imageURL !== pageImageURL && (
              <Button onClick={() => choose(pageImageURL)}>Use the page’s picture</Button>
            )}
            {hasPicture && (
              <Button look="quiet" onClick={remove}>
                <Icon name="trash" className="size-4" />
                Remove
              </Button>
            )}
          </div>
          <p role="status" className="text-sm text-muted empty:hidden">
            {isUploading && 'Uploading …'}
            {isProcessing && 'Uploaded. It is being prepared; you can go on meanwhile.'}
          </p>
        </div>
        <input
          ref={input}
          type="file"
          accept={IMAGE_FILE_TYPES}
          hidden
          aria-label="Picture"
          onChange={takeChosen}
        />
      </div>
      <FieldError id={`${id}-error`} error={shownError} />
      <VisuallyHidden live>{isReady ? 'The picture is ready.' : ''}</VisuallyHidden>
    </div>
  );
}

import { type ChangeEvent, useId, useRef } from 'react';
import { Button } from '@/components/ui/button';
import { FieldError } from '@/components/ui/field';
import { Icon } from '@/components/ui/icon';
import { Spinner } from '@/components/ui/spinner';
import { VisuallyHidden } from '@/components/ui/visually-hidden';
import { useFileDrop } from '@/hooks/use-file-drop';
import type { ImageUpload } from '@/hooks/use-image-upload';
import { t } from '@/lib/texts/texts';

/** What the field says, and how it shows an image. */
export type ImageFieldLook = {
  label: string;
  /** On the button that chooses the first image, and another one. */
  choice: string;
  another: string;
  hint: string;
  hintToReplace: string;
  /** Said once the image is ready. */
  ready: string;
  /** Size and shape of the image. */
  frame: string;
  /** The image is above its buttons on a phone, because it is wide. */
  isWide?: boolean;
  /** Whether the image is shown whole, or fills the frame. */
  isWhole?: boolean;
  /** Shown in place of an image. */
  emptyURL?: string;
  /** An image that can be taken in place of an upload, with the name of the button. */
  offered?: { label: string; url: string };
};

type ImageFieldProps = {
  look: ImageFieldLook;
  upload: ImageUpload;
  imageURL: string | null;
  error?: string;
  /** Takes what is dropped or pasted anywhere on the page. */
  isDefault?: boolean;
};

/** An image that is dropped, pasted or chosen. */
export function ImageField({ look, upload, imageURL, error, isDefault = false }: ImageFieldProps) {
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const chooseButton = useRef<HTMLButtonElement>(null);
  const { isUploading, isProcessing, isReady, shownURL, take, choose } = upload;
  const { offered } = look;
  const hasImage = isUploading || imageURL !== null;
  const shownError = upload.error ?? error;
  const { isOver } = useFileDrop(box, { onFile: take, isDefault });
  const src = shownURL ?? (hasImage ? undefined : look.emptyURL);

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
        <span>{`${look.label} `}</span>
        <span className="font-normal text-muted">{t('field.optional', '(optional)')}</span>
      </p>
      <div
        ref={box}
        data-file-drop
        className={`flex gap-4 ${look.isWide ? 'flex-col' : ''} rounded-card border border-dashed p-4 transition-colors sm:flex-row ${isOver ? 'border-accent bg-tint' : shownError ? 'border-danger' : 'border-edge'}`}
      >
        <div className={`relative shrink-0 overflow-hidden sm:self-start ${look.frame}`}>
          {src !== undefined && look.isWhole && (
            <svg aria-hidden="true" className="size-full">
              <image href={src} width="100%" height="100%" />
            </svg>
          )}
          {src !== undefined && !look.isWhole && (
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
            {hasImage ? look.hintToReplace : look.hint}
          </p>
          <div className="flex flex-wrap gap-2">
            <Button
              ref={chooseButton}
              onClick={() => input.current?.click()}
              data-invalid={shownError ? true : undefined}
            >
              {hasImage ? look.another : look.choice}
            </Button>
            {offered && imageURL !== offered.url && (
              <Button onClick={() => choose(offered.url)}>{offered.label}</Button>
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
          aria-label={look.label}
          onChange={takeChosen}
        />
      </div>
      <FieldError id={`${id}-error`} error={shownError} />
      <VisuallyHidden live>{isReady ? look.ready : ''}</VisuallyHidden>
    </div>
  );
}

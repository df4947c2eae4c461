import { useId, useRef, type ChangeEvent } from 'react';
import { Button } from '@/components/ui/button';
import { Spinner } from '@/components/ui/spinner';
import { VisuallyHidden } from '@/components/ui/visually-hidden';
import { useAvatar } from '@/hooks/use-avatar';
import { useImageRetry } from '@/hooks/use-image-retry';
import { IMAGE_LIMITS } from '@/lib/contract/image';
import type { User } from '@/lib/contract/user';
import { tileURL } from '@/lib/pages/paths';
import { IMAGE_FILE_TYPES } from '@/lib/browser/image-file';

const bytesPerMiB = 1024 * 1024;

type AvatarFieldProps = { user: User; isDisabled: boolean };

/** The viewer's image, or the tile generated from their name. A chosen file is saved at once. */
export function AvatarField({ user, isDisabled }: AvatarFieldProps) {
  const id = useId();
  const group = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const { isUnderWay, refusal, choose, remove } = useAvatar();
  const tile = tileURL(user.name);
  const { key, image, src, recover } = useImageRetry(user.avatarURL ?? tile, tile);

  async function chooseFile({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    const [file] = currentTarget.files ?? [];
    // Allows choosing the same file again after a failure.
    currentTarget.value = '';
    if (file) await choose(file);
  }

  async function removeImage() {
    if (isUnderWay) return;
    await remove();
    // The focused button is gone with the image.
    group.current?.focus();
  }

  return (
    <div
      ref={group}
      role="group"
      tabIndex={-1}
      aria-labelledby={`${id}-label`}
      className="flex items-start gap-4 outline-none"
    >
      <img
        key={key}
        ref={image}
        src={src}
        alt=""
        width={64}
        height={64}
        onError={recover}
        className="size-16 shrink-0 rounded-full bg-raised object-cover"
      />
      <div className="min-w-0">
        <p id={`${id}-label`} className="font-semibold">
          Image
        </p>
        <div className="mt-1.5 flex flex-wrap gap-2">
          <Button
            disabled={isDisabled}
            aria-disabled={isUnderWay}
            aria-describedby={`${id}-hint`}
            onClick={() => !isUnderWay && input.current?.click()}
          >
            {isUnderWay && <Spinner />}
            <span>{user.avatarURL === null ? 'Upload an image' : 'Change'}</span>
          </Button>
          {user.avatarURL !== null && (
            <Button look="quiet" disabled={isDisabled} aria-disabled={isUnderWay} onClick={removeImage}>
              Remove
            </Button>
          )}
        </div>
        <input
          ref={input}
          type="file"
          hidden
          aria-label="Image"
          accept={IMAGE_FILE_TYPES}
          onChange={chooseFile}
        />
        <p id={`${id}-hint`} className="mt-1.5 text-sm text-muted">
          {`PNG, JPEG, WebP, GIF or AVIF, up to ${IMAGE_LIMITS.bytesMax / bytesPerMiB} MiB. Cropped to a circle.`}
        </p>
        <p role="alert" className={refusal ? 'mt-1.5 text-sm text-danger' : undefined}>
          {refusal}
        </p>
        <VisuallyHidden live>{isUnderWay ? 'Saving your image…' : ''}</VisuallyHidden>
      </div>
    </div>
  );
}

import { type ChangeEvent, useEffect, useId, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Spinner } from '@/components/ui/spinner';
import { VisuallyHidden } from '@/components/ui/visually-hidden';
import { useAttempt } from '@/hooks/use-attempt';
import { useImageRetry } from '@/hooks/use-image-retry';
import { IMAGE_FILE_TYPES, imageFileProblem } from '@/hooks/use-image-upload';
import { useUser } from '@/hooks/use-user';
import { ApiFailure, call } from '@/lib/api/http';
import { waitUntilReady } from '@/lib/browser/image-readiness';
import { IMAGE_LIMITS, uploadImageCall } from '@/lib/contract/image';
import { imageVariantURL } from '@/lib/contract/plain/image-url';
import { updateProfileCall, type User } from '@/lib/contract/user';
import { tileURL } from '@/lib/pages/paths';
import { t } from '@/lib/texts/texts';

type AvatarFieldProps = {
  user: User;
  /** True while the account is about to be deleted. */
  isDisabled: boolean;
};

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
          {t('avatar.image', 'Image' /* of the member */)}
        </p>
        <div className="mt-1.5 flex flex-wrap gap-2">
          <Button
            disabled={isDisabled}
            aria-disabled={isUnderWay}
            aria-describedby={`${id}-hint`}
            onClick={() => !isUnderWay && input.current?.click()}
          >
            {isUnderWay && <Spinner />}
            <span>
              {user.avatarURL === null
                ? t('avatar.upload', 'Upload an image')
                : t('avatar.change', 'Change' /* another image of the member */)}
            </span>
          </Button>
          {user.avatarURL !== null && (
            <Button look="quiet" disabled={isDisabled} aria-disabled={isUnderWay} onClick={removeImage}>
              {t('imageField.remove', 'Remove' /* the image of the member */)}
            </Button>
          )}
        </div>
        <input
          ref={input}
          type="file"
          hidden
          aria-label={t('avatar.image', 'Image' /* of the member */)}
          accept={IMAGE_FILE_TYPES}
          onChange={chooseFile}
        />
        <p id={`${id}-hint`} className="mt-1.5 text-sm text-muted">
          {t('avatar.formats', 'PNG, JPEG, WebP, GIF or AVIF, up to {size} MiB. Cropped to a circle.', {
            size: IMAGE_LIMITS.bytesMax / 2 ** 20,
          })}
        </p>
        <p role="alert" className={refusal ? 'mt-1.5 text-sm text-danger' : undefined}>
          {refusal}
        </p>
        <VisuallyHidden live>{isUnderWay ? t('avatar.saving', 'Saving your image…') : ''}</VisuallyHidden>
      </div>
    </div>
  );
}

/** Changes the viewer's image. The current image stays until the server has processed the new one. */
function useAvatar() {
  const { refresh } = useUser();
  const { isUnderWay, failure, attempt } = useAttempt();
  const [unusable, setUnusable] = useState<string>();
  const controller = useRef<AbortController>(undefined);

  useEffect(() => () => controller.current?.abort(), []);

  async function save(avatarURL: string | null): Promise<void> {
    const { user } = await call(updateProfileCall, { body: { avatarURL } });
    await refresh(user, { revalidate: false });
  }

  /** Uploads a file, waits until the server has processed it, and saves it as the viewer's image. */
  async function choose(file: File): Promise<void> {
    const reason = imageFileProblem(file);
    setUnusable(reason);
    if (reason !== undefined) return;
    const { signal } = (controller.current = new AbortController());
    await attempt(async () => {
      const { imageURL: uploadedURL } = await call(uploadImageCall, { body: { file }, signal });
      const readiness = await waitUntilReady(imageVariantURL(uploadedURL, 'card', 'webp'), signal);
      if (signal.aborted) return;
      if (readiness === 'rejected') {
        throw new ApiFailure(
          'unsupported_media',
          t('avatar.unreadable', "We can't read that image. Choose another one."),
        );
      }
      await save(uploadedURL);
    });
  }

  async function remove(): Promise<void> {
    setUnusable(undefined);
    await attempt(() => save(null));
  }

  return {
    isUnderWay,
    refusal: unusable ?? failure?.fields.file ?? failure?.message,
    choose,
    remove,
  };
}

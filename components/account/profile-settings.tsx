import { type ChangeEvent, type SubmitEvent, useEffect, useId, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { CharacterCounter, Field } from '@/components/ui/field';
import { useKeptForm } from '@/components/ui/kept-text';
import { Spinner } from '@/components/ui/spinner';
import { VisuallyHidden } from '@/components/ui/visually-hidden';
import { useAttempt } from '@/hooks/use-attempt';
import { useImageRetry } from '@/hooks/use-image-retry';
import { useUser } from '@/hooks/use-user';
import { ApiFailure, call } from '@/lib/api/http';
import { IMAGE_FILE_TYPES, imageFileProblem } from '@/hooks/use-image-upload';
import { waitUntilReady } from '@/lib/browser/image-readiness';
import { showToast } from '@/lib/browser/toasts';
import { IMAGE_LIMITS, uploadImageCall } from '@/lib/contract/image';
import { countChars } from '@/lib/contract/plain/text';
import { imageVariantURL } from '@/lib/contract/plain/image-url';
import { PROFILE_LIMITS, type ProfileChanges, updateProfileCall, type User } from '@/lib/contract/user';
import { profilePath, tileURL } from '@/lib/pages/paths';

type ProfileSettingsProps = {
  user: User;
  /** True while the account is about to be deleted, when it has no public page either. */
  isDisabled: boolean;
};

export function ProfileForm({ user, isDisabled }: ProfileSettingsProps) {
  const form = useRef<HTMLFormElement>(null);
  const [name, setName] = useState(user.name);
  const [handle, setHandle] = useState(user.handle);
  const { isSaving, failure, save } = useProfile();
  const kept = useKeptForm('profile');
  const fields = failure?.fields ?? {};
  const hasFields = Object.keys(fields).length > 0;

  useEffect(() => {
    if (failure) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [failure]);

  async function saveProfile(event: SubmitEvent) {
    event.preventDefault();
    if (isSaving) return;
    const isSaved = await kept.untilSent(save({ name, handle }));
    // As the server stores them: trimmed, the handle in lower case.
    if (isSaved) {
      setName((typed) => typed.trim());
      setHandle((typed) => typed.trim().toLowerCase());
    }
  }

  return (
    <form ref={form} onSubmit={saveProfile} noValidate>
      <fieldset disabled={isDisabled} className="flex flex-col gap-5">
        <p role="alert" className={failure && !hasFields ? 'text-danger' : 'hidden'}>
          {failure && !hasFields && failure.message}
        </p>
        <Field
          label="Name"
          keptAs="profile/name"
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          autoComplete="name"
          required
          aside={
            <CharacterCounter charCount={countChars(name.trim())} charsMax={PROFILE_LIMITS.nameCharsMax} />
          }
          error={fields.name}
        />
        <Field
          label="Handle"
          keptAs="profile/handle"
          value={handle}
          onChange={(event) => setHandle(event.currentTarget.value)}
          hint={`Your public page is ${location.host}/u/${handle.trim().toLowerCase() || '…'}`}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
          aside={
            <CharacterCounter
              charCount={countChars(handle.trim())}
              charsMax={PROFILE_LIMITS.handleCharsMax}
            />
          }
          error={failure?.code === 'conflict' ? failure.message : fields.handle}
        />
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button type="submit" look="primary" aria-disabled={isSaving}>
            {isSaving && <Spinner />}
            <span>Save profile</span>
          </Button>
          {!isDisabled && user.handle !== '' && (
            <a href={profilePath(user.handle)} className="font-semibold text-accent hover:underline">
              See your public page
            </a>
          )}
        </div>
      </fieldset>
    </form>
  );
}

function useProfile() {
  const { refresh } = useUser();
  const { isUnderWay, failure, attempt } = useAttempt();

  return {
    isSaving: isUnderWay,
    failure,
    /** Resolves to whether it worked. */
    save: (changes: ProfileChanges) =>
      attempt(async () => {
        const { user } = await call(updateProfileCall, { body: changes });
        await refresh(user, { revalidate: false });
        void showToast('success', 'Profile saved.');
      }),
  };
}

/** The viewer's image, or the tile generated from their name. A chosen file is saved at once. */
export function AvatarField({ user, isDisabled }: ProfileSettingsProps) {
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
          {`PNG, JPEG, WebP, GIF or AVIF, up to ${IMAGE_LIMITS.bytesMax / 2 ** 20} MiB. Cropped to a circle.`}
        </p>
        <p role="alert" className={refusal ? 'mt-1.5 text-sm text-danger' : undefined}>
          {refusal}
        </p>
        <VisuallyHidden live>{isUnderWay ? 'Saving your image…' : ''}</VisuallyHidden>
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
        throw new ApiFailure('unsupported_media', "We can't read that image. Choose another one.");
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

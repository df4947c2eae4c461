import { useEffect, useRef, useState } from 'react';
import { ApiFailure, call } from '@/lib/api/http';
import { uploadImageCall } from '@/lib/contract/image';
import { imageVariantURL } from '@/lib/contract/plain/image-url';
import { waitUntilReady } from '@/lib/browser/image-readiness';
import { imageFileProblem } from '@/lib/browser/image-file';
import { updateProfileCall } from '@/lib/contract/user';
import { useAttempt } from './use-attempt';
import { useUser } from './use-user';

/** Changes the viewer's image. The current image stays until the server has processed the new one. */
export function useAvatar() {
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
    /** Why it failed, as a sentence. */
    refusal: unusable ?? failure?.fields.file ?? failure?.message,
    choose,
    remove,
  };
}

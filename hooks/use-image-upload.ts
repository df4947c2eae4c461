import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { ApiFailure } from '@/lib/api/http';
import { uploadImage } from '@/lib/api/images';
import { imageKey, imageVariantURL } from '@/lib/contract/plain/image-url';
import { type ImageReadiness, waitUntilReady } from '@/lib/browser/image-readiness';
import { imageFileProblem } from '@/lib/browser/image-file';

const unreadable = 'That picture cannot be read, or is not there any more. Choose another one.';

/** Uploading a picture, and waiting until the server has prepared it. */
export function useImageUpload(imageURL: string | null, onChange: (imageURL: string | null) => void) {
  const [isUploading, setIsUploading] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const [known, setKnown] = useState<{ of: string; readiness: ImageReadiness | 'processing' }>();
  const [local, setLocal] = useState<{ url: string; of?: string }>();
  const upload = useRef<{ controller: AbortController; end: Promise<boolean> }>(undefined);

  const learn = useEffectEvent((of: string, readiness: ImageReadiness | 'processing') => {
    setKnown({ of, readiness });
    if (readiness !== 'rejected' || of !== imageURL) return;
    setRefusal(unreadable);
    onChange(null);
  });

  useEffect(() => {
    if (imageURL === null || imageKey(imageURL) === undefined) return;
    const controller = new AbortController();
    const { signal } = controller;
    const src = imageVariantURL(imageURL, 'card', 'webp');
    void waitUntilReady(src, signal, () => learn(imageURL, 'processing')).then((readiness) => {
      if (!signal.aborted) learn(imageURL, readiness);
    });
    return () => controller.abort();
  }, [imageURL]);

  useEffect(() => () => upload.current?.controller.abort(), []);
  const localURL = local?.url;
  useEffect(() => {
    if (localURL !== undefined) return () => URL.revokeObjectURL(localURL);
  }, [localURL]);

  /** Resolves to false when the member has to choose again. */
  async function send(file: File, signal: AbortSignal): Promise<boolean> {
    try {
      const uploadedURL = await uploadImage(file, signal);
      if (signal.aborted) return true;
      setIsUploading(false);
      setLocal((before) => before && { ...before, of: uploadedURL });
      onChange(uploadedURL);
      return true;
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error;
      if (signal.aborted) return true;
      setIsUploading(false);
      setLocal(undefined);
      setRefusal(error.fields.file ?? error.message);
      return false;
    }
  }

  /** Uploads a file in place of the present picture, unless it is none that can be used. */
  function take(file: File): void {
    const reason = imageFileProblem(file);
    setRefusal(reason);
    if (reason !== undefined) return;
    upload.current?.controller.abort();
    const controller = new AbortController();
    setIsUploading(true);
    setLocal({ url: URL.createObjectURL(file) });
    upload.current = { controller, end: send(file, controller.signal) };
  }

  /** Takes one that is uploaded already, or none. */
  function choose(uploadedURL: string | null): void {
    upload.current?.controller.abort();
    setIsUploading(false);
    setLocal(undefined);
    setRefusal(undefined);
    onChange(uploadedURL);
  }

  const readiness = known && known.of === imageURL ? known.readiness : undefined;
  const isReady = readiness === 'ready';
  return {
    isUploading,
    /** It is uploaded, and the server is still preparing it. */
    isProcessing: !isUploading && readiness === 'processing',
    isReady: !isUploading && isReady,
    /** What to show: the prepared picture, until then the file itself; undefined when there is neither. */
    shownURL: shownURL({ imageURL, isReady, isUploading, local }),
    refusal,
    take,
    choose,
    /** Resolves when no upload is under way any more; to false when the one that was has failed meanwhile. */
    whenUploaded: () => (isUploading && upload.current?.end) || Promise.resolve(true),
  };
}

export type ImageUpload = ReturnType<typeof useImageUpload>;

type Shown = {
  imageURL: string | null;
  isReady: boolean;
  isUploading: boolean;
  local?: { url: string; of?: string };
};

function shownURL({ imageURL, isReady, isUploading, local }: Shown): string | undefined {
  if (isUploading) return local?.url;
  if (imageURL === null) return undefined;
  if (isReady) return imageVariantURL(imageURL, 'card', 'webp');
  return local?.of === imageURL ? local.url : undefined;
}

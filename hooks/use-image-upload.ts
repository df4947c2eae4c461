import { IMAGE_LIMITS, IMAGE_TYPES, LOGO_TYPES, uploadImageCall, uploadLogoCall } from '@/lib/contract/image';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { ApiFailure, call } from '@/lib/api/http';
import { type ImageReadiness, waitUntilReady } from '@/lib/browser/image-readiness';
import { imageKey, type ImageSize, imageVariantURL } from '@/lib/contract/plain/image-url';
import { t } from '@/lib/texts/texts';

const bytesPerKiB = 1024;
const bytesPerMiB = 1024 * 1024;

/** The `accept` attribute of a file field for images. */
export const IMAGE_FILE_TYPES = IMAGE_TYPES.join(',');

/** What an image is uploaded for, and what it may be then. */
const UPLOADS = {
  product: { upload: uploadImageCall, types: IMAGE_TYPES },
  logo: { upload: uploadLogoCall, types: LOGO_TYPES },
} as const;

/** Explains why a file cannot be uploaded as an image; undefined if the upload can be tried. */
export function imageFileProblem(file: File, types: readonly string[] = IMAGE_TYPES): string | undefined {
  if (!types.includes(file.type)) return wrongType(file, types);
  if (file.size === 0) return t('upload.empty', '{name} is empty.', { name: file.name });
  if (file.type === 'image/svg+xml' && file.size > IMAGE_LIMITS.svgBytesMax)
    return t(
      'upload.svgTooLarge',
      '{name} has {size} KiB. An SVG may have at most {bytesMax} KiB: simplify it, or save it as PNG.',
      {
        name: file.name,
        size: Math.ceil(file.size / bytesPerKiB),
        bytesMax: IMAGE_LIMITS.svgBytesMax / bytesPerKiB,
      },
    );
  if (file.size > IMAGE_LIMITS.bytesMax) {
    const size = (file.size / bytesPerMiB).toFixed(1);
    return t(
      'upload.tooLarge',
      '{name} is {size} MiB. The limit is {bytesMax} MiB. Make it smaller and try again.',
      { name: file.name, size, bytesMax: IMAGE_LIMITS.bytesMax / bytesPerMiB },
    );
  }
  return undefined;
}

function wrongType({ name }: File, types: readonly string[]): string {
  if (types === LOGO_TYPES)
    return name === ''
      ? t(
          'upload.unknownLogoType',
          "That file isn't an image that can be a logo. Choose an SVG, PNG, JPEG, WebP, GIF, AVIF or ICO.",
        )
      : t(
          'upload.wrongLogoType',
          "{name} isn't an image that can be a logo. Choose an SVG, PNG, JPEG, WebP, GIF, AVIF or ICO.",
          { name },
        );
  return name === ''
    ? t('upload.unknownType', "That file isn't an image we can use. Choose a PNG, JPEG, WebP, GIF or AVIF.")
    : t('upload.wrongType', "{name} isn't an image we can use. Choose a PNG, JPEG, WebP, GIF or AVIF.", {
        name,
      });
}

type Readiness = ImageReadiness | 'processing';

/**
 * Uploads an image, then waits until the server has processed it.
 *
 * @param size in which it is shown: as a mark for an icon.
 */
export function useImageUpload(
  imageURL: string | null,
  onChange: (imageURL: string | null) => void,
  size: ImageSize = 'card',
  purpose: keyof typeof UPLOADS = 'product',
) {
  const { upload: uploadCall, types } = UPLOADS[purpose];
  const [isUploading, setIsUploading] = useState(false);
  const [error, setError] = useState<string>();
  const [known, setKnown] = useState<{ url: string; readiness: Readiness }>();
  /** The chosen file; `uploadedURL` once the server has it. */
  const [local, setLocal] = useState<{ blobURL: string; uploadedURL?: string }>();
  const upload = useRef<{ controller: AbortController; isDone: Promise<boolean> }>(undefined);
  /** Current before the next render, too. */
  const latestURL = useRef(imageURL);
  useEffect(() => {
    latestURL.current = imageURL;
  }, [imageURL]);

  function change(url: string | null): void {
    latestURL.current = url;
    onChange(url);
  }

  const setReadiness = useEffectEvent((url: string, readiness: Readiness) => {
    setKnown({ url, readiness });
    if (readiness !== 'rejected' || url !== imageURL) return;
    setError(
      t('upload.unreadable', "We can't read that image, or it no longer exists. Please choose another one."),
    );
    change(null);
  });

  useEffect(() => {
    if (imageURL === null || imageKey(imageURL) === undefined) return;
    const controller = new AbortController();
    const { signal } = controller;
    const src = imageVariantURL(imageURL, size, 'webp');
    void waitUntilReady(src, signal, () => setReadiness(imageURL, 'processing')).then((readiness) => {
      if (!signal.aborted) setReadiness(imageURL, readiness);
    });
    return () => controller.abort();
  }, [imageURL, size]);

  useEffect(
    () => () => {
      upload.current?.controller.abort();
      upload.current = undefined;
    },
    [],
  );
  const blobURL = local?.blobURL;
  useEffect(() => {
    if (blobURL !== undefined) return () => URL.revokeObjectURL(blobURL);
  }, [blobURL]);

  /** Resolves to false when the upload failed, so the member has to choose again. */
  async function send(file: File, signal: AbortSignal): Promise<boolean> {
    const outcome = await call(uploadCall, { body: { file }, signal }).catch((failure: unknown) => {
      if (failure instanceof ApiFailure) return failure;
      throw failure;
    });
    if (signal.aborted) return true;
    upload.current = undefined;
    setIsUploading(false);
    if (outcome instanceof ApiFailure) {
      setLocal(undefined);
      setError(outcome.fields.file ?? outcome.message);
      return false;
    }
    setLocal((before) => before && { ...before, uploadedURL: outcome.imageURL });
    change(outcome.imageURL);
    return true;
  }

  /** Uploads a file in place of the present image, if it is an image file of an accepted size. */
  function take(file: File): void {
    const problem = imageFileProblem(file, types);
    setError(problem);
    if (problem !== undefined) return;
    upload.current?.controller.abort();
    const controller = new AbortController();
    setIsUploading(true);
    setLocal({ blobURL: URL.createObjectURL(file) });
    upload.current = { controller, isDone: send(file, controller.signal) };
  }

  /** Chooses an image that is uploaded already, or none. */
  function choose(uploadedURL: string | null): void {
    upload.current?.controller.abort();
    upload.current = undefined;
    setIsUploading(false);
    setLocal(undefined);
    setError(undefined);
    change(uploadedURL);
  }

  /** Resolves to the URL of the image, null for none, or undefined when an upload under way has failed. */
  async function whenUploaded(): Promise<string | null | undefined> {
    while (upload.current) {
      if (!(await upload.current.isDone)) return undefined;
    }
    return latestURL.current;
  }

  const readiness = known && known.url === imageURL ? known.readiness : undefined;
  const isReady = readiness === 'ready';
  return {
    isUploading,
    /** The file is uploaded, and the server is still processing it. */
    isProcessing: !isUploading && readiness === 'processing',
    isReady: !isUploading && isReady,
    /** The processed image, until then the chosen file itself; undefined when there is neither. */
    shownURL: shownURL({ imageURL, size, isReady, isUploading, local }),
    error,
    /** The `accept` attribute of the file field. */
    accept: types.join(','),
    take,
    choose,
    whenUploaded,
  };
}

export type ImageUpload = ReturnType<typeof useImageUpload>;

type Shown = {
  imageURL: string | null;
  size: ImageSize;
  isReady: boolean;
  isUploading: boolean;
  local?: { blobURL: string; uploadedURL?: string };
};

function shownURL({ imageURL, size, isReady, isUploading, local }: Shown): string | undefined {
  if (isUploading) return local?.blobURL;
  if (imageURL === null) return undefined;
  if (isReady) return imageVariantURL(imageURL, size, 'webp');
  return local?.uploadedURL === imageURL ? local.blobURL : undefined;
}

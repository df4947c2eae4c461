import { IMAGE_LIMITS, IMAGE_TYPES } from '@/lib/contract/image';

const types: readonly string[] = IMAGE_TYPES;
const bytesPerMiB = 1024 * 1024;

/** The `accept` attribute of a file field for images. */
export const IMAGE_FILE_TYPES = IMAGE_TYPES.join(',');

/** Explains why a file cannot be uploaded as an image; undefined if the upload can be tried. */
export function imageFileProblem(file: File): string | undefined {
  if (!types.includes(file.type)) {
    return `${file.name || 'That file'} isn't an image we can use. Choose a PNG, JPEG, WebP, GIF or AVIF.`;
  }
  if (file.size === 0) return `${file.name} is empty.`;
  if (file.size > IMAGE_LIMITS.bytesMax) {
    const size = (file.size / bytesPerMiB).toFixed(1);
    return `${file.name} is ${size} MiB. The limit is ${IMAGE_LIMITS.bytesMax / bytesPerMiB} MiB. Make it smaller and try again.`;
  }
  return undefined;
}

export const imageIn = (transfer: DataTransfer): File | undefined => {
  const files = [...transfer.files];
  return files.find(({ type }) => types.includes(type)) ?? files[0];
};

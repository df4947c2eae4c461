import { IMAGE_LIMITS, IMAGE_TYPES } from '@/lib/contract/image';

const types: readonly string[] = IMAGE_TYPES;
const bytesPerMiB = 1024 * 1024;

/** What a file field offers to choose from. */
export const IMAGE_FILE_TYPES = IMAGE_TYPES.join(',');

/** Why a file cannot be uploaded as a picture, as a sentence; undefined when it can be tried. */
export function imageFileProblem(file: File): string | undefined {
  if (!types.includes(file.type)) {
    return `${file.name || 'That'} is not a picture we can use. Choose a PNG, JPEG, WebP, GIF or AVIF.`;
  }
  if (file.size === 0) return `${file.name} is empty.`;
  if (file.size > IMAGE_LIMITS.bytesMax) {
    const size = (file.size / bytesPerMiB).toFixed(1);
    return `${file.name} has ${size} MiB; ${IMAGE_LIMITS.bytesMax / bytesPerMiB} MiB is the most. Make it smaller and try again.`;
  }
  return undefined;
}

/** The first file of a drop or a paste; a picture before anything else. */
export const imageIn = (transfer: DataTransfer): File | undefined => {
  const files = [...transfer.files];
  return files.find(({ type }) => types.includes(type)) ?? files[0];
};

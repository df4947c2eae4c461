import type { ImageType } from '@/lib/contract/image';

/** Detects the image type by the first bytes, regardless of the file name. Undefined for unsupported types. */
export function imageKind(bytes: Buffer): ImageType | undefined {
  const text = (from: number, to: number) => bytes.toString('latin1', from, to);
  if (text(0, 8) === '\x89PNG\r\n\x1a\n') return 'image/png';
  if (text(0, 3) === '\xff\xd8\xff') return 'image/jpeg';
  if (text(0, 6) === 'GIF87a' || text(0, 6) === 'GIF89a') return 'image/gif';
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return 'image/webp';
  // The AVIF brand may follow a more general one.
  return text(4, 8) === 'ftyp' && /avi[fs]/.test(text(8, 40)) ? 'image/avif' : undefined;
}

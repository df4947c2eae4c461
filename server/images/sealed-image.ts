import { subtle } from 'node:crypto';

/** Between the bytes of a stored image and their hash. Programs that read images ignore what follows an image. */
const MARK = Buffer.from('\0listgrove1\0', 'latin1');
/** In images that builds before November 26, 2026 have stored. */
const FORMER_MARK = Buffer.from('\0sprig1\0', 'latin1');
const HASH_BYTES = 32;

const hash = async (bytes: Uint8Array<ArrayBuffer>) => Buffer.from(await subtle.digest('SHA-256', bytes));

/** Appends the hash of an image, so that damage to its file is noticed. */
export async function sealImage(bytes: Buffer): Promise<Buffer> {
  return Buffer.concat([bytes, MARK, await hash(new Uint8Array(bytes))]);
}

/** @returns the image; undefined if its file is damaged. Files of earlier versions have no hash. */
export async function openSealedImage(stored: Buffer): Promise<Buffer | undefined> {
  const mark = [MARK, FORMER_MARK].find((each) =>
    stored.subarray(0, -HASH_BYTES).subarray(-each.length).equals(each),
  );
  if (!mark) return stored;
  const bytes = stored.subarray(0, stored.length - HASH_BYTES - mark.length);
  return stored.subarray(-HASH_BYTES).equals(await hash(new Uint8Array(bytes))) ? bytes : undefined;
}

import { randomUUID, subtle } from 'node:crypto';
import { mkdir, opendir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { ImageStore } from './image-store';
import { hasErrorCode } from '@/server/base/errors';

/** Files that are being written, and those of writes that were killed. The other folders have two letters. */
const PARTS = 'parts';
/** The file that names the folder. It is not in backups, so that a restored folder is another one. */
const PLACE = '.place';

/** @param onDamage is told the name of an image whose bytes have changed. Such an image is not served. */
export function createFileStore(
  folder: string,
  onDamage: (name: string) => void = () => undefined,
): ImageStore {
  // The first two letters of a key name its parent folder, so no folder has more than a few thousand entries.
  const pathOf = (name: string) => path.join(folder, name.slice(0, 2), name);
  const parts = path.join(folder, PARTS);
  return {
    async write(name, bytes) {
      const file = pathOf(name);
      await Promise.all([mkdir(path.dirname(file), { recursive: true }), mkdir(parts, { recursive: true })]);
      // Written to a temporary file and renamed, so a reader never sees a partial image.
      const part = path.join(parts, randomUUID());
      try {
        await writeFile(part, await sealImage(bytes), { mode: 0o600 });
        await rename(part, file);
      } catch (error) {
        await rm(part, { force: true });
        throw error;
      }
    },
    async read(name) {
      const stored = await readIfThere(pathOf(name));
      const bytes = stored && (await openSealedImage(stored));
      if (stored && !bytes) onDamage(name);
      return bytes;
    },
    async delete(names) {
      for (const name of names) await rm(pathOf(name), { force: true });
    },
    async deleteLeftovers(before) {
      for (const name of await readdir(parts).catch(ignoreMissing)) {
        const part = path.join(parts, name);
        const found = await stat(part).catch(ignoreMissing);
        if ('mtime' in found && found.mtime < before) await rm(part, { force: true });
      }
    },
    async place() {
      const file = path.join(folder, PLACE);
      await mkdir(folder, { recursive: true });
      // Of processes that are started at the same moment, the first one names the folder.
      await writeFile(file, randomUUID(), { flag: 'wx', mode: 0o600 }).catch((error: unknown) => {
        if (!hasErrorCode(error, 'EEXIST')) throw error;
      });
      return `folder ${(await readFile(file)).toString()}`;
    },
  };
}

export type ImageCheck = {
  fileCount: number;
  damagedCount: number;
  damagedFile?: string;
  isComplete: boolean;
};

/** Compares the images in a folder with their hashes, one at a time, until the signal ends it. */
export async function checkImageFiles(folder: string, signal: AbortSignal): Promise<ImageCheck> {
  const found: ImageCheck = { fileCount: 0, damagedCount: 0, isComplete: true };
  const entries = await opendir(folder, { recursive: true }).catch(ignoreMissing);
  for await (const entry of entries) {
    if (signal.aborted) return { ...found, isComplete: false };
    if (!entry.isFile() || entry.name === PLACE || path.basename(entry.parentPath) === PARTS) continue;
    const stored = await readIfThere(path.join(entry.parentPath, entry.name));
    if (!stored) continue;
    found.fileCount += 1;
    if (await openSealedImage(stored)) continue;
    found.damagedCount += 1;
    found.damagedFile ??= path.relative(folder, path.join(entry.parentPath, entry.name));
  }
  return found;
}

async function readIfThere(file: string): Promise<Buffer | undefined> {
  try {
    return await readFile(file);
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

function ignoreMissing(error: unknown): never[] {
  if (hasErrorCode(error, 'ENOENT')) return [];
  throw error;
}

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

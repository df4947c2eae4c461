import { randomUUID } from 'node:crypto';
import { mkdir, opendir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { ImageStore } from './image-store';
import { openSealedImage, sealImage } from './sealed-image';
import { hasErrorCode } from '@/server/base/errno';

/** Files that are being written, and those of writes that were killed. The other folders have two letters. */
const PARTS = 'parts';

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
    if (!entry.isFile() || path.basename(entry.parentPath) === PARTS) continue;
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

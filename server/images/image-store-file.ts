import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { ImageStore } from './image-store';
import { hasErrorCode } from '@/server/errno';

export function createFileStore(folder: string): ImageStore {
  // The first two letters of a key name its parent folder, so no folder has more than a few thousand entries.
  const pathOf = (name: string) => path.join(folder, name.slice(0, 2), name);
  return {
    async write(name, bytes) {
      const file = pathOf(name);
      await mkdir(path.dirname(file), { recursive: true });
      // Written to a temporary file and renamed, so a reader never sees a partial image.
      const part = `${file}.${randomUUID()}.part`;
      await writeFile(part, bytes, { mode: 0o600 });
      await rename(part, file);
    },
    async read(name) {
      try {
        return await readFile(pathOf(name));
      } catch (error) {
        if (hasErrorCode(error, 'ENOENT')) return undefined;
        throw error;
      }
    },
    async delete(names) {
      for (const name of names) await rm(pathOf(name), { force: true });
    },
  };
}

import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { ServerEnv } from '@/server/env';
import { createS3Store } from './s3-image-store';
import { systemErrorCode } from './system-error';

/** Where pictures are kept. Names are ours: letters, digits, `-`, `_`, `.` and slashes between them. */
export interface ImageStore {
  write(name: string, bytes: Buffer): Promise<void>;
  /** Undefined when there is none of that name. */
  read(name: string): Promise<Buffer | undefined>;
  /** Removes those of the names that are there. */
  delete(names: readonly string[]): Promise<void>;
}

/** A bucket when `S3_ENDPOINT` and its like are set, else files in `DATA_DIR/images`. */
export const createImageStore = (env: Pick<ServerEnv, 's3' | 'dataDir'>): ImageStore =>
  env.s3 ? createS3Store(env.s3) : createFileStore(path.join(env.dataDir, 'images'));

export function createFileStore(folder: string): ImageStore {
  // Two letters of each key first: no folder holds more than a few thousand others.
  const pathOf = (name: string) => path.join(folder, name.slice(0, 2), name);
  return {
    async write(name, bytes) {
      const file = pathOf(name);
      await mkdir(path.dirname(file), { recursive: true });
      // Written aside and renamed, so that a reader never meets half a picture.
      const part = `${file}.${randomUUID()}.part`;
      await writeFile(part, bytes, { mode: 0o600 });
      await rename(part, file);
    },
    async read(name) {
      try {
        return await readFile(pathOf(name));
      } catch (error) {
        if (systemErrorCode(error) === 'ENOENT') return undefined;
        throw error;
      }
    },
    async delete(names) {
      for (const name of names) await rm(pathOf(name), { force: true });
    },
  };
}

import path from 'node:path';
import type { ServerEnv } from '@/server/env';
import { createFileStore } from './image-store-file';
import type { ImageStore } from './image-store';
import { createS3Store } from './image-store-s3';

/** A bucket when `S3_ENDPOINT` and its like are set, else files in `DATA_DIR/images`. */
export const createImageStore = (env: Pick<ServerEnv, 's3' | 'dataDir'>): ImageStore =>
  env.s3 ? createS3Store(env.s3) : createFileStore(path.join(env.dataDir, 'images'));

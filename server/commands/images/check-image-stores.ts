import type { Deps } from '@/server/deps';
import { noteImageStore } from '@/server/queries/images';

/** The processes, by their own part, that have said that images are stored in several places. */
const told = new WeakSet<Deps['jobWaker']>();

/** Says where this process stores images, and logs once when another process of the site stores them elsewhere. */
export async function checkImageStores({
  db,
  env,
  images,
  jobWaker,
  logger,
  now,
}: Pick<Deps, 'db' | 'env' | 'images' | 'jobWaker' | 'logger' | 'now'>): Promise<void> {
  // An embedded database has one process.
  if (env.databaseURL === undefined) return;
  if (await noteImageStore(db, await images.place(), now())) {
    told.delete(jobWaker);
    return;
  }
  if (told.has(jobWaker)) return;
  told.add(jobWaker);
  logger.error(
    'Another process of this site stores images elsewhere, so each of them lacks the images of the other. Give all processes the same bucket (S3_), or let them share the folder DATA_DIR/images.',
  );
}

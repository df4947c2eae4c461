import * as z from 'zod/mini';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '@/lib/contract/plain/durations';
import type { StoredText } from '@/server/base/stored-text';
import { TaskFailure, type TaskKind } from '@/server/commands/tasks';
import type { Deps } from '@/server/deps';
import { DeadlineError } from '@/server/base/errors';
import { findImage, type ImageRow, updateProcessedImage, updateRefusedImage } from '@/server/queries/images';
import { refreshSearchDocuments } from '@/server/queries/search/search-documents';
import { originalFile, variantFile } from '@/server/images/image-files';
import { ImageRefusal } from '@/server/images/image-processing';
import { text } from '@/lib/texts/texts';

/** The job to wake when an upload is queued. */
export const PROCESS_IMAGES = 'process-images';

/**
 * Time limits of the first and of further attempts. A slow image is tried again after all images that have not been
 * tried yet, so that a few hostile images delay another one by seconds at most.
 */
const FIRST_ATTEMPT_MS_MAX = 1.5 * SECOND_MS;
const LATER_ATTEMPT_MS_MAX = 6 * SECOND_MS;

const UNUSABLE = text('image.unusable', "We couldn't process this image. Please try another one.");

/** Creates the sizes and formats of uploads. An image store or a database that fails costs an upload nothing. */
export const imageTasks: TaskKind<null> = {
  name: 'image',
  job: PROCESS_IMAGES,
  payload: z.null(),
  atOnce: 1,
  // Longer than the largest image takes.
  leaseMs: 2 * MINUTE_MS,
  attemptsMax: 4,
  waitsMsMax: 30 * DAY_MS,
  isRepeatable: true,
  interruptions: { max: 4, failure: UNUSABLE },
  restsGroup: false,
  isKept: false,
  begin: (deps) => async (task) => {
    const image = task.subjectId === null ? undefined : await findImage(deps.db, task.subjectId);
    if (image?.status !== 'queued') return 'skipped';
    await makeFiles(deps, image, task.attemptCount === 0);
    return 'done';
  },
  async giveUp(deps, { subjectId }, reason) {
    const image = subjectId === null ? undefined : await findImage(deps.db, subjectId);
    if (image?.status === 'queued') await refuse(deps, image, reason);
  },
};

/** @throws TaskFailure with a sentence for the member. */
async function makeFiles(
  { db, images, imageWorkers, now }: Deps,
  { id, key }: ImageRow,
  isFirst: boolean,
): Promise<void> {
  const original = await images.read(originalFile(key));
  if (!original)
    throw new TaskFailure(text('image.lost', 'The image was lost. Please upload it again.'), {
      isFinal: true,
    });
  const msMax = isFirst ? FIRST_ATTEMPT_MS_MAX : LATER_ATTEMPT_MS_MAX;
  const made = await imageWorkers.process(original, msMax).catch((error: unknown) => {
    if (error instanceof ImageRefusal) throw new TaskFailure(error.text, { isFinal: true });
    if (error instanceof DeadlineError)
      throw new TaskFailure(
        text('image.tooSlow', 'This image takes too long to process. Please upload it with fewer pixels.'),
        { isFinal: !isFirst, isPauseless: true },
      );
    throw new TaskFailure(UNUSABLE, { details: { err: error } });
  });
  for (const { variant, bytes } of made.files) await images.write(variantFile(key, variant), bytes);
  const { widthPx, heightPx } = made;
  await updateProcessedImage(db, id, { widthPx, heightPx, processedAt: now() });
  await images.delete([originalFile(key)]);
}

/** Rejects the image. Products that use it show their tile again. */
async function refuse({ db, env, images }: Deps, { id, key }: ImageRow, reason: StoredText): Promise<void> {
  await db.transaction(async (tx) => {
    const productIds = await updateRefusedImage(tx, id, reason);
    await refreshSearchDocuments(tx, env.fields, productIds);
  });
  await images.delete([originalFile(key)]);
}

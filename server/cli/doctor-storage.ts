import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { SECOND_MS } from '@/lib/contract/plain/durations';
import { isSiteRunning } from '@/server/control/control-client';
import { createImageStore } from '@/server/create-deps';
import { describeDamage, RESTORE_STEP, checkPages, checkControlFile } from '@/server/db/page-checks';
import { countRunning, describeServer } from '@/server/db/postgres-server';
import type { ServerEnv } from '@/server/config/env';
import { checkImageFiles } from '@/server/images/image-store-file';
import {
  ANSWER_MS_MAX,
  CLOCK_MS_MAX,
  clockFinding,
  error,
  type Finding,
  ok,
  reasonOf,
  warning,
} from './doctor-probe';

/** How long the pages of the database, and the images, are read. The site itself checks all of its pages once a day. */
const READING_MS_MAX = 30 * SECOND_MS;

export async function checkFolder({ dataDir }: ServerEnv): Promise<Finding> {
  const folder = join(dataDir, 'database');
  if (!existsSync(folder))
    return warning('There is no database yet.', 'Start the site: it creates the database.');
  const control = existsSync(join(folder, 'PG_VERSION')) ? checkControlFile(folder) : 'damaged';
  if (control === 'damaged')
    return error(`The database in ${folder} is damaged: its first files cannot be read.`, RESTORE_STEP);
  const place = (await isSiteRunning(dataDir))
    ? 'The embedded database is open in the running site'
    : 'The embedded database is there; the site is not running';
  if (control === 'whole, without checksums') return ok(`${place}. Its pages have no checksums.`);
  const found = await checkPages(folder, { signal: AbortSignal.timeout(READING_MS_MAX) });
  if (found.damagedPageCount > 0) return error(describeDamage(folder, found), RESTORE_STEP);
  return ok(`${place}. ${describeRead(found.pageCount, found.isComplete)} pages match their checksums.`);
}

export async function checkPostgres(databaseURL: string): Promise<Finding> {
  try {
    const askedAtMs = Date.now();
    const { version, now, connectionsMax, hasChecksums, checksumFailures } = await describeServer(
      databaseURL,
      ANSWER_MS_MAX,
    );
    const differenceMs = Math.abs(now.getTime() - (askedAtMs + Date.now()) / 2);
    if (differenceMs > CLOCK_MS_MAX)
      return clockFinding(`PostgreSQL ${version} answers, but its clock`, differenceMs);
    if (checksumFailures > 0) {
      return error(
        `PostgreSQL ${version} answers, but has found ${checksumFailures} damaged pages.`,
        'Look for "page verification failed" in its log, and restore a backup into a new database; see docs/backup.md.',
      );
    }
    const imagePlaceCount = await countRunning('image_stores', databaseURL, ANSWER_MS_MAX);
    if (imagePlaceCount > 1) {
      return error(
        `The processes that use this PostgreSQL server store images in ${imagePlaceCount} places, and each lacks the images of the others.`,
        'Give all of them the same bucket (S3_), or let them share the folder DATA_DIR/images.',
      );
    }
    const siteFileCount = await countRunning('site_files', databaseURL, ANSWER_MS_MAX);
    if (siteFileCount > 1) {
      return warning(
        `The processes that use this PostgreSQL server have ${siteFileCount} different site files: the one that was started last decides.`,
        'Start all of them with the same site.json.',
      );
    }
    if (!hasChecksums) {
      return warning(
        `PostgreSQL ${version} answers, but its pages have no checksums: damage to its disk would stay unnoticed.`,
        'Stop the server once, and run pg_checksums --enable on its data folder.',
      );
    }
    return ok(`PostgreSQL ${version} answers, with up to ${connectionsMax} connections.`);
  } catch (thrown) {
    return error(
      `PostgreSQL does not answer (${reasonOf(thrown)}).`,
      'Check DATABASE_URL, and that the server runs and lets this machine in.',
    );
  }
}

/** The site measures their lag itself: here they only have to answer, as replicas. */
export async function checkReplicas(urls: readonly string[]): Promise<Finding> {
  for (const [index, url] of urls.entries()) {
    const name = `Replica ${index + 1}`;
    const state = await describeServer(url, ANSWER_MS_MAX).catch(reasonOf);
    if (typeof state === 'string') {
      return warning(
        `${name} does not answer (${state}): public reads leave it out.`,
        'Check DATABASE_REPLICA_URLS, and that the server runs and lets this machine in.',
      );
    }
    if (!state.isReplica) {
      return error(
        `${name} is no replica: public reads leave it out.`,
        'Correct DATABASE_REPLICA_URLS: each URL leads to one streaming replica of the server in DATABASE_URL.',
      );
    }
  }
  return ok(urls.length === 0 ? 'There are no replicas.' : `${urls.length} replicas answer.`);
}

export async function checkImages(env: ServerEnv): Promise<Finding> {
  const place = env.s3 ? `The bucket ${env.s3.bucket}` : 'The folder of images';
  const images = createImageStore(env);
  const name = `doctor-${process.pid}`;
  try {
    await images.write(name, Buffer.from('doctor'));
    const isStored = (await images.read(name))?.toString() === 'doctor';
    await images.delete([name]);
    if (isStored && env.s3) return ok(`${place} stores, returns and deletes files.`);
    if (isStored) return await checkStoredImages(join(env.dataDir, 'images'));
    return error(`${place} did not return what it had stored.`, 'Check the S3_ variables and the bucket.');
  } catch (thrown) {
    return error(
      `${place} cannot be used (${reasonOf(thrown)}).`,
      env.s3
        ? 'Check the S3_ variables, and that the key may read, write and delete.'
        : 'Check the rights of DATA_DIR/images.',
    );
  }
}

async function checkStoredImages(folder: string): Promise<Finding> {
  const found = await checkImageFiles(folder, AbortSignal.timeout(READING_MS_MAX));
  const { fileCount, damagedCount, damagedFile = '', isComplete } = found;
  if (damagedCount === 0) {
    return ok(
      `The folder of images stores, returns and deletes files. ${describeRead(fileCount, isComplete)} images match their hashes.`,
    );
  }
  return error(
    `${damagedCount.toLocaleString('en')} of ${fileCount.toLocaleString('en')} images are damaged, the first is ${damagedFile}.`,
    'Restore the images of the latest backup: npm run restore -- <file> --replace; see docs/backup.md.',
  );
}

const describeRead = (count: number, isComplete: boolean) =>
  isComplete ? `All ${count.toLocaleString('en')}` : `The first ${count.toLocaleString('en')}`;

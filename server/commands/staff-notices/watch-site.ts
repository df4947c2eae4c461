import { hostname } from 'node:os';
import { resolve } from 'node:path';
import * as z from 'zod/mini';
import { FREE_BYTES_MIN } from '@/server/base/free-space';
import type { Deps } from '@/server/deps';
import { deleteFinding, deleteOtherFindings, upsertFinding } from '@/server/queries/site-findings';
import { abortAfter, FETCH_LIMITS, FetchRefusal } from '@/server/web/fetch-limits';

/** A disk is well again with a tenth more than what is too little, so that it is not told of again and again. */
const WELL_FACTOR = 1.1;
const NAME_CHARS_MAX = 300;

/** Notes whether the disk of this machine is nearly full. */
export async function checkDisk({
  db,
  env,
  now,
  readFreeBytes,
}: Pick<Deps, 'db' | 'env' | 'now' | 'readFreeBytes'>): Promise<void> {
  const name = `${hostname()} ${resolve(env.dataDir)}`.slice(0, NAME_CHARS_MAX);
  const freeBytes = await readFreeBytes(env.dataDir);
  if (freeBytes < FREE_BYTES_MIN) await upsertFinding(db, { kind: 'disk', name }, now());
  else if (freeBytes >= FREE_BYTES_MIN * WELL_FACTOR) await deleteFinding(db, { kind: 'disk', name });
}

const release = z.object({ version: z.string().check(z.regex(/^\d{1,6}(?:\.\d{1,6}){2}$/)) });

/** Asks which release is the latest, where the owner has switched that on, and notes whether it is newer than this one. */
export async function checkRelease(
  {
    db,
    env,
    fetchPage,
    logger,
    now,
    version,
  }: Pick<Deps, 'db' | 'env' | 'fetchPage' | 'logger' | 'now' | 'version'>,
  signal: AbortSignal,
): Promise<void> {
  if (env.releaseURL === undefined) return;
  const latest = await fetchPage(new URL(env.releaseURL), {
    accept: 'application/json',
    signal: abortAfter(FETCH_LIMITS.ms, signal),
  })
    .then(({ bytes }) => release.parse(JSON.parse(bytes.toString())).version)
    .catch((err: unknown) => {
      // Nothing on the site depends on it: it is no failed job.
      logger.warn(
        err instanceof FetchRefusal ? {} : { err },
        'The latest release could not be read. It is asked for again tomorrow.',
      );
    });
  if (latest === undefined) return;
  const isNewer = isAbove(latest, version);
  if (isNewer) await upsertFinding(db, { kind: 'release', name: latest }, now());
  await deleteOtherFindings(db, { kind: 'release', name: isNewer ? latest : '' });
}

/** Whether a version comes after another one. */
function isAbove(version: string, other: string): boolean {
  const [a, b] = [version, other].map((each) => (each.split('-', 1)[0] ?? '').split('.').map(Number));
  for (const [index, part] of a?.entries() ?? []) {
    const difference = part - (b?.[index] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return false;
}

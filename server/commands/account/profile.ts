import { DAY_MS, formatInstant } from '@/lib/contract/plain/durations';
import { imageKey } from '@/lib/contract/plain/image-url';
import type { ProfileChanges } from '@/lib/contract/user';
import type { Deps } from '@/server/deps';
import { ApiError } from '@/server/base/errors';
import { freedSince, handleFault, nameFault, nameIssueOf } from '@/server/identity/deceptive-names';
import { skeletonOf } from '@/server/identity/skeleton';
import {
  findUser,
  hasOwnImage,
  isFreedHandle,
  listFreedTimes,
  listUncheckedNames,
  storeNameCheck,
  updateNameIssue,
  updateProfile as updateRow,
  type UserRow,
} from '@/server/queries/account/users';
import { retryConflicts } from '@/server/queries/write-conflict';
import { say, t, text } from '@/lib/texts/texts';

/**
 * Changes the given fields and leaves the others.
 *
 * @throws ApiError `bad_request` for an image that the user has not uploaded here, `conflict` for a handle of
 *   another user.
 */
export async function updateProfile(
  { db, env, now }: Pick<Deps, 'db' | 'env' | 'now'>,
  userId: string,
  given: ProfileChanges,
): Promise<UserRow | undefined> {
  const present = await findUser(db, userId);
  if (!present) return undefined;
  const changes: Parameters<typeof updateRow>[2] = {
    ...given,
    ...(await checkChangedNames({ db, env, now }, present, given)),
  };
  if (given.avatarURL) {
    const key = await requireOwnImage(db, userId, given.avatarURL);
    // Replaces the host of the given URL by our own.
    changes.avatarURL = `${env.serverURL}/images/${key}`;
  }
  if (Object.keys(changes).length === 0) return present;
  const row = await retryConflicts(() => updateRow(db, userId, changes), ['handle', 'handleSkeleton']);
  if (!row) throw handleIsTaken();
  return row;
}

/**
 * Checks a handle and a name that change, and says what moderators read about both then.
 *
 * @throws ApiError `bad_request` for those that no member may have, `conflict` for a handle that another member gave up lately.
 */
async function checkChangedNames(
  { db, env: { siteName }, now }: Pick<Deps, 'db' | 'env' | 'now'>,
  { id, handle: oldHandle, name: oldName, handleSince, createdAt }: UserRow,
  { handle = oldHandle, name = oldName }: ProfileChanges,
): Promise<Partial<Pick<UserRow, 'handleSkeleton' | 'nameIssue'>>> {
  const hasNewHandle = handle !== oldHandle;
  if (!hasNewHandle && name === oldName) return {};
  const faults = {
    handle: hasNewHandle ? handleFault(handle, siteName) : undefined,
    name: name === oldName ? undefined : nameFault(name, siteName),
  };
  for (const [field, fault] of Object.entries(faults))
    if (fault !== undefined) throw new ApiError('bad_request', fault, { fields: { [field]: fault } });
  if (hasNewHandle) await requireRename({ db, now }, id, handleSince ?? createdAt);
  const skeleton = skeletonOf(handle);
  const freed = { handle, skeleton, since: freedSince(now()), userId: id };
  if (hasNewHandle && (await isFreedHandle(db, freed))) throw handleIsTaken();
  return {
    nameIssue: nameIssueOf({ handle, name }, siteName),
    ...(hasNewHandle && { handleSkeleton: skeleton }),
  };
}

const RENAMES = { max: 3, days: 30 } as const;

/**
 * No other member gets a handle for 90 days that a member held for a day, so a member gives up few handles.
 *
 * @throws ApiError `conflict` with the day from which on it is possible again.
 */
async function requireRename(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  id: string,
  heldSince: Date,
): Promise<void> {
  if (heldSince.getTime() > now().getTime() - DAY_MS) return;
  const windowMs = RENAMES.days * DAY_MS;
  const freed = await listFreedTimes(db, id, new Date(now().getTime() - windowMs), RENAMES.max);
  const first = freed[RENAMES.max - 1];
  if (!first) return;
  const moment = formatInstant(new Date(first.getTime() + windowMs));
  const fault = text(
    'handle.changedTooOften',
    'A handle changes at most {max} times in {days} days. You can change yours again on {moment}.',
    { max: RENAMES.max, days: RENAMES.days, moment },
  );
  throw new ApiError('conflict', fault, { fields: { handle: say(fault) } });
}

const handleIsTaken = () =>
  new ApiError('conflict', text('handle.alreadyTaken', 'This handle is already taken.'), {
    fields: { handle: t('handle.taken', 'Taken.' /* of a handle, below its input */) },
  });

async function requireOwnImage(db: Deps['db'], userId: string, avatarURL: string): Promise<string> {
  const key = imageKey(avatarURL);
  if (key !== undefined && (await hasOwnImage(db, { key, ownerId: userId }))) return key;
  throw new ApiError('bad_request', text('avatar.uploadFirst', 'Upload the image here first.'), {
    fields: { avatarURL: t('avatar.notUploaded', 'Not uploaded here.') },
  });
}

const BATCH = 200;

/**
 * Computes what the handles of accounts look like that an earlier build has made, and notes for moderators which handles and names
 * the rules of today refuse. Renames no account.
 */
export async function checkNames({ db, env }: Pick<Deps, 'db' | 'env'>, signal: AbortSignal): Promise<void> {
  for (;;) {
    const unchecked = await listUncheckedNames(db, BATCH);
    if (unchecked.length === 0) return;
    for (const user of unchecked) {
      if (signal.aborted) return;
      const issue = nameIssueOf(user, env.siteName);
      if (!(await storeNameCheck(db, user, { skeleton: skeletonOf(user.handle), issue })))
        await updateNameIssue(
          db,
          user.id,
          issue ?? text('handle.looksLikeAnother', 'The handle looks like that of another member.'),
        );
    }
  }
}

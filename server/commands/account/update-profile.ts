import { FORMER_MEMBER } from '@/lib/contract/plain/former-member';
import { imageKey } from '@/lib/contract/plain/image-url';
import type { ProfileChanges } from '@/lib/contract/user';
import type { Deps } from '@/server/deps';
import { ApiError } from '@/server/errors';
import {
  findUser,
  hasOwnImage,
  updateProfile as updateRow,
  type UserRow,
} from '@/server/queries/account/users';
import { retryConflicts } from '@/server/queries/write-conflict';

/**
 * Changes the given fields and leaves the others.
 *
 * @throws ApiError `bad_request` for an image that the user has not uploaded here, `conflict` for a handle of
 *   another user.
 */
export async function updateProfile(
  { db, env }: Pick<Deps, 'db' | 'env'>,
  userId: string,
  given: ProfileChanges,
): Promise<UserRow | undefined> {
  const changes = { ...given };
  if (given.avatarURL) {
    const key = await requireOwnImage(db, userId, given.avatarURL);
    // Replaces the host of the given URL by our own.
    changes.avatarURL = `${env.serverURL}/images/${key}`;
  }
  if (Object.keys(changes).length === 0) return findUser(db, userId);
  if (changes.handle === FORMER_MEMBER.handle) throw handleIsTaken();
  const row = await retryConflicts(() => updateRow(db, userId, changes), ['handle']);
  if (!row) throw handleIsTaken();
  return row;
}

const handleIsTaken = () =>
  new ApiError('conflict', 'This handle is already taken.', { fields: { handle: 'Taken.' } });

async function requireOwnImage(db: Deps['db'], userId: string, avatarURL: string): Promise<string> {
  const key = imageKey(avatarURL);
  if (key !== undefined && (await hasOwnImage(db, { key, ownerId: userId }))) return key;
  throw new ApiError('bad_request', 'Upload the image here first.', {
    fields: { avatarURL: 'Not uploaded here.' },
  });
}

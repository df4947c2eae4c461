import type { BrakeName } from '@/lib/contract/plain/brake';
import type { Deps } from '@/server/deps';
import { ApiError } from '@/server/errors';
import type { Viewer } from '@/server/policies/viewer';
import { findUser } from '@/server/queries/account/users';
import { insertAuditEntry } from '@/server/queries/audit-entries';
import { deleteBrake, upsertBrake } from '@/server/queries/brakes';
import { noteSiteChange } from '@/server/queries/public-changes';

type BrakeDeps = Pick<Deps, 'brakes' | 'db' | 'now'>;

/** Stops something in every process within a second, and writes the audit entry in the same transaction. */
export async function setBrake(
  { brakes, db, now }: BrakeDeps,
  viewer: Viewer,
  { name, note }: { name: BrakeName; note: string },
): Promise<void> {
  const createdAt = now();
  await db.transaction(async (tx) => {
    await upsertBrake(tx, { name, note, createdAt });
    await noteSiteChange(tx);
    await audit(tx, viewer, { action: 'brake.set', name, createdAt });
  });
  brakes.forget();
}

/** Lets something go on. Safe to repeat: only the first call writes an audit entry. */
export async function releaseBrake(
  { brakes, db, now }: BrakeDeps,
  viewer: Viewer,
  name: BrakeName,
): Promise<void> {
  await db.transaction(async (tx) => {
    if (!(await deleteBrake(tx, name))) return;
    await noteSiteChange(tx);
    await audit(tx, viewer, { action: 'brake.release', name, createdAt: now() });
  });
  brakes.forget();
}

type AuditedChange = { action: 'brake.set' | 'brake.release'; name: BrakeName; createdAt: Date };

async function audit(
  db: Deps['db'],
  viewer: Viewer,
  { action, name, createdAt }: AuditedChange,
): Promise<void> {
  const actor = await findUser(db, viewer.userId);
  if (!actor) throw new ApiError('unauthenticated', 'Your account is gone.');
  await insertAuditEntry(db, {
    ...{ actorId: actor.id, actorHandle: actor.handle, action, createdAt },
    // Earlier versions of Sprig cannot read an entry of another kind.
    subjectKind: 'user',
    details: { brake: name },
  });
}

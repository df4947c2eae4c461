import type { BrakeName } from '@/lib/contract/plain/moderation';
import { logAction } from '@/server/commands/log-action';
import type { Deps } from '@/server/deps';
import type { Viewer } from '@/server/policies/viewer';
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
    await logAction(tx, viewer, { action: 'brake.set', details: { brake: name }, createdAt });
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
    await logAction(tx, viewer, { action: 'brake.release', details: { brake: name }, createdAt: now() });
  });
  brakes.forget();
}

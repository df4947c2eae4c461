import { statSync, utimesSync } from 'node:fs';

/** Without a heartbeat for this long, another process may soon take the lock. */
const FRESH_MS = 5_000;
/** Longer than another process needs from its last look at a dead lock to replacing it. */
export const SETTLE_MS = 250;

/** The file of a lock, and what tells it from another that has taken its place. */
export type LockProof = { file: string; ino: number; dev: number };

/** Whether the file of a lock is still in its place. @throws Error when the disk does not tell. */
export function isHeld({ file, ino, dev }: LockProof): boolean {
  const found = statSync(file, { throwIfNoEntry: false });
  return found?.ino === ino && found.dev === dev;
}

/** What the thread of the database knows of the lock: where it is, and when its last heartbeat was. */
export type Lease = { proof: LockProof; beats: SharedArrayBuffer };

/** Time that goes on while a process is stopped, and time that goes on while a machine is. The same in all threads. */
const nowMs = (): [number, number] => [Number(process.hrtime.bigint() / 1_000_000n), Date.now()];

export function beat({ beats }: Lease): void {
  new Float64Array(beats).set(nowMs());
}

/**
 * Returns a function to call before each write. It ends the thread if another process has taken the lock, which it asks
 * only after a pause without heartbeats: a process that was stopped goes on where it was, in the middle of a write.
 */
export function createWriteGuard(lease: Lease): () => void {
  const beats = new Float64Array(lease.beats);
  const pause = new Int32Array(new SharedArrayBuffer(4));
  return () => {
    const now = nowMs();
    if (now.every((ms, index) => Math.abs(ms - (beats[index] ?? 0)) < FRESH_MS)) return;
    if (!isStillHeld(lease.proof)) process.exit(1);
    Atomics.wait(pause, 0, 0, SETTLE_MS);
    if (!isStillHeld(lease.proof)) process.exit(1);
    beat(lease);
  };
}

/** Touches the lock, so that a process that watches the lock sees a sign of life. */
function isStillHeld(proof: LockProof): boolean {
  try {
    if (!isHeld(proof)) return false;
    utimesSync(proof.file, new Date(), new Date());
    return true;
  } catch {
    return false;
  }
}

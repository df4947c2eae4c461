import { OwnerError } from '@/server/base/errors';

const SHOWN_MAX = 40;

/** @throws OwnerError that names the faults, of which there should be none. */
export function requireNone(faults: readonly string[], what: string): void {
  if (faults.length === 0) return;
  throw new OwnerError(`${faults.length} ${what}:\n${faults.slice(0, SHOWN_MAX).join('\n')}`);
}

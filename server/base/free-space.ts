import { statfs } from 'node:fs/promises';
import { NOTICE_RULES } from '@/lib/contract/staff-notice';

/** With less, `doctor` warns, and admins are told. */
export const FREE_BYTES_MIN = NOTICE_RULES.freeGigabytesMin * 1_000_000_000;

/** How many bytes this user can still write to the disk of a folder. @throws Error when the disk cannot be measured. */
export async function readFreeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

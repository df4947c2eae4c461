import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The control file of PostgreSQL 18, in bytes. */
const CONTROL = { bytes: 8_192, versionAt: 8, version: 1800, checksumsAt: 252, crcAt: 292 } as const;

/** What the start of the embedded database needs first, and what says whether its pages have checksums. */
export type ControlFile = 'whole' | 'whole, without checksums' | 'damaged';

/** @param folder of the embedded database. */
export function checkControlFile(folder: string): ControlFile {
  const path = join(folder, 'global', 'pg_control');
  const bytes = existsSync(path) ? readFileSync(path) : Buffer.alloc(0);
  if (bytes.length !== CONTROL.bytes) return 'damaged';
  if (bytes.readUInt32LE(CONTROL.versionAt) !== CONTROL.version) return 'damaged';
  if (crc32c(bytes.subarray(0, CONTROL.crcAt)) !== bytes.readUInt32LE(CONTROL.crcAt)) return 'damaged';
  return bytes.readUInt32LE(CONTROL.checksumsAt) === 1 ? 'whole' : 'whole, without checksums';
}

function crc32c(bytes: Buffer): number {
  let crc = -1;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0x82f63b78 : 0);
  }
  return ~crc >>> 0;
}

import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** The kernel's limit for the path of a Unix socket: 108 bytes with its end on Linux, 104 on macOS. */
const PATH_BYTES_MAX = 103;

/**
 * Where the running site can be reached from the same machine: `control.sock` in its data folder, or, when that
 * path is too long for a socket, a name made from it in the folder for temporary files.
 */
export function controlSocketPath(dataDir: string): string {
  const folder = resolve(dataDir);
  const path = join(folder, 'control.sock');
  if (Buffer.byteLength(path) <= PATH_BYTES_MAX) return path;
  const digest = createHash('sha256').update(folder).digest('hex').slice(0, 16);
  return join(tmpdir(), `directory-${digest}.sock`);
}

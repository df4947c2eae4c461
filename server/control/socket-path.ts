import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** The limit for the path of a Unix socket: 108 bytes including the terminator on Linux, 104 on macOS. */
const PATH_BYTES_MAX = 103;

/**
 * The socket of the running site: `control.sock` in its data folder. When that path is too long for a socket, a name
 * derived from it in the folder for temporary files.
 */
export function controlSocketPath(dataDir: string): string {
  const folder = resolve(dataDir);
  const path = join(folder, 'control.sock');
  if (Buffer.byteLength(path) <= PATH_BYTES_MAX) return path;
  const digest = createHash('sha256').update(folder).digest('hex').slice(0, 16);
  return join(tmpdir(), `directory-${digest}.sock`);
}

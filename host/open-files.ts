import { readFileSync } from 'node:fs';

/** What a start needs: it loads hundreds of files at once. Later, each visitor's connection counts as a file. */
const OPEN_FILES_MIN = 512;
/** For a site with visitors. */
const OPEN_FILES_ADVISED = 65_536;

/** @returns a sentence for the owner when the system lets this process open too few files. Only Linux tells. */
export function findTooFewFiles(): string | undefined {
  const max = Number(/^Max open files\s+\d+\s+(\d+)/m.exec(readLimits())?.[1] ?? Infinity);
  if (max >= OPEN_FILES_MIN) return undefined;
  return `This process may open ${max} files and connections at once, and needs ${OPEN_FILES_MIN}: run "ulimit -n ${OPEN_FILES_ADVISED}" before the start, or set LimitNOFILE=${OPEN_FILES_ADVISED} in the systemd unit.`;
}

function readLimits(): string {
  try {
    return readFileSync('/proc/self/limits', 'utf8');
  } catch {
    return '';
  }
}

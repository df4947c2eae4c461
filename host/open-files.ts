import { readFileSync } from 'node:fs';

/** What a start needs. Later, each visitor's connection counts as a file. */
const OPEN_FILES_MIN = 512;
/** What a site with visitors should be allowed. */
const OPEN_FILES_ADVISED = 65_536;

/**
 * Loads and so starts a program, which opens hundreds of files at once. Where the system lets this process open too few,
 * which only Linux tells, it says so and fails.
 */
export async function runWithEnoughFiles(load: () => Promise<unknown>): Promise<void> {
  const max = Number(/^Max open files\s+\d+\s+(\d+)/m.exec(readLimits())?.[1] ?? Infinity);
  if (max >= OPEN_FILES_MIN) {
    await load();
    return;
  }
  process.exitCode = 1;
  console.error(
    `This process may open ${max} files and connections at once, and needs ${OPEN_FILES_MIN}: run "ulimit -n ${OPEN_FILES_ADVISED}" before the start, or set LimitNOFILE=${OPEN_FILES_ADVISED} in the systemd unit.`,
  );
}

function readLimits(): string {
  try {
    return readFileSync('/proc/self/limits', 'utf8');
  } catch {
    return '';
  }
}

import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { hasErrorCode } from '@/server/errno';
import { DatabaseStartError } from './start-error';

const HEARTBEAT_MS = 2_000;
/** How long a lock from another host is watched for heartbeats. */
const WATCH_MS = 4 * HEARTBEAT_MS;
/** Longer than another process needs from reading a dead lock to replacing it. */
const SETTLE_MS = 150;
const ATTEMPTS_MAX = 20;

type Holder = { id: string; pid: number; startedAtTick: string | null; host: string; since: string };

export type DirectoryLock = {
  /** Resolves when another process has taken the lock. The folder must not be written after that. */
  lost: Promise<void>;
  release(): void;
};

/** Another process, or another part of this process, has the embedded database open. */
export class DirectoryLockedError extends DatabaseStartError {
  override readonly name = 'DirectoryLockedError';
}

/**
 * Locks a folder for this process: two writers on one PGlite folder lose committed rows. Replaces the lock of a
 * process that has ended.
 *
 * @throws DirectoryLockedError when another process has the lock.
 */
export async function lockDirectory(folder: string): Promise<DirectoryLock> {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'database.lock');
  const me: Holder = {
    id: randomUUID(),
    pid: process.pid,
    startedAtTick: startTick(process.pid),
    host: hostname(),
    since: new Date().toISOString(),
  };
  const text = JSON.stringify(me);
  const isMine = () => readIfThere(file) === text;

  for (let attempt = 1; !createFile(file, text); attempt += 1) {
    const held = readIfThere(file);
    if (held !== null && (await isAlive(held, file))) throw lockedError(folder, held);
    if (attempt === ATTEMPTS_MAX) throw lockedError(folder, held ?? '');
    if (held === null) continue;

    const replacement = `${file}.${me.id}`;
    writeFileSync(replacement, text);
    if (readIfThere(file) === held) {
      renameSync(replacement, file);
      break;
    }
    rmSync(replacement, { force: true });
  }

  // Two processes that found the same dead lock may both have replaced it. The last one holds the lock.
  await sleep(SETTLE_MS);
  if (!isMine()) throw lockedError(folder, readIfThere(file) ?? '');

  let beat: NodeJS.Timeout | undefined;
  const lost = new Promise<void>((resolve) => {
    beat = setInterval(() => {
      if (touchIf(isMine, file)) return;
      clearInterval(beat);
      resolve();
    }, HEARTBEAT_MS);
    beat.unref();
  });
  return {
    lost,
    release: () => {
      clearInterval(beat);
      if (isMine()) rmSync(file, { force: true });
    },
  };
}

function lockedError(folder: string, held: string): DirectoryLockedError {
  const holder = parseHolder(held);
  const who = holder ? `process ${holder.pid} on ${holder.host}, since ${holder.since}` : 'another process';
  return new DirectoryLockedError(
    `The database in ${resolve(folder)} is open in ${who}. The embedded database takes one process: ` +
      'stop that one first, set DATA_DIR to another folder, or set DATABASE_URL to share a PostgreSQL server.',
  );
}

/** On this host the kernel knows. A holder on another host or in another container touches the file as a heartbeat. */
async function isAlive(held: string, file: string): Promise<boolean> {
  const holder = parseHolder(held);
  if (holder?.host === hostname()) return isProcessAlive(holder);

  const before = modifiedAtMs(file);
  for (let waitedMs = 0; waitedMs < WATCH_MS; waitedMs += 250) {
    await sleep(250);
    if (modifiedAtMs(file) !== before) return readIfThere(file) !== null;
  }
  return false;
}

function isProcessAlive({ pid, startedAtTick }: Holder): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (hasErrorCode(error, 'ESRCH')) return false;
  }
  if (startedAtTick === null) return true;
  // Another process may have the number now, or the process may be a zombie.
  return startTick(pid) === startedAtTick;
}

/** When the process started, in kernel ticks; null when it has ended or the system does not tell. */
function startTick(pid: number): string | null {
  const stat = readIfThere(`/proc/${pid}/stat`);
  if (stat === null) return null;
  // The second field is the name in parentheses, which may contain spaces and parentheses.
  const [state, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return state === 'Z' || state === 'X' ? null : (rest[18] ?? null);
}

function parseHolder(text: string): Holder | null {
  try {
    const value: unknown = JSON.parse(text);
    return isHolder(value) ? value : null;
  } catch {
    return null;
  }
}

function isHolder(value: unknown): value is Holder {
  return (
    typeof value === 'object' &&
    value !== null &&
    'pid' in value &&
    typeof value.pid === 'number' &&
    value.pid > 0 &&
    'host' in value &&
    'since' in value &&
    'startedAtTick' in value
  );
}

function createFile(file: string, text: string): boolean {
  try {
    writeFileSync(file, text, { flag: 'wx' });
    return true;
  } catch (error) {
    if (hasErrorCode(error, 'EEXIST')) return false;
    throw error;
  }
}

function readIfThere(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return null;
    throw error;
  }
}

function modifiedAtMs(file: string): number | null {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? null;
}

/** @returns false when another process certainly has the lock. A failing disk does not count as that. */
function touchIf(isMine: () => boolean, file: string): boolean {
  try {
    if (!isMine()) return false;
    const now = new Date();
    utimesSync(file, now, now);
  } catch {
    return true;
  }
  return true;
}

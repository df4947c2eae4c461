import { randomUUID } from 'node:crypto';
import {
  closeSync,
  fstatSync,
  futimesSync,
  mkdirSync,
  openSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseStartError, hasErrorCode } from '@/server/base/errors';
import { beat, isHeld, type Lease, SETTLE_MS } from './lease';

const HEARTBEAT_MS = 2_000;
/** How long a lock is watched for heartbeats, unless the kernel knows its process. */
const WATCH_MS = 12_000;
const ATTEMPTS_MAX = 20;

type Holder = {
  id: string;
  pid: number;
  startedAtTick: string | null;
  host: string;
  since: string;
  /** What gives process ids their meaning. Absent in the locks of earlier versions. */
  processTable?: string;
};

export type DirectoryLock = {
  /** What the thread of the database knows of this lock. */
  lease: Lease;
  /** Resolves to a sentence when the lock is no longer held. The folder must not be written after that. */
  lost: Promise<string>;
  release(): void;
};

/** Another process, or another part of this process, has the embedded database open. */
export class DirectoryLockedError extends DatabaseStartError {
  override readonly name = 'DirectoryLockedError';
}

type LockOptions = {
  /** Told once, in a sentence, that the process of a lock may have ended without removing it. */
  onWait?: (sentence: string) => void;
};

/**
 * Locks a folder for this process: two writers on one PGlite folder lose committed rows. Replaces the lock of a
 * process that has ended.
 *
 * @throws DirectoryLockedError when another process has the lock.
 */
export async function lockDirectory(folder: string, { onWait }: LockOptions = {}): Promise<DirectoryLock> {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'database.lock');
  const me: Holder = {
    id: randomUUID(),
    pid: process.pid,
    startedAtTick: startTick(process.pid) ?? null,
    host: hostname(),
    since: new Date().toISOString(),
    processTable: processTable(),
  };
  const text = JSON.stringify(me);

  for (let attempt = 1; !createFile(file, text); attempt += 1) {
    const held = readIfThere(file);
    if (held !== null && (await isAlive(held, file, onWait))) throw lockedError(folder, held);
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
  if (readIfThere(file) !== text) throw lockedError(folder, readIfThere(file) ?? '');
  return keepLock(file);
}

function keepLock(file: string): DirectoryLock {
  // As long as it is open, no other file gets its number. So a heartbeat needs no further file, of which there may be none.
  const opened = openSync(file, 'r+');
  const { ino, dev } = fstatSync(opened);
  const proof = { file, ino, dev };
  const lease = { proof, beats: new SharedArrayBuffer(16) };
  beat(lease);
  let timer: NodeJS.Timeout | undefined;
  const lost = new Promise<string>((resolve) => {
    timer = setInterval(() => {
      const problem = renew(lease, opened);
      if (problem === undefined) return;
      clearInterval(timer);
      resolve(problem);
    }, HEARTBEAT_MS);
    timer.unref();
  });
  return {
    lease,
    lost,
    release: () => {
      clearInterval(timer);
      if (isHeld(proof)) rmSync(file, { force: true });
      closeSync(opened);
    },
  };
}

/** Gives a sign of life. @returns a sentence when the lock is certainly lost. A failing disk does not count as that. */
function renew(lease: Lease, opened: number): string | undefined {
  const { proof } = lease;
  try {
    if (isHeld(proof)) {
      const now = new Date();
      futimesSync(opened, now, now);
      beat(lease);
      return undefined;
    }
    return readIfThere(proof.file) === null
      ? 'The data folder is gone.'
      : 'Another process has taken the data folder.';
  } catch {
    return undefined;
  }
}

function lockedError(folder: string, held: string): DirectoryLockedError {
  const holder = parseHolder(held);
  const who = holder ? `process ${holder.pid} on ${holder.host}, since ${holder.since}` : 'another process';
  return new DirectoryLockedError(
    `The database in ${resolve(folder)} is open in ${who}. The embedded database takes one process: ` +
      'stop that one first, set DATA_DIR to another folder, or set DATABASE_URL to share a PostgreSQL server.',
  );
}

/**
 * Whether the process of a lock lives. Its heartbeat decides: it touches the file. The kernel is asked only about a process
 * of the same process table, because another table on this host, as that of a container, has other processes.
 */
async function isAlive(held: string, file: string, onWait: LockOptions['onWait']): Promise<boolean> {
  const holder = parseHolder(held);
  const table = processTable();
  if (holder && table !== undefined && holder.processTable === table) {
    const isKnownAlive = isProcessAlive(holder);
    if (isKnownAlive !== undefined) return isKnownAlive;
  }

  const before = modifiedAtMs(file);
  onWait?.(
    `The database was open in ${holder ? `process ${holder.pid} on ${holder.host}` : 'another process'}. ` +
      `Waiting up to ${WATCH_MS / 1_000} seconds for a sign of life.`,
  );
  for (let waitedMs = 0; waitedMs < WATCH_MS; waitedMs += 250) {
    await sleep(250);
    if (modifiedAtMs(file) !== before) return readIfThere(file) !== null;
  }
  return false;
}

/** Names the table of processes that this process is in; undefined where it cannot be told. */
function processTable(): string | undefined {
  if (process.platform !== 'linux') return hostname();
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return `${boot} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return undefined;
  }
}

/** Undefined when the kernel hides the process: with `hidepid` or `ProtectProc`, those of other users. */
function isProcessAlive({ pid, startedAtTick }: Holder): boolean | undefined {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (hasErrorCode(error, 'ESRCH')) return false;
  }
  if (startedAtTick === null) return true;
  // Another process may have the number now, or the process may be a zombie.
  const tick = startTick(pid);
  return tick === undefined ? undefined : tick === startedAtTick;
}

/** When the process started, in kernel ticks; null when it has ended, undefined when the system does not tell. */
function startTick(pid: number): string | null | undefined {
  const stat = readIfThere(`/proc/${pid}/stat`);
  if (stat === null) return undefined;
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

const modifiedAtMs = (file: string) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? null;

import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pino from 'pino';
import { HOUR_MS, MINUTE_MS } from '@/lib/contract/plain/durations';
import { type NpmProcess, spawnNpm } from '../setup/npm-process';
import { addMembers, siteEnv } from './built-site';
import { findLost } from './kill-writes-lost';
import { MixedWrites } from './kill-writes-load';
import { countMiscounted, withPool } from './vote-directory';

const MEMBERS = 100;
const CLIENTS = 6;
const DISK_MB = 220;
const WRITING_MS = 5_000;
const FAKETIME = '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1';
const logger = pino({ level: 'silent' });

/**
 * Starts the built site with few files, on a full and on a read-only disk, and lets its clock jump. It must say what is
 * missing in one sentence, lose nothing that it has acknowledged, and work again when the resource is back.
 */
export async function drillResources(folder: string): Promise<string> {
  assert.equal(process.getuid?.(), 0, 'The drill mounts disks: run it as root.');
  const env = await siteEnv();
  return [
    startWithFewFiles(env, join(folder, 'files')),
    ...(await Promise.all([fillDisk(env, join(folder, 'disk')), jumpClock(env, join(folder, 'clock'))])),
  ].join('\n      ');
}

/** Runs the start command to its end. @returns what it says. */
function startToEnd(command: string, env: Record<string, string>): string {
  const { status, stderr } = spawnSync('sh', ['-c', command], {
    ...{ encoding: 'utf8', timeout: 2 * MINUTE_MS },
    env: { ...process.env, NODE_OPTIONS: '', NODE_ENV: 'production', BACKUP_DIR: 'off', PORT: '0', ...env },
  });
  assert.equal(status, 1, stderr);
  assert.match(stderr, /^[^\n]+\.\n$/, 'One sentence');
  return stderr.trim();
}

const startWithFewFiles = (env: Record<string, string>, dataDir: string) =>
  `64 files: ${startToEnd('ulimit -n 64; exec node dist/listgrove.js start', { ...env, DATA_DIR: dataDir })}`;

/** A disk of its own, which is filled while members write, and then read-only for a start. */
async function fillDisk(env: Record<string, string>, disk: string): Promise<string> {
  await mkdir(disk);
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m,mode=0700`, 'tmpfs', disk]);
  try {
    const dataDir = join(disk, 'data');
    const writes = new MixedWrites(await addMembers({ dataDir, logger }, MEMBERS));
    let site = await spawnNpm('start', { ...env, DATA_DIR: dataDir, DRAIN_NOTICE_MS: '0' });
    await write(site, writes);
    const filler = join(disk, 'filler');
    const { bavail, bsize } = await statfs(disk);
    await writeFile(filler, Buffer.alloc(bavail * bsize + 1_000_000)).catch(() => undefined);
    const before = countOf(writes);
    await write(site, writes);
    const whileFull = countOf(writes) - before;
    const page = await fetch(site.url);
    assert.equal(page.status, 200, 'The home page is served while the disk is full');
    const isReady = (await fetch(new URL('/readyz', site.url))).ok;
    const full = `disk full: the home page is served, /readyz says ${isReady ? 'ready' : 'not ready'}, ${whileFull} writes acknowledged`;

    const sentence = askDoctor({ ...env, DATA_DIR: dataDir });
    await rm(filler);
    // PostgreSQL ends when it cannot write its log of changes. A service manager starts the site again.
    site.signal('npm', 'SIGTERM');
    await site.exited;
    site = await spawnNpm('start', { ...env, DATA_DIR: dataDir, DRAIN_NOTICE_MS: '0' });
    const beforeRoom = countOf(writes);
    await write(site, writes);
    assert.ok(countOf(writes) > beforeRoom, 'Writes work when there is room again');
    await stop(site);
    execFileSync('mount', ['-o', 'remount,ro', disk]);
    const readOnly = startToEnd('exec node dist/listgrove.js start', { ...env, DATA_DIR: dataDir });
    execFileSync('mount', ['-o', 'remount,rw', disk]);
    return `${full}; doctor says: ${sentence}\n      read-only: ${readOnly}\n      with room again: ${await judge(dataDir, writes)}`;
  } finally {
    execFileSync('umount', ['-l', disk]);
  }
}

/** @returns what doctor says about the disk. */
function askDoctor(env: Record<string, string>): string {
  const { status, stdout } = spawnSync(process.execPath, ['dist/listgrove.js', 'doctor'], {
    ...{ encoding: 'utf8', timeout: 2 * MINUTE_MS },
    env: { ...process.env, NODE_OPTIONS: '', NODE_ENV: 'production', BACKUP_DIR: 'off', ...env },
  });
  const [, sentence] = /^error +(?:data folder|disk space) +(.+)$/m.exec(stdout) ?? [];
  assert.equal(status, 1, stdout);
  assert.ok(sentence, stdout);
  return sentence;
}

/** A clock that is set forward and back by an hour while members write. */
async function jumpClock(env: Record<string, string>, dataDir: string): Promise<string> {
  if (!existsSync(FAKETIME)) {
    execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'libfaketime'], {
      stdio: 'ignore',
    });
  }
  await mkdir(dataDir);
  const offset = join(dataDir, 'offset');
  await writeFile(offset, '+0');
  const writes = new MixedWrites(await addMembers({ dataDir, logger }, MEMBERS));
  const site = await spawnNpm('start', {
    ...env,
    ...{ DATA_DIR: dataDir, DRAIN_NOTICE_MS: '0', LD_PRELOAD: FAKETIME, DONT_FAKE_MONOTONIC: '1' },
    ...{ FAKETIME_TIMESTAMP_FILE: offset, FAKETIME_CACHE_DURATION: '1' },
  });
  const counts: string[] = [];
  for (const jump of ['+0', '+1h', '-1h', '+0']) {
    await writeFile(offset, jump);
    await sleep(2_000);
    const before = countOf(writes);
    await write(site, writes);
    const clock = new Date((await fetch(new URL('/healthz', site.url))).headers.get('date') ?? '');
    const hours = Math.round((clock.getTime() - Date.now()) / HOUR_MS) + 0;
    assert.equal(hours, parseInt(jump, 10), 'The clock of the site has jumped');
    assert.ok(countOf(writes) > before, `Writes are acknowledged at ${jump}`);
    counts.push(`${countOf(writes) - before} at ${jump}`);
  }
  await stop(site);
  return `clock: writes acknowledged: ${counts.join(', ')}; ${await judge(dataDir, writes)}`;
}

async function write(site: NpmProcess, writes: MixedWrites): Promise<void> {
  await writes.readProducts(site.url);
  const sending = writes.sendFromClients(site.url, CLIENTS);
  await sleep(WRITING_MS);
  writes.stop();
  await sending;
}

async function stop(site: NpmProcess): Promise<void> {
  site.signal('npm', 'SIGTERM');
  assert.equal(await site.exited, 0);
}

const countOf = ({ acknowledged }: MixedWrites) =>
  Object.values(acknowledged).reduce((sum, list) => sum + list.length, 0);

async function judge(dataDir: string, writes: MixedWrites): Promise<string> {
  const [lost, miscounted] = await withPool(
    { dataDir, logger },
    async (pool) =>
      [await findLost(pool, dataDir, writes.acknowledged), await countMiscounted(pool)] as const,
  );
  const line = `${countOf(writes)} writes acknowledged, ${lost.length} lost, ${miscounted} counts wrong`;
  assert.deepEqual([lost.slice(0, 3), miscounted], [[], 0], line);
  return line;
}

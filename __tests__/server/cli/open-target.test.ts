import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listenControlSocket } from '@/host/listen';
import { openTarget } from '@/server/cli/open-target';
import { createControlApp } from '@/server/control/control-app';
import { type DirectoryLock, DirectoryLockedError, lockDirectory } from '@/server/db/directory-lock';
import { setUpTestApp } from '../../setup/test-app';

/** A terminal command while another process holds the data folder. */
const api = setUpTestApp();
const realNow = Date.now;
let folder = '';
let lock: DirectoryLock | undefined;
const env = () => ({ ...api.deps().env, databaseURL: undefined, dataDir: folder });

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'open-target-'));
  lock = await lockDirectory(folder);
});
afterEach(async () => {
  lock?.release();
  Date.now = realNow;
  await rm(folder, { recursive: true, force: true });
});

it('waits for a site that is starting, and uses it once the site listens', async () => {
  const opening = openTarget(env());
  const { close } = await listenControlSocket(createControlApp(api.deps()), folder);

  expect((await opening).description).toBe('the running site');
  await close();
});

it('fails after 15 seconds when the process that holds the folder does not listen', async () => {
  const startedAtMs = realNow();
  const instants = [startedAtMs, startedAtMs + 15_000];
  Date.now = () => instants.shift() ?? startedAtMs + 15_001;

  await expect(openTarget(env())).rejects.toThrow(DirectoryLockedError);
  expect(instants).toEqual([]);
});

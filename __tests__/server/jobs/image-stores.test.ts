import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { MINUTE_MS, SECOND_MS } from '@/lib/contract/plain/durations';
import { JobWaker } from '@/server/base/job-waker';
import { checkImageStores } from '@/server/commands/images/check-image-stores';
import { createImageStore } from '@/server/create-deps';
import { checkImageFiles } from '@/server/images/image-store-file';
import { setUpTestApp } from '../../setup/test-app';

const api = setUpTestApp({ databaseURL: 'postgres://db/site' });
const bucket = { endpoint: 'https://s3.example', region: 'eu', bucket: 'images' };
const s3 = { ...bucket, accessKeyId: 'id', secretAccessKey: 'secret' };
let folders: string[] = [];
afterEach(async () => {
  for (const folder of folders) await rm(folder, { recursive: true });
  folders = [];
});

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'image-stores-'));
  folders.push(folder);
  return folder;
}

/** A process of the site, which returns what it has logged since. */
function start(env: Parameters<typeof createImageStore>[0]) {
  const logged: string[] = [];
  const logger = pino({ level: 'warn' }, { write: (line: string) => void logged.push(line) });
  const deps = { ...api.deps(), images: createImageStore(env), jobWaker: new JobWaker(), logger };
  return async () => {
    await checkImageStores(deps);
    return logged.splice(0).length;
  };
}

const later = (ms: number) => (api.clock.now = new Date(api.clock.now.getTime() + ms));

it('says once that another process stores images elsewhere, as on a second machine without a bucket', async () => {
  const folder = await newFolder();
  const one = start({ s3: undefined, dataDir: folder });
  expect([await one(), await start({ s3: undefined, dataDir: folder })()]).toEqual([0, 0]);
  const other = start({ s3: undefined, dataDir: await newFolder() });
  expect([await other(), await one(), await one(), await other()]).toEqual([1, 1, 0, 0]);

  later(MINUTE_MS + SECOND_MS);
  expect([await one(), await start({ s3, dataDir: folder })()]).toEqual([0, 1]);
  expect(await checkImageFiles(join(folder, 'images'), new AbortController().signal)).toMatchObject({
    fileCount: 0,
  });
});

it('says nothing about processes with one bucket, or with a database of their own', async () => {
  const [one, other] = [start({ s3, dataDir: 'a' }), start({ s3, dataDir: 'b' })];
  expect([await one(), await other(), await one()]).toEqual([0, 0, 0]);
  const embedded = { ...api.deps(), env: { ...api.deps().env, databaseURL: undefined } };
  await checkImageStores(embedded);
  expect((await api.pool.query('SELECT FROM image_stores')).rows).toHaveLength(1);
});

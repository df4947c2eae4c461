import { createHash, randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { HOUR_MS } from '@/lib/contract/plain/durations';
import { deleteUnusedImages } from '@/server/commands/images/delete-unused-images';
import { checkImageFiles, createFileStore } from '@/server/images/image-store-file';
import { setUpTestApp } from '../../setup/test-app';

const api = setUpTestApp();
const damaged: string[] = [];
const never = new AbortController().signal;
let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'images-'));
  damaged.length = 0;
});
afterEach(() => rm(folder, { recursive: true }));

const store = () => createFileStore(folder, (name) => damaged.push(name));
const fileOf = (name: string) => join(folder, name.slice(0, 2), name);

it('returns what it has stored, and not what has changed on the disk', async () => {
  const bytes = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#123' } })
    .webp()
    .toBuffer();
  await store().write('ab123/card.webp', bytes);
  await store().write('cd456/original', Buffer.alloc(0));
  await writeFile(join(folder, 'ab', 'abold'), 'stored by an earlier version');

  expect(await store().read('ab123/card.webp')).toEqual(bytes);
  expect(await store().read('cd456/original')).toEqual(Buffer.alloc(0));
  expect((await store().read('abold'))?.toString()).toBe('stored by an earlier version');
  expect(await readdir(join(folder, 'parts'))).toEqual([]);
  // Programs of other people read the file as the image that it is.
  expect((await sharp(await readFile(fileOf('ab123/card.webp'))).metadata()).width).toBe(9);
  expect(await checkImageFiles(folder, never)).toEqual({ fileCount: 3, damagedCount: 0, isComplete: true });

  const stored = await readFile(fileOf('ab123/card.webp'));
  stored[20] = (stored[20] ?? 0) ^ 1;
  await writeFile(fileOf('ab123/card.webp'), stored);
  expect(await store().read('ab123/card.webp')).toBeUndefined();
  expect(damaged).toEqual(['ab123/card.webp']);
  expect(await checkImageFiles(folder, never)).toEqual({
    ...{ fileCount: 3, damagedCount: 1, isComplete: true },
    damagedFile: 'ab/ab123/card.webp',
  });
});

it('knows the hash of an image that an earlier build has stored', async () => {
  const bytes = Buffer.from('image');
  const stored = Buffer.concat([
    bytes,
    Buffer.from('\0sprig1\0'),
    createHash('sha256').update(bytes).digest(),
  ]);
  await mkdir(join(folder, 'ab'));
  await writeFile(join(folder, 'ab', 'ab123'), stored);
  expect(await store().read('ab123')).toEqual(bytes);

  stored[0] = 0;
  await writeFile(join(folder, 'ab', 'ab123'), stored);
  expect(await store().read('ab123')).toBeUndefined();
});

it('deletes the files of killed writes a day later', async () => {
  await store().write('ab123/card.webp', Buffer.from('image'));
  const [killed, running] = [randomUUID(), randomUUID()];
  for (const name of [killed, running]) await writeFile(join(folder, 'parts', name), 'half an im');
  const { db, now } = api.deps();
  const dayAgo = new Date(now().getTime() - 26 * HOUR_MS);
  await utimes(join(folder, 'parts', killed), dayAgo, dayAgo);
  await utimes(join(folder, 'parts', running), now(), now());

  await deleteUnusedImages({ db, images: store(), now });

  expect(await readdir(join(folder, 'parts'))).toEqual([running]);
  expect((await store().read('ab123/card.webp'))?.toString()).toBe('image');
});

it('leaves nothing behind when the disk refuses an image', async () => {
  await mkdir(fileOf('ab123/card.webp'), { recursive: true });
  await expect(store().write('ab123/card.webp', Buffer.from('image'))).rejects.toThrow('EISDIR');
  expect(await readdir(join(folder, 'parts'))).toEqual([]);
});

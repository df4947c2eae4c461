import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readArchive, writeArchive } from '@/server/backup/archive';

it('counts the bytes of tables and images, which tell how much room a restore needs', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'archive-'));
  const archive = writeArchive(join(folder, 'site.backup'));
  for (const [name, size] of Object.entries({
    'backup.json': 1,
    'tables/tags.1': 10,
    'tables/users.1': 20,
    'images/a/card.avif': 100,
    'images/a/original': 200,
    'images/b/card.avif': 400,
  })) {
    await archive.add(name, Buffer.alloc(size));
  }
  const sums = await archive.finish({});
  await rm(folder, { recursive: true });

  expect(sums).toMatchObject({ entryCount: 6, tableBytes: 30, imageBytes: 700, imageCount: 2 });
});

it('does not call a file damaged when what reads its entries fails, or when the file cannot be read', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'archive-'));
  const file = join(folder, 'site.backup');
  const archive = writeArchive(file);
  await archive.add('header.json', Buffer.from('{}'));
  await archive.add('tables/tags/000001.jsonl', Buffer.from('[]'));
  await archive.finish({});
  const names: string[] = [];
  const failing = readArchive(file, ({ name }) => {
    names.push(name);
    if (name.startsWith('tables/')) throw new Error('The table is full.');
  });

  await expect(failing).rejects.toThrow('The table is full.');
  expect(names).toEqual(['header.json', 'tables/tags/000001.jsonl']);
  await expect(readArchive(folder, () => undefined)).rejects.toThrow('EISDIR');
  await rm(folder, { recursive: true });
});

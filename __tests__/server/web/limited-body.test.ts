import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { abortable } from '@/server/web/fetch-limits';
import { readLimited } from '@/server/web/limited-body';

const text = 'It is the same text. '.repeat(50);

/** The bytes as they come from the network, in parts of this size. */
const bodyOf = (bytes: Buffer, partSize = 100) =>
  Readable.from(
    Array.from({ length: Math.ceil(bytes.length / partSize) }, (_, index) =>
      bytes.subarray(index * partSize, (index + 1) * partSize),
    ),
    { objectMode: false },
  );

it.each([
  ['', (words: string) => Buffer.from(words)],
  ['identity', (words: string) => Buffer.from(words)],
  ['gzip', gzipSync],
  ['x-gzip', gzipSync],
  ['deflate', deflateSync],
  ['br', brotliCompressSync],
])('reads the first bytes of a body with the coding %j', async (coding, pack: (text: string) => Buffer) => {
  const read = async (bytesMax: number) => {
    const found = await readLimited(bodyOf(pack(text)), coding, bytesMax);
    return found && [found.bytes.toString(), found.isCut];
  };
  expect(await read(text.length + 1)).toEqual([text, false]);
  expect(await read(text.length)).toEqual([text, false]);
  expect(await read(text.length - 1)).toEqual([text.slice(0, -1), true]);
});

it.each(['compress', 'gzip, br', 'gzip '])('cannot read the coding %j', async (coding) => {
  expect(await readLimited(bodyOf(gzipSync(text)), coding, 10)).toBeUndefined();
});

it.each(['gzip', 'deflate', 'br'])('cannot read bytes that are no %s', async (coding) => {
  expect(await readLimited(bodyOf(Buffer.from(text)), coding, 10_000)).toBeUndefined();
});

it.each([
  ['gzip', gzipSync],
  ['br', brotliCompressSync],
])('reads what there is of a %s body that ends early', async (coding, pack) => {
  const noise = randomBytes(5_000).toString('hex');
  const packed = pack(noise);
  const found = await readLimited(bodyOf(packed.subarray(0, packed.length / 2)), coding, 20_000);
  expect(noise.startsWith(found?.bytes.toString() ?? '-')).toBe(true);
  expect([found?.isCut, (found?.bytes.length ?? 0) > 1_000]).toEqual([false, true]);
});

it('reads no more packed bytes than unpacked ones are allowed', async () => {
  const packed = gzipSync(randomBytes(10_000));
  let readCount = 0;
  async function* parts() {
    for (let at = 0; at < packed.length; at += 100) {
      readCount += 1;
      yield await Promise.resolve(packed.subarray(at, at + 100));
    }
  }
  await readLimited(Readable.from(parts(), { objectMode: false, highWaterMark: 1 }), 'gzip', 1_000);
  expect(readCount).toBeLessThan(20);
});

it.each(['', 'gzip'])('fails with the connection, whatever the coding %j', async (coding) => {
  const body = new Readable({ read: () => undefined });
  const reading = readLimited(body, coding, 100);
  body.destroy(new Error('The connection broke.'));
  await expect(reading).rejects.toThrow('The connection broke.');
});

it('waits for work until the signal is aborted', async () => {
  const never = new Promise<never>(() => undefined);
  expect(await abortable(Promise.resolve(1), new AbortController().signal)).toBe(1);
  await expect(
    abortable(Promise.reject(new Error('It failed.')), new AbortController().signal),
  ).rejects.toThrow('It failed.');
  await expect(abortable(never, AbortSignal.abort(new Error('It is over.')))).rejects.toThrow('It is over.');
  const stopping = new AbortController();
  const waiting = abortable(never, stopping.signal);
  stopping.abort('too late');
  await expect(waiting).rejects.toThrow(new Error('too late'));
});

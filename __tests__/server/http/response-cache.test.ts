import { ResponseCache } from '@/server/http/response-cache';

/** Makes bodies that a test finishes one by one. */
function source() {
  const finish: ((body: string) => void)[] = [];
  return { finish, make: () => new Promise<string>((resolve) => void finish.push(resolve)) };
}

it('keeps a body, and makes it once for equal requests that arrive together', async () => {
  const cache = new ResponseCache();
  const { finish, make } = source();
  const both = [cache.get('a', make), cache.get('a', make)];
  expect(cache.peek('a')).toBeUndefined();
  expect(finish).toHaveLength(1);

  finish[0]?.('one');
  expect(await Promise.all(both)).toEqual(['one', 'one']);
  expect(cache.peek('a')).toBe('one');
  expect(cache.peek('b')).toBeUndefined();
});

it('is empty after a write, and does not keep a body that was being made before it', async () => {
  const cache = new ResponseCache();
  await cache.get('kept', () => Promise.resolve('old'));
  const { finish, make } = source();
  const before = cache.get('a', make);
  cache.clear();
  expect(cache.peek('kept')).toBeUndefined();
  const after = cache.get('a', make);
  const together = cache.get('a', make);

  finish[0]?.('old');
  expect(await before).toBe('old');
  expect(cache.peek('a')).toBeUndefined();
  // The old body has ended, and the new one is still being made: nobody makes it again.
  const later = cache.get('a', make);
  expect(finish).toHaveLength(2);
  finish[1]?.('new');
  expect(await Promise.all([after, together, later])).toEqual(['new', 'new', 'new']);
  expect(cache.peek('a')).toBe('new');
});

it('tries again after a failure', async () => {
  const cache = new ResponseCache();
  await expect(cache.get('a', () => Promise.reject(new Error('No.')))).rejects.toThrow('No.');
  expect(await cache.get('a', () => Promise.resolve('yes'))).toBe('yes');
});

it('holds as many bytes as it is allowed, with two for each character of key and body', async () => {
  const cache = new ResponseCache({ bytesMax: 40 });
  const put = (key: string, chars: number) => cache.get(key, () => Promise.resolve('x'.repeat(chars)));
  await put('a', 9);
  await put('b', 9);
  expect([cache.peek('a'), cache.peek('b')]).toEqual(['x'.repeat(9), 'x'.repeat(9)]);

  await put('c', 1);
  expect([cache.peek('a'), cache.peek('c')]).toEqual([undefined, 'x']);
  await put('d', 20);
  expect(cache.peek('d')).toBeUndefined();
});

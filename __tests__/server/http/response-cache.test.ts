import { addSources, collectSources, PublicChanges } from '@/server/http/public-changes';
import { ResponseCache } from '@/server/http/response-cache';

const none = { until: '1', changes: new Map(), areAll: true };
const changes = () => new PublicChanges(() => Promise.resolve(none));

it('computes a response once for equal requests that arrive together, and passes its sources on to each', async () => {
  const cache = new ResponseCache(changes());
  let madeCount = 0;
  const make = async () => {
    addSources({ products: new Set(['7']) });
    await Promise.resolve();
    return `response ${(madeCount += 1)}`;
  };
  const answers = await Promise.all([1, 2].map(() => collectSources(() => cache.get('/products', make))));

  expect(answers.map(({ made, sources }) => [made, [...sources.products]])).toEqual([
    ['response 1', ['7']],
    ['response 1', ['7']],
  ]);
  const stored = await collectSources(() => Promise.resolve(cache.peek('/products')));
  expect([stored.made, [...stored.sources.products]]).toEqual(['response 1', ['7']]);
  expect(cache.figures.results).toEqual({ hit: 1, shared: 1, miss: 1 });
});

it('stores no failure, and says to both requests that the missing may come', async () => {
  const cache = new ResponseCache(changes());
  const sourcesOfFailure = async () => {
    let isFromAbsence = false;
    await collectSources(async () => {
      const failing = collectSources(() =>
        cache.get('/products/x', () => Promise.reject(new Error('There is no such product.'))),
      );
      await expect(failing).rejects.toThrow('There is no such product.');
      return '';
    }).then(({ sources }) => (isFromAbsence = sources.isFromAbsence && sources.isFromTags));
    return isFromAbsence;
  };

  expect(await Promise.all([sourcesOfFailure(), sourcesOfFailure()])).toEqual([true, true]);
  expect(cache.peek('/products/x')).toBeUndefined();
  expect(await cache.get('/products/x', () => Promise.resolve('found'))).toBe('found');
});

it('stores no response whose computation began before it was cleared', async () => {
  const cache = new ResponseCache(changes());
  let finish: (body: string) => void = () => undefined;
  const early = cache.get('/products', () => new Promise((resolve) => (finish = resolve)));
  cache.clear();
  finish('old');

  expect(await early).toBe('old');
  expect(cache.peek('/products')).toBeUndefined();
});

it('recomputes a response whose computation began before a change', async () => {
  const known = changes();
  const cache = new ResponseCache(known);
  let finish: (body: string) => void = () => undefined;
  const early = cache.get('/products', () => new Promise((resolve) => (finish = resolve)));
  // The first reading counts as a change of everything.
  await known.catchUp();

  expect(await cache.get('/products', () => Promise.resolve('new'))).toBe('new');
  finish('old');
  expect(await early).toBe('old');
  expect(cache.peek('/products')).toBe('new');
});

it('counts two bytes for each character of key and body, and a kilobyte for the rest', async () => {
  const [key, body] = ['k'.repeat(100), 'b'.repeat(400)];
  const stored = async (bytesMax: number) => {
    const cache = new ResponseCache(changes(), { bytesMax });
    await cache.get(key, () => Promise.resolve(body));
    return cache.peek(key);
  };

  expect(await stored(2 * 500 + 1_024)).toBe(body);
  expect(await stored(2 * 500 + 1_023)).toBeUndefined();
});

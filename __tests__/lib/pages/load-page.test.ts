import { ApiFailure } from '@/lib/api/http';
import { loadNothing, loadPage, queryValue } from '@/lib/pages/load-page';

function fakeResponse() {
  const headers = new Map<string, string>();
  return { statusCode: 200, headers, setHeader: (name: string, value: string) => headers.set(name, value) };
}

it('hands over the content, for shared caches to keep for a second', async () => {
  const response = fakeResponse();
  expect(await loadPage(response, () => Promise.resolve(7))).toEqual({ props: { content: 7 } });
  expect(response.headers.get('Cache-Control')).toBe(
    'public, max-age=0, s-maxage=1, stale-while-revalidate=10, stale-if-error=86400',
  );
});

it.each([
  ['bad_request', 400, undefined],
  ['gone', 410, undefined],
  ['unavailable', 503, '10'],
] as const)('answers %s with a page of status %d', async (code, status, retryAfter) => {
  const response = fakeResponse();
  const result = await loadPage(response, () => Promise.reject(new ApiFailure(code, 'No.')));
  expect(result).toEqual({ props: { failure: code } });
  expect(response.statusCode).toBe(status);
  expect(response.headers.get('Retry-After')).toBe(retryAfter);
  expect(response.headers.has('Cache-Control')).toBe(false);
});

it('redirects an old path of a product to the current one for good', async () => {
  const failure = new ApiFailure('not_found', 'It has moved.', { fields: { movedTo: 'new-name' } });
  expect(await loadPage(fakeResponse(), () => Promise.reject(failure))).toEqual({
    redirect: { destination: '/tool/new-name', statusCode: 308 },
  });
});

it('has no page for what does not exist', async () => {
  const result = await loadPage(fakeResponse(), () => Promise.reject(new ApiFailure('not_found', 'No.')));
  expect(result).toEqual({ notFound: true });
});

it('does not hide a bug', async () => {
  await expect(
    loadPage(fakeResponse(), () => Promise.reject(new TypeError('x is undefined'))),
  ).rejects.toThrow(TypeError);
});

it('lets shared caches keep a page without content, and loads nothing in the browser', () => {
  const res = fakeResponse();
  expect(loadNothing({ res })).toEqual({});
  expect(Object.fromEntries(res.headers)).toEqual({
    'Cache-Control': 'public, max-age=0, s-maxage=1, stale-while-revalidate=10, stale-if-error=86400',
  });
  expect(loadNothing({})).toEqual({});
});

it('reads a parameter once, and an empty one not at all', () => {
  expect([queryValue('a'), queryValue(['a\0', 'b']), queryValue('\0'), queryValue(undefined)]).toEqual([
    'a',
    'a',
    undefined,
    undefined,
  ]);
});

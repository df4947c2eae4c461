import { act, renderHook, waitFor } from '@testing-library/react';
import { useSearch } from '@/hooks/use-search';
import { fakeApi, held } from '../setup/fake-api';

/** The response of a search that found one product, whose title is the query. */
function found(query: string, missingWords?: string[]): Response {
  const hit = {
    objectID: query,
    id: query,
    title: query,
    imageURL: '',
    url: '',
    content: '',
    tags: [],
    upvoteCount: 0,
    ...(missingWords && { _missingWords: missingWords }),
  };
  const results = [{ hits: [hit], nbHits: 1, page: 0, nbPages: 1 }];
  return new Response(JSON.stringify({ results }), { headers: { 'content-type': 'application/json' } });
}

it('drops a response that arrives after the query has changed', async () => {
  const first = held();
  const second = held();
  fakeApi({
    'POST /1/indexes/*/queries': (_path, body) =>
      JSON.stringify(body).includes('"query":"re"') ? first.answer : second.answer,
  });
  const { result, rerender } = renderHook(({ query }) => useSearch(query), { initialProps: { query: 're' } });
  rerender({ query: 'rea' });
  expect(result.current).toMatchObject({ hits: [], isLoading: true, isEmpty: false });

  second.send(found('rea'));
  await waitFor(() => expect(result.current.isLoading).toBe(false));
  const late = found('re');
  first.send(late);
  await waitFor(() => expect(late.bodyUsed).toBe(true));

  expect(result.current.hits.map(({ title }) => title)).toEqual(['rea']);
  expect(result.current.isLoading).toBe(false);
});

it('says that a search failed, which found nothing', async () => {
  fakeApi({ 'POST /1/indexes/*/queries': () => new Response('{}', { status: 500 }) });
  const { result } = renderHook(() => useSearch('re'));
  await waitFor(() => expect(result.current.isLoading).toBe(false));
  expect(result.current).toMatchObject({ hits: [], isEmpty: true, isFailed: true });
});

it('sends no request for an empty query', () => {
  const api = fakeApi({});
  const { result } = renderHook(() => useSearch('  '));
  expect(result.current).toMatchObject({ results: undefined, hits: [], isLoading: false, isSlow: false, isEmpty: false }); // prettier-ignore
  expect(api.calls()).toEqual([]);
});

describe('the pace', () => {
  /** Each test begins when the pace of those before is over. */
  let startAtMs = Date.now();
  beforeEach(() => {
    startAtMs += 3_600_000;
    jest.useFakeTimers({ now: startAtMs });
  });
  afterEach(() => jest.useRealTimers());

  /** Types a query of this length, one key after the other, and returns when the searches were sent. */
  async function type(keys: number, everyMs: number, missingWords?: string[]) {
    const sentAtMs: number[] = [];
    let last = '';
    fakeApi({
      'POST /1/indexes/*/queries': (_path, body) => {
        sentAtMs.push(Date.now());
        last = JSON.stringify(body);
        return found('x', missingWords);
      },
    });
    const { rerender } = renderHook(({ query }) => useSearch(query), { initialProps: { query: '' } });
    const startedAtMs = Date.now();
    for (let length = 1; length <= keys; length += 1) {
      rerender({ query: `${everyMs} ${'x'.repeat(length)}` });
      await act(() => jest.advanceTimersByTimeAsync(everyMs));
    }
    await act(() => jest.advanceTimersByTimeAsync(1_000));
    return { sentAtMs: sentAtMs.map((atMs) => atMs - startedAtMs), last };
  }

  it('sends every keystroke of 12 in a second at once', async () => {
    const { sentAtMs } = await type(48, 1_000 / 12);

    expect(sentAtMs).toHaveLength(48);
  });

  it('sends at most 60 searches in any 5 seconds while a key repeats, and the last one in the end', async () => {
    const { sentAtMs, last } = await type(300, 33);

    const mostIn5Seconds = Math.max(
      ...sentAtMs.map((fromMs) => sentAtMs.filter((atMs) => atMs >= fromMs && atMs < fromMs + 5_000).length),
    );
    expect(mostIn5Seconds).toBeGreaterThan(50);
    expect(mostIn5Seconds).toBeLessThanOrEqual(60);
    expect(last).toContain('x'.repeat(300));
  });

  it.each([
    ['with all words', undefined, 1],
    ['with some of the words, which count twice', ['sold'], 2],
  ])(
    'counts at most 300 searches in a minute of quick typing that finds hits %s',
    async (_, missing, times) => {
      const { sentAtMs } = await type(700, 83, missing);

      const inMinute = sentAtMs.filter((atMs) => atMs < 60_000).length * times;
      expect(inMinute).toBeGreaterThan(280);
      expect(inMinute).toBeLessThanOrEqual(300);
    },
  );

  const refuse = () => new Response('{}', { status: 429, headers: { 'retry-after': '4' } });

  it('keeps the last hits while the server refuses searches, and sends the latest one again after the wait', async () => {
    const sent: string[] = [];
    let isRefusing = false;
    fakeApi({
      'POST /1/indexes/*/queries': (_path, body) => {
        const query = /"query":"(.*?)"/.exec(JSON.stringify(body))?.[1] ?? '';
        sent.push(query);
        return isRefusing ? refuse() : found(query);
      },
    });
    const { result, rerender } = renderHook(({ query }) => useSearch(query), {
      initialProps: { query: 'kept' },
    });
    await act(() => jest.advanceTimersByTimeAsync(100));
    isRefusing = true;
    rerender({ query: 'kept a' });
    await act(() => jest.advanceTimersByTimeAsync(100));
    rerender({ query: 'kept ab' });
    await act(() => jest.advanceTimersByTimeAsync(3_500));
    expect(sent).toEqual(['kept', 'kept a']);
    expect(result.current).toMatchObject({ hits: [{ title: 'kept' }], isLoading: true, isRefused: true, isFailed: false }); // prettier-ignore

    isRefusing = false;
    await act(() => jest.advanceTimersByTimeAsync(500));
    expect(sent).toEqual(['kept', 'kept a', 'kept ab']);
    expect(result.current).toMatchObject({
      hits: [{ title: 'kept ab' }],
      isLoading: false,
      isRefused: false,
    });
  });

  it('has failed while the server refuses the first search, and has its hits after the wait', async () => {
    let isRefusing = true;
    fakeApi({ 'POST /1/indexes/*/queries': () => (isRefusing ? refuse() : found('first')) });
    const { result } = renderHook(() => useSearch('first'));
    await act(() => jest.advanceTimersByTimeAsync(100));
    expect(result.current).toMatchObject({ hits: [], isEmpty: true, isFailed: true, isLoading: false });

    isRefusing = false;
    await act(() => jest.advanceTimersByTimeAsync(4_000));
    expect(result.current).toMatchObject({ hits: [{ title: 'first' }], isEmpty: false, isFailed: false });
  });
});

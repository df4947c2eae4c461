import { renderHook, waitFor } from '@testing-library/react';
import { useSearch } from '@/hooks/use-search';
import { fakeApi, held } from '../setup/fake-api';

/** The response of a search that found one product, whose title is the query. */
function found(query: string): Response {
  const hit = {
    objectID: query,
    id: query,
    title: query,
    imageURL: '',
    url: '',
    content: '',
    tags: [],
    upvoteCount: 0,
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

it('sends no request for an empty query', () => {
  const api = fakeApi({});
  const { result } = renderHook(() => useSearch('  '));
  expect(result.current).toEqual({ results: undefined, hits: [], isLoading: false, isEmpty: false });
  expect(api.calls()).toEqual([]);
});

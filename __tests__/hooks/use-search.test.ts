import { act, renderHook, waitFor } from '@testing-library/react';
import { useSearch } from '@/hooks/use-search';
import { answerSearches } from '../setup/search-answers';

function holdAnswers() {
  const answers = new Map<string, () => void>();
  answerSearches(
    ({ body }) =>
      new Promise((resolve) => {
        const [, query = ''] = /"query":"(\w+)"/.exec(JSON.stringify(body)) ?? [];
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
        answers.set(query, () => resolve({ status: 200, body: { results } }));
      }),
  );
  return {
    async send(query: string) {
      await waitFor(() => expect(answers.has(query)).toBe(true));
      await act(async () => {
        answers.get(query)?.();
        await new Promise((resolve) => setTimeout(resolve, 20));
      });
    },
  };
}

it('drops an answer that comes after the query has changed', async () => {
  const answers = holdAnswers();
  const { result, rerender } = renderHook(({ query }) => useSearch(query), { initialProps: { query: 're' } });
  rerender({ query: 'rea' });
  expect(result.current).toMatchObject({ hits: [], isLoading: true, isEmpty: false });

  await answers.send('rea');
  await answers.send('re');

  expect(result.current.hits.map(({ title }) => title)).toEqual(['rea']);
  expect(result.current.isLoading).toBe(false);
});

it('searches nothing for an empty query', () => {
  const { result } = renderHook(() => useSearch('  '));
  expect(result.current).toEqual({ results: undefined, hits: [], isLoading: false, isEmpty: false });
});

import { screen, within } from '@testing-library/react';
import SearchPage, { getServerSideProps } from '@/pages/search';
import { fakeApi } from '../../setup/fake-api';
import { loadPropsAt } from '../../setup/load-page-at';
import { renderScreen } from '../../setup/render-screen';

const hit = (id: string) => ({
  objectID: id,
  id,
  title: `Result ${id}`,
  imageURL: `/api/tiles/${id}.svg`,
  url: `/tool/${id}`,
  content: 'What it does',
  tags: [],
  upvoteCount: 0,
});

type Found = { ids?: string[]; nbHits?: number; nbPages?: number; tags?: Record<string, number> };

/** Answers every search. Returns the requests so far. */
function fakeSearch({ ids = ['a'], nbHits = ids.length, nbPages = 1, tags = {} }: Found = {}) {
  const requests: unknown[] = [];
  const results = [{ hits: ids.map(hit), nbHits, page: 0, nbPages, facets: { tags } }];
  fakeApi({
    'POST /1/indexes/*/queries': (_path, body) => {
      requests.push(body);
      return new Response(JSON.stringify({ results }), { headers: { 'content-type': 'application/json' } });
    },
  });
  return requests;
}

const open = async (path: string) =>
  renderScreen(<SearchPage {...await loadPropsAt(getServerSideProps, path)} />);
const hrefsOf = (name: string) =>
  within(screen.getByRole('navigation', { name }))
    .getAllByRole('link')
    .map((link) => link.getAttribute('href'));

it('asks for words when there are none', async () => {
  const requests = fakeSearch();
  const { head } = await open('/search?q=%20');
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Search tools');
  expect(requests).toEqual([]);
  expect(head()).toContain('<title>Search tools · Sprig');
});

it('lists the results with links to the other pages', async () => {
  const requests = fakeSearch({ ids: ['a', 'b'], nbHits: 65, nbPages: 3 });
  await open('/search?q=%20paged%20&page=2');

  expect(requests).toMatchObject([{ requests: [{ query: 'paged', page: 1, facets: ['tags'] }] }]);
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Results for “paged”');
  expect(screen.getByRole('searchbox', { name: 'Search for' })).toHaveValue('paged');
  expect(screen.getByText('65 results, page 2 of 3')).toBeInTheDocument();
  expect(
    within(screen.getByRole('list'))
      .getAllByRole('link')
      .map((link) => link.textContent),
  ).toEqual(['Result aWhat it does…', 'Result bWhat it does…']);
  expect(hrefsOf('Pages')).toEqual(['/search?q=paged', '/search?q=paged&page=3']);
  expect(screen.queryByRole('navigation', { name: 'Filter by tag' })).toBeNull();
});

it.each([
  ['first', 1, ['/search?q=first&page=2']],
  ['last', 2, ['/search?q=last']],
])('leads from the %s page only to pages that exist', async (query, page, hrefs) => {
  fakeSearch({ nbHits: 31, nbPages: 2 });
  await open(`/search?q=${query}&page=${page}`);
  expect(hrefsOf('Pages')).toEqual(hrefs);
});

it('has no page links for a single page', async () => {
  fakeSearch();
  await open('/search?q=single');
  expect(screen.getByText('1 result')).toBeInTheDocument();
  expect(screen.queryByRole('navigation', { name: 'Pages' })).toBeNull();
});

it.each([
  ['0', 0],
  ['-1', 0],
  ['1.5', 0],
  ['x', 0],
  ['1000', 999],
  ['1001', 0],
])('reads page %s', async (page, sent) => {
  const requests = fakeSearch();
  await open(`/search?q=page-${page}&page=${page}`);
  expect(requests).toMatchObject([{ requests: [{ page: sent }] }]);
});

it('filters by one of the eight tags with the most results', async () => {
  const counts = Object.fromEntries(Array.from({ length: 10 }, (_, index) => [`t${index}`, 1_500 - index]));
  const requests = fakeSearch({ tags: { ...counts, rare: 1 } });
  await open('/search?q=tags&tag=t2');

  expect(requests).toMatchObject([{ requests: [{ filters: 'tags:"t2"' }] }]);
  const links = within(screen.getByRole('navigation', { name: 'Filter by tag' })).getAllByRole('link');
  expect(links.map((link) => link.textContent)).toEqual([
    't2, remove filter',
    ...[0, 1, 3, 4, 5, 6, 7, 8].map((index) => `t${index}${(1_500 - index).toLocaleString('en')}`),
  ]);
  expect(hrefsOf('Filter by tag').slice(0, 2)).toEqual(['/search?q=tags', '/search?q=tags&tag=t0']);
  expect(links[0]).toHaveAttribute('aria-current', 'true');
});

it('offers two tags, but not one, which would filter nothing', async () => {
  fakeSearch({ tags: { one: 1, two: 2 } });
  const { unmount } = await open('/search?q=two-tags');
  expect(hrefsOf('Filter by tag')).toEqual(['/search?q=two-tags&tag=two', '/search?q=two-tags&tag=one']);
  unmount();

  fakeSearch({ tags: { one: 1 } });
  await open('/search?q=one-tag');
  expect(screen.queryByRole('navigation', { name: 'Filter by tag' })).toBeNull();
});

it('says that nothing was found, and leads to the tags', async () => {
  fakeSearch({ ids: [], nbPages: 0 });
  await open('/search?q=nothing');
  expect(screen.getByText('No Result found')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Browse all tags' })).toHaveAttribute('href', '/tags');
});

import { screen, within } from '@testing-library/react';
import * as z from 'zod/mini';
import SearchPage, { getServerSideProps } from '@/pages/search';
import { fakeApi, ok, refuse } from '../../setup/fake-api';
import { loadPageAt, loadPropsAt } from '../../setup/load-page-at';
import { renderScreen } from '../../setup/render-screen';

const field = (key: string, label: string, control: object, filter?: object) => ({
  ...{ key, label, isRequired: false, control },
  ...(filter && { filter }),
});
const prices = [
  { value: 'free', label: 'Free' },
  { value: 'free-plan', label: 'Free plan' },
  { value: 'paid', label: 'Paid "pro"' },
];
const answers = (yes: string, no: string) => [
  { value: yes, label: 'Yes' },
  { value: no, label: 'No' },
];
const line = { kind: 'line', inputMode: 'decimal' };
const fields = [
  field('price', 'Price', { kind: 'one-of', choices: prices }, { kind: 'choices', choices: prices }),
  field(
    'variable',
    'Variable',
    { kind: 'one-of', choices: answers('true', 'false') },
    { kind: 'choices', choices: answers('yes', 'no') },
  ),
  field('weights', 'Weights', line, { kind: 'range', of: 'number', unit: 'styles' }),
  field('released', 'Released', { kind: 'day' }, { kind: 'range', of: 'day' }),
  field('source', 'Source', line),
];
const hit = {
  ...{ objectID: '1', id: '1', title: 'Result', imageURL: '/api/tiles/a.svg', url: '/tool/result' },
  ...{ content: 'What it does', tags: ['Editors'], upvoteCount: 0 },
};

/** Answers the first search of a request with these counts, and each further one with others. */
function fakeSearch(
  facets: Record<string, Record<string, number>>,
  more: Parameters<typeof fakeApi>[0] = {},
) {
  const requests: unknown[] = [];
  fakeApi({
    'GET /fields': () => ok({ fields }),
    'GET /tags': () => ok({ tags: [] }),
    ...more,
    'POST /1/indexes/*/queries': (_path, body) => {
      requests.push(body);
      const searches = z.object({ requests: z.array(z.unknown()) }).parse(body).requests;
      const results = [
        { hits: [hit], nbHits: 41, page: 0, nbPages: 3, facets },
        { hits: [], nbHits: 60, page: 0, nbPages: 0, facets: { price: { Free: 10, 'Free plan': 50 } } },
        { hits: [], nbHits: 41, page: 0, nbPages: 0, facets: { variable: { true: 41 } } },
      ].slice(0, searches.length);
      return new Response(JSON.stringify({ results }), { headers: { 'content-type': 'application/json' } });
    },
  });
  return requests;
}

const open = async (path: string) =>
  renderScreen(<SearchPage {...await loadPropsAt(getServerSideProps, path)} />);
const linksOf = (name: string) =>
  within(screen.getByRole('navigation', { name }))
    .getAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href')]);

it('redirects from the former slug of a tag to the present one, and keeps the other parameters', async () => {
  const movedTo = (present: string) => () => refuse(404, 'not_found', 'Moved.', { movedTo: present });
  fakeSearch({}, { 'GET /tags/colors': movedTo('colours'), 'GET /tags/c-p-p': movedTo('c++') });
  const redirectOf = async (path: string) => (await loadPageAt(getServerSideProps, path)).result;

  expect(await redirectOf('/search?q=a%20b&tag=colors&order=newest&price=paid,free&page=2')).toEqual({
    redirect: {
      destination: '/search?q=a+b&order=newest&price=paid,free&page=2&tag=colours',
      statusCode: 308,
    },
  });
  expect(await redirectOf('/search?tag=c-p-p')).toMatchObject({
    redirect: { destination: '/search?tag=c%2B%2B' },
  });
});

it('shows the name of the tag whose slug is in the URL, and takes any other value for a name', async () => {
  const tag = { slug: 'web-design', name: 'Web design', productCount: 3, description: '' };
  const requests = fakeSearch(
    { tags: { 'Web design': 3, Fonts: 2 } },
    {
      'GET /tags/web-design': () => ok({ tag: { ...tag, ancestors: [], children: [] } }),
      'GET /tags/Old%20Fonts': () => refuse(404, 'not_found', 'No such tag.'),
    },
  );
  const { unmount } = await open('/search?q=fonts&tag=web-design');
  expect(linksOf('Filter by tag')).toEqual([
    ['Web design, remove filter', '/search?q=fonts'],
    ['Fonts2', '/search?q=fonts&tag=Fonts'],
  ]);
  unmount();
  await open('/search?q=fonts&tag=Old%20Fonts');

  expect(requests).toMatchObject([
    { requests: [{ filters: 'tags:"Web design"' }] },
    { requests: [{ filters: 'tags:"Old Fonts"' }] },
  ]);
});

it('counts the values of each field, and links to the results that have them', async () => {
  const requests = fakeSearch({ price: { 'Free plan': 9, Free: 30 }, variable: { true: 2, false: 1 } });
  await open('/search?q=fonts');

  expect(requests).toEqual([
    { requests: [expect.objectContaining({ facets: ['tags', 'price', 'variable'] })] },
  ]);
  expect(linksOf('Filter by Price')).toEqual([
    ['Free30', '/search?q=fonts&price=free'],
    ['Free plan9', '/search?q=fonts&price=free-plan'],
  ]);
  expect(linksOf('Filter by Variable')).toEqual([
    ['Variable: Yes2', '/search?q=fonts&variable=yes'],
    ['Variable: No1', '/search?q=fonts&variable=no'],
  ]);
  expect(screen.queryByRole('navigation', { name: 'Filter by Weights' })).toBeNull();
});

it('filters by the values of a field or of several, which can be removed one by one', async () => {
  const requests = fakeSearch({ price: { Free: 10 }, variable: { true: 41 } });
  await open('/search?q=filtered&order=newest&variable=yes&price=paid,free&weights=3..9&released=2026-01-02');

  const price = '(price:"Free" OR price:"Paid \\"pro\\"")';
  const others = 'weights >= 3 AND weights <= 9 AND released >= 1767312000 AND released <= 1767312000';
  expect(requests).toMatchObject([
    {
      requests: [
        { filters: `${price} AND (variable:"true") AND ${others}`, hitsPerPage: 20 },
        { filters: `(variable:"true") AND ${others}`, hitsPerPage: 0, facets: ['price'] },
        { filters: `${price} AND ${others}`, hitsPerPage: 0, facets: ['variable'] },
      ],
    },
  ]);
  const rest = 'variable=yes&weights=3..9&released=2026-01-02';
  expect(linksOf('Filter by Price')).toEqual([
    ['Free, remove filter', `/search?q=filtered&order=newest&price=paid&${rest}`],
    ['Paid "pro", remove filter', `/search?q=filtered&order=newest&price=free&${rest}`],
    ['Free plan50', `/search?q=filtered&order=newest&price=free,free-plan,paid&${rest}`],
  ]);
  expect(linksOf('Filter by Weights')).toEqual([
    [
      'Weights: 3–9 styles, remove filter',
      '/search?q=filtered&order=newest&price=free,paid&variable=yes&released=2026-01-02',
    ],
  ]);
  const to = screen.getByRole('spinbutton', { name: 'Weights, to, styles' });
  expect(to).toHaveValue(9);
  const form = to.closest('form');
  expect(form).toHaveAttribute('action', '/search');
  expect([...new FormData(form ?? undefined)]).toEqual([
    ['q', 'filtered'],
    ['order', 'newest'],
    ['price', 'free,paid'],
    ['variable', 'yes'],
    ['released', '2026-01-02'],
    ['weights.from', '3'],
    ['weights.to', '9'],
  ]);
  expect(linksOf('Pages')).toEqual([
    ['Next page', `/search?q=filtered&order=newest&page=2&price=free,paid&${rest}`],
  ]);
});

it('ignores parameters that are no filters, and keeps the filters without a result', async () => {
  const requests = fakeSearch({});
  await open('/search?q=odd&price=gratis&source=a&unknown=b&__proto__=c&variable=no');

  expect(requests).toMatchObject([{ requests: [{ filters: '(variable:"false")' }, {}] }]);
  expect(linksOf('Filter by Variable')).toEqual([['Variable: No, remove filter', '/search?q=odd']]);
});

it.each([
  [
    '/search?q=sell+online&order=newest&page=2',
    [['Without “sell”1,200 results', '/search?q=online&order=newest']],
  ],
  ['/search?q=sell+online&tag=css', [['Without “sell”1,200 results', '/search?q=online&tag=css']]],
  [
    '/search?q=a/b+sells+my+c%2B%2B+things+online&order=newest',
    [['Without “a/b”7 results', '/search?q=sells+my+c%2B%2B+things+online&order=newest']],
  ],
  [
    '/search?q=在线流程图&order=newest',
    [['Without “流程”1 results', '/search?q=%E5%9C%A8%E7%BA%BF%E5%9B%BE&order=newest']],
  ],
  // What has some of the words would be on the page.
  ['/search?q=sell+online', []],
  ['/search?q=sell&order=newest', []],
])('leads from %s, where nothing is found, to what is found without a word', async (path, links) => {
  const counts: Record<string, number> = {
    ...{ online: 1_200, sell: 0, 'sells my c++ things online': 7 },
    在线图: 1,
  };
  fakeApi({
    'GET /fields': () => ok({ fields: [] }),
    'GET /tags': () => ok({ tags: [] }),
    'GET /tags/css': () => refuse(404, 'not_found', 'There is no such tag.'),
    'POST /1/indexes/*/queries': (_path, body) => {
      const query = /"query":"(.*?)"/.exec(JSON.stringify(body))?.[1] ?? '';
      return Response.json({ results: [{ hits: [], nbHits: counts[query] ?? 0, page: 0, nbPages: 0 }] });
    },
  });
  renderScreen(<SearchPage {...await loadPropsAt(getServerSideProps, path)} />);
  expect(screen.getByText('No Result found')).toBeInTheDocument();
  const list = screen.queryByRole('list', { name: 'With fewer words' });
  const found = list ? within(list).getAllByRole('link') : [];
  expect(found.map((link) => [link.textContent, link.getAttribute('href')])).toEqual(links);
});

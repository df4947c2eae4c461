import { screen, within } from '@testing-library/react';
import HomePage, { getServerSideProps as loadHome } from '@/pages/index';
import TagPage, { getServerSideProps as loadTag } from '@/pages/tag/[slug]';
import type { FilterCounts } from '@/lib/contract/product-list';
import { buildOverview, buildWireProducts } from '../../setup/build-product';
import { fakeApi, ok } from '../../setup/fake-api';
import { loadPropsAt } from '../../setup/load-page-at';
import { renderScreen } from '../../setup/render-screen';

const control = { kind: 'line', inputMode: 'text' } as const;
const styles = ['sans', 'serif', 'mono', 'hand'].map((value) => ({ value, label: value.toUpperCase() }));
const yesOrNo = ['Yes', 'No'].map((label) => ({ value: label.toLowerCase(), label }));
const fields = [
  { key: 'style', label: 'Styles', filter: { kind: 'choices', choices: styles } },
  { key: 'variable', label: 'Variable', filter: { kind: 'choices', choices: yesOrNo } },
  { key: 'foundry', label: 'Foundry', filter: { kind: 'texts' } },
  { key: 'weights', label: 'Weights', filter: { kind: 'range', of: 'number', unit: 'pt' } },
  { key: 'designer', label: 'Designer' },
].map((field) => ({ ...field, isRequired: false, control }));
const counts: FilterCounts = {
  productCount: 7,
  isComplete: true,
  fields: [
    { key: 'style', label: 'Styles', values: styles.map((style, index) => ({ ...style, count: index + 1 })) },
    { key: 'variable', label: 'Variable', values: yesOrNo.map((each) => ({ ...each, count: 3 })) },
    { key: 'foundry', label: 'Foundry', values: [{ value: 'A, B', label: 'A, B', count: 2 }] },
    { key: 'weights', label: 'Weights', values: [] },
  ],
};
const tag = { slug: 'text', name: 'Text', productCount: 9 };

const fakeList = (changes: Partial<FilterCounts> = {}, found = 2, nextCursor: string | null = null) =>
  fakeApi({
    'GET /fields': () => ok({ fields }),
    'GET /filters': () => ok({ ...counts, ...changes }),
    'GET /products': () => ok({ products: buildWireProducts(1, found), nextCursor }),
    'GET /overview': () => ok(buildOverview({ tags: [tag] })),
    'GET /tags': () => ok({ tags: [tag] }),
    [`GET /tags/${tag.slug}`]: () => ok({ tag: { ...tag, description: '', ancestors: [], children: [] } }),
  });
const renderTag = async (query: string) =>
  renderScreen(<TagPage {...await loadPropsAt(loadTag, `/tag/text${query}`, { slug: 'text' })} />);

/** Each link of a part of the page, as its text and path. */
const linksOf = (part: HTMLElement) =>
  within(part)
    .getAllByRole('link')
    .map((link) => `${link.textContent} ${link.getAttribute('href')}`);
const section = (name: string) => screen.getByRole('region', { name });

it('shows what the list is filtered by, each with its way out, in the order and words of the site file', async () => {
  const api = fakeList();
  const { head } = await renderTag('?weights=9..3&style=serif,sans&variable=yes&sort=new&designer=x');

  const filters = 'style%3Dsans,serif%26variable%3Dyes%26weights%3D3..9';
  expect(api.calls()).toContain(`GET /products?sort=new&period=all&tag=text&filters=${filters}`);
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(
    'New in Text: SANS, SERIF, Variable: Yes, Weights: 3 to 9 pt',
  );
  expect(linksOf(screen.getByRole('navigation', { name: 'Active filters' }))).toEqual([
    'SANS, remove filter /tag/text?sort=new&style=serif&variable=yes&weights=3..9',
    'SERIF, remove filter /tag/text?sort=new&style=sans&variable=yes&weights=3..9',
    'Variable: Yes, remove filter /tag/text?sort=new&style=sans,serif&weights=3..9',
    'Weights: 3 to 9 pt, remove filter /tag/text?sort=new&style=sans,serif&variable=yes',
    'Clear all /tag/text?sort=new',
  ]);
  expect(head()).toContain('<meta name="robots" content="noindex">');
});

it('offers each value with its count, and keeps order, tag and other filters', async () => {
  fakeList();
  await renderTag('?sort=top&period=week&style=sans&after=31.x');

  expect(linksOf(section('Styles'))).toEqual([
    'SANS, remove filter1 tools /tag/text?sort=top&period=week',
    'SERIF2 tools /tag/text?sort=top&period=week&style=sans,serif',
    'MONO3 tools /tag/text?sort=top&period=week&style=sans,mono',
    'HAND4 tools /tag/text?sort=top&period=week&style=sans,hand',
  ]);
  expect(linksOf(section('Foundry'))).toEqual([
    'A, B2 tools /tag/text?sort=top&period=week&style=sans&foundry=A%5C,+B',
  ]);
  expect(linksOf(screen.getByRole('navigation', { name: 'Order' }))).toEqual([
    'Hot /tag/text?style=sans',
    'New /tag/text?sort=new&style=sans',
    'Top /tag/text?sort=top&period=week&style=sans',
  ]);
});

it('asks for a range by a form that keeps everything else', async () => {
  fakeList();
  await renderTag('?sort=new&style=sans&weights=3..');

  const form = section('Weights').querySelector('form');
  expect([form?.getAttribute('action'), form?.method]).toEqual(['/tag/text', 'get']);
  expect([...new FormData(form ?? undefined)]).toEqual([
    ['sort', 'new'],
    ['style', 'sans'],
    ['weights.from', '3'],
    ['weights.to', ''],
  ]);
  expect(screen.getByLabelText('Weights, to, pt')).toHaveAttribute('type', 'number');
});

it('lets search engines have the list of one choice', async () => {
  fakeList();
  const { head } = await renderTag('?style=sans');

  expect(head()).toContain('<link rel="canonical" href="http://localhost:3000/tag/text?style=sans">');
});

it.each(['?style=sans,serif', '?style=sans&variable=yes', '?weights=3', '?foundry=Klim'])(
  'keeps search engines away from %s, because there is any number of such lists',
  async (query) => {
    fakeList();
    const { head } = await renderTag(query);

    expect(head()).toContain('<meta name="robots" content="noindex">');
  },
);

it('says that nothing matches, that more is to be searched, and that counts are the least there is', async () => {
  fakeList({ productCount: 0 }, 0);
  const { unmount } = await renderTag('?style=sans');
  expect(screen.getByText('No tools match all of these filters')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Clear all filters' })).toHaveAttribute('href', '/tag/text');
  unmount();

  fakeList({ isComplete: false }, 0, '31.next');
  await renderTag('?style=sans');
  expect(screen.getByRole('link', { name: 'Keep looking' })).toHaveAttribute(
    'href',
    '/tag/text?style=sans&after=31.next',
  );
  expect(screen.getByText('7+ tools')).toBeVisible();
  expect(linksOf(section('Variable'))[0]).toBe('Yes3+ tools /tag/text?style=sans&variable=yes');
});

it('leads from the home page to the filters, whose HTML would delay its first packets', async () => {
  const api = fakeList();
  renderScreen(<HomePage {...await loadPropsAt(loadHome, '/')} />);

  expect(api.calls()).not.toContain('GET /filters');
  expect(screen.getByRole('link', { name: 'Filters' })).toHaveAttribute('href', '/new#filters');
  expect(screen.queryByRole('region', { name: 'Styles' })).toBeNull();
});

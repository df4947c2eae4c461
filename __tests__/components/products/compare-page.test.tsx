import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import ComparePage, { getServerSideProps } from '@/pages/compare/[slugs]';
import CompareFormPage, { getServerSideProps as getFormProps } from '@/pages/compare';
import { buildWireProduct } from '../../setup/build-product';
import { fakeApi, ok, refuse } from '../../setup/fake-api';
import { loadPageAt } from '../../setup/load-page-at';
import { renderScreen } from '../../setup/render-screen';

const tag = (name: string) => ({ slug: name.toLowerCase(), name });
const fact = (key: string, label: string, text: string) => ({
  ...{ key, label, parts: [{ text }] },
  source: 'submitter' as const,
  checkedAt: '2026-11-01T00:00:00.000Z',
});
const react = buildWireProduct(1, {
  slug: 'react',
  name: 'React',
  upvoteCount: 12_345,
  tags: [tag('UI'), tag('Library')],
  approvedAt: '2026-11-01T00:00:00.000Z',
  facts: [fact('weight', 'Weight', '3 kg'), fact('maker', 'Maker', 'ACME'), fact('shape', 'Shape', 'Round')],
});
const vue = buildWireProduct(2, {
  slug: 'vue',
  name: 'Vue',
  upvoteCount: 7,
  tags: [tag('UI'), tag('Framework')],
  approvedAt: '2026-11-01T00:00:00.000Z',
  facts: [fact('weight', 'Weight', '7 kg'), fact('shape', 'Shape', 'Round')],
});
const fields = [
  { key: 'maker', label: 'Maker' },
  { key: 'weight', label: 'Weight' },
  { key: 'color', label: 'Color' },
  { key: 'shape', label: 'Shape' },
].map((field) => ({ ...field, isRequired: false, control: { kind: 'day' } }));
const withProducts = (pairs: string[] = []) =>
  fakeApi({
    'GET /alternatives': () => ok({ pairs }),
    'GET /fields': () => ok({ fields }),
    'GET /products/react': () => ok({ product: react }),
    'GET /products/vue': () => ok({ product: vue }),
    'GET /products/gone': () => refuse(410, 'gone', 'Removed.'),
    'GET /products/bad_slug': () => refuse(400, 'bad_request', 'No slug.'),
    'GET /products/nope': () => refuse(404, 'not_found', 'No such tool.'),
    'GET /products/vue-js': () => refuse(404, 'not_found', 'Moved.', { movedTo: 'vue' }),
    'POST /1/indexes/*/queries': () =>
      Response.json({ results: [{ hits: [], nbHits: 0, page: 0, nbPages: 0 }] }),
  });
const load = (slugs: string) => loadPageAt(getServerSideProps, `/compare/${slugs}`, { slugs });

async function render(slugs: string) {
  const { result } = await load(slugs);
  if (!('props' in result)) throw new Error('The page has no props.');
  return renderScreen(<ComparePage {...await result.props} />);
}

it('shows what differs first, then what is the same, and the tags in common', async () => {
  withProducts();
  const { head } = await render('react-vs-vue');

  expect(screen.getByRole('heading', { level: 1, name: 'React vs Vue' })).toBeInTheDocument();
  const table = screen.getByRole('table');
  const texts = within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.children].map((cell) => cell.textContent));
  expect(texts).toEqual([
    ['What differs'],
    ['Weight', '3 kg', '7 kg'],
    ['Upvotes', '12,345', '7'],
    ['Website', 'product-1.example', 'product-2.example'],
    ['Other tags', 'Library', 'Framework'],
    ['What is the same'],
    ['Shape', 'Round', 'Round'],
    ['Bookmarks', '0', '0'],
    ['Listed', 'Nov 1, 2026', 'Nov 1, 2026'],
    ['Not known for all'],
    ['Maker', 'ACME', 'Not known'],
  ]);
  expect(screen.getByRole('link', { name: 'UI' })).toHaveAttribute('href', '/tag/ui');
  expect(screen.getByRole('link', { name: 'Remove React' })).toHaveAttribute('href', '/tool/vue');
  expect(screen.getByRole('link', { name: 'Add a tool' })).toHaveAttribute(
    'href',
    '/compare?a=react&b=vue&more=1',
  );
  expect(head()).toContain('<meta name="robots" content="noindex">');
});

it('is indexed by search engines if the products are alternatives to each other', async () => {
  withProducts(['1-2']);
  const { head } = await render('react-vs-vue');
  expect(head()).toContain('<link rel="canonical" href="http://localhost:3000/compare/react-vs-vue">');
  expect(head()).not.toContain('<meta name="robots" content="noindex">');
});

it.each([
  ['vue-vs-react', '/compare/react-vs-vue'],
  ['react-vs-vue-js', '/compare/react-vs-vue'],
  ['vue-vs-vue-js', '/tool/vue'],
])('leads from %s to %s', async (slugs, destination) => {
  withProducts();
  expect((await load(slugs)).result).toEqual({ redirect: { destination, statusCode: 308 } });
});

it.each(['nope', 'gone', 'bad_slug'])(
  'answers 404 for the slug %s, and asks for another product',
  async (slug) => {
    withProducts();
    const { result, status } = await load(`react-vs-${slug}`);
    expect(status).toBe(404);
    if (!('props' in result)) throw new Error('The page has no props.');
    renderScreen(<ComparePage {...await result.props} />);
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent("We can't compare these");
    expect(screen.getByText(`There's no tool called “${slug}” here.`)).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Remove React' })).toBeInTheDocument();
  },
);

it('does not say that a product is missing when it cannot be read', async () => {
  fakeApi({
    'GET /fields': () => ok({ fields }),
    'GET /products/react': () => ok({ product: react }),
    'GET /products/vue': () => refuse(503, 'unavailable', 'Try again later.'),
  });
  const { result, status } = await load('react-vs-vue');
  expect(status).toBe(503);
  expect(result).toEqual({ props: { failure: 'unavailable' } });
});

it.each(['react', 'a-vs-b-vs-c-vs-d-vs-e', 'vs'])('has no page for %s', async (slugs) => {
  withProducts();
  expect((await load(slugs)).result).toEqual({ notFound: true });
});

it('leads from the names that a form sends to their comparison', async () => {
  withProducts();
  const typed = '/compare?a=React&b=https://tools.example/tool/vue';
  expect((await loadPageAt(getFormProps, typed)).result).toEqual({
    redirect: { destination: '/compare/react-vs-vue', permanent: false },
  });
});

it('keeps what was typed, and says what is missing', async () => {
  withProducts();
  const { result } = await loadPageAt(getFormProps, '/compare?a=React&b=nope');
  if (!('props' in result)) throw new Error('The page has no props.');
  const { pushed } = renderScreen(<CompareFormPage {...await result.props} />);
  expect(screen.getByText("There's no tool called “nope” here.")).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Compare' }));
  expect(screen.getByText('Choose at least two tools.')).toBeInTheDocument();
  expect(pushed).toEqual([]);
});

it('links no site that has changed since it was listed', async () => {
  fakeApi({
    'GET /alternatives': () => ok({ pairs: [] }),
    'GET /fields': () => ok({ fields }),
    'GET /products/react': () => ok({ product: react }),
    'GET /products/vue': () => ok({ product: { ...vue, linkHeldAt: '2026-11-21T10:00:00.000Z' } }),
  });
  await render('react-vs-vue');
  const hosts = screen.getAllByRole('link').flatMap((link) => link.getAttribute('href') ?? []);
  expect(hosts.filter((href) => href.startsWith('https:'))).toEqual([react.url]);
  expect(screen.getByText(/has changed since it was listed/)).toBeInTheDocument();
});

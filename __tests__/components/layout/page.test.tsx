import { screen, waitFor } from '@testing-library/react';
import { FailurePage } from '@/components/layout/message-page';
import { Page } from '@/components/layout/page';
import { useKeptScroll } from '@/hooks/use-list-place';
import { ProductList } from '@/components/products/lists/product-list';
import { buildSummary, buildWireProducts } from '../../setup/build-product';
import { fakeApi, held, ok } from '../../setup/fake-api';
import { renderScreen } from '../../setup/render-screen';

const root = document.documentElement;
const reservedHeight = () => root.style.getPropertyValue('--restored-height');

afterEach(() => root.removeAttribute('style'));

it('keeps the height of an extended list until its pages are loaded again', async () => {
  window.sessionStorage.setItem('listPlaces', '2 9000 4000 /');
  const page = held();
  fakeApi({ 'GET /products': () => page.answer });
  renderScreen(
    <Page>
      <ProductList list={{ sort: 'hot' }} products={[buildSummary(1)]} nextCursor="c1" />
    </Page>,
  );
  expect(reservedHeight()).toBe('9000px');

  page.send(ok({ products: buildWireProducts(2, 3), nextCursor: 'c2' }));
  expect(await screen.findByRole('link', { name: 'Product 3' })).toBeInTheDocument();
  await waitFor(() => expect(reservedHeight()).toBe(''));
});

it('gives up the height of an extended list that cannot be loaded', () => {
  root.style.setProperty('--restored-height', '9000px');
  renderScreen(<FailurePage failure="unavailable" />);
  expect(reservedHeight()).toBe('');
});

it('reserves the height of an extended list before its page is shown again', () => {
  window.sessionStorage.setItem('listPlaces', '2 9000 4000 /new\n1 700 0 /tags');
  function Site() {
    useKeptScroll();
    return null;
  }
  const { events, unmount } = renderScreen(<Site />);
  events.emit('beforeHistoryChange', '/tags', { shallow: false });
  expect(reservedHeight()).toBe('');
  events.emit('beforeHistoryChange', '/new', { shallow: false });
  expect(reservedHeight()).toBe('9000px');

  root.removeAttribute('style');
  unmount();
  events.emit('beforeHistoryChange', '/new', { shallow: false });
  expect(reservedHeight()).toBe('');
});

it('describes itself in its head', () => {
  const plain = renderScreen(
    <Page>
      <p>Home</p>
    </Page>,
  );
  const description = 'The best web tools, found and ranked by the people who use them.';
  expect(plain.head()).toEqual([
    '<meta charSet="utf-8">',
    `<title>Listgrove · ${description}`,
    `<meta name="description" content="${description}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">',
    '<meta property="og:title" content="Listgrove">',
    `<meta property="og:description" content="${description}">`,
    '<meta property="og:site_name" content="Listgrove">',
    '<meta property="og:type" content="website">',
    '<meta name="robots" content="noindex">',
  ]);
  plain.unmount();

  const listed = renderScreen(
    <Page title="New" description="What is new" canonicalPath="/new?tag=x">
      <p>New</p>
    </Page>,
  );
  expect(listed.head()).toEqual(
    expect.arrayContaining([
      '<title>New · Listgrove',
      '<meta name="description" content="What is new">',
      '<meta property="og:title" content="New">',
      '<link rel="canonical" href="http://localhost:3000/new?tag=x">',
      '<meta property="og:url" content="http://localhost:3000/new?tag=x">',
    ]),
  );
  expect(listed.head().join()).not.toContain('noindex');
});

import { type ListedProduct, productPage } from '@/lib/contract/product';
import { fillDemo } from '@/server/cli/fill-demo';
import { setUpTestApp } from '../../setup/test-app';

const api = setUpTestApp();

it('shows the marks of brands for at least 150 products of the demo, and each mark can be drawn', async () => {
  await fillDemo(api.deps());

  const marked = (await listAll()).filter(({ iconSource }) => iconSource === 'brand');
  expect(marked.length).toBeGreaterThanOrEqual(150);
  for (const { iconURL } of marked) {
    const { status, text } = await api.request('GET', iconURL);
    expect([iconURL, status, /<path fill="#14171c"[^>]* d="[Mm]/.test(text)]).toEqual([iconURL, 200, true]);
    // A list shows thirty of them.
    expect(text.length).toBeLessThan(10_000);
  }
}, 300_000);

async function listAll(): Promise<ListedProduct[]> {
  const products: ListedProduct[] = [];
  let after: string | null = '';
  while (after !== null) {
    const query = after === '' ? '' : `&after=${encodeURIComponent(after)}`;
    const { body } = await api.request('GET', `/api/products?sort=new&limit=50${query}`);
    const page = productPage.parse(body);
    products.push(...page.products);
    after = page.nextCursor;
  }
  return products;
}

import { productEdits } from '@/server/db/schema';
import { canonicalURL } from '@/server/web/canonical-url';
import { buildProduct } from '../../setup/build';
import { setUpTestApp } from '../../setup/test-app';

const api = setUpTestApp();

/** Where the browser is led. */
async function ask(parameters: {
  url?: string;
  text?: string;
}): Promise<[status: number, location: string | null]> {
  const { status, headers } = await api.request(
    'GET',
    `/listed?${new URLSearchParams(Object.entries(parameters)).toString()}`,
  );
  return [status, headers.get('location')];
}

it('leads from any spelling of a listed URL, alone or in a shared text, to the product', async () => {
  await buildProduct(api.db, { slug: 'tool', canonicalURL: canonicalURL('https://tool.example/') ?? '' });

  for (const parameters of [
    { url: 'http://TOOL.example?utm_source=x' },
    { url: ' tool.example ' },
    { text: 'Look at this: https://tool.example/ (great)', url: '' },
  ]) {
    expect(await ask(parameters)).toEqual([302, '/tool/tool']);
  }
});

it('leads to a discontinued product, and to none that is only about to move to the URL', async () => {
  const over = canonicalURL('https://over.example/') ?? '';
  await buildProduct(api.db, { slug: 'over', canonicalURL: over, status: 'discontinued' });
  expect(await ask({ url: 'over.example' })).toEqual([302, '/tool/over']);

  const { id } = await buildProduct(api.db, {});
  const url = 'https://next.example/';
  await api.db.insert(productEdits).values({
    ...{ productId: id, url, canonicalURL: canonicalURL(url) ?? '', tagIds: [] },
    ...{ name: 'Next', tagline: 'Moves to another URL.', description: '', descriptionHTML: '' },
  });
  expect(await ask({ url })).toEqual([302, `/account/submit?${new URLSearchParams({ url }).toString()}`]);
});

it('leads from any other URL to the form with the URL, and from none to the form', async () => {
  await buildProduct(api.db, {
    canonicalURL: canonicalURL('https://secret.example/') ?? '',
    status: 'pending',
  });

  for (const url of [
    'https://secret.example/',
    'https://new.example/a?b=c&d',
    'javascript:alert(1)',
    '//evil.example',
    `https://long.example/${'a'.repeat(2_048 - 'https://long.example/'.length)}`,
  ]) {
    expect(await ask({ url })).toEqual([302, `/account/submit?${new URLSearchParams({ url }).toString()}`]);
  }
  for (const parameters of [{}, { text: 'no link' }, { url: 'a'.repeat(2_049) }]) {
    expect(await ask(parameters)).toEqual([302, '/account/submit']);
  }
});

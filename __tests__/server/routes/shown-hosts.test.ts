import * as z from 'zod/mini';
import { readEnv } from '@/server/config/env';
import { buildProduct } from '../../setup/build';
import { setUpTestApp } from '../../setup/test-app';

const api = setUpTestApp(() => readEnv({ NEXT_PUBLIC_SITE_URL: 'https://listgrove.example/' }));

const SAFE = 'https://xn--mller-kva.example/';
const DECEPTIVE = 'https://xn--80ak6aa92e.com/';
const listed = z.looseObject({ slug: z.string(), url: z.string(), host: z.optional(z.string()) });

it('shows hosts in their own letters where that is safe, in every format, and keeps links as they are', async () => {
  await buildProduct(api.db, { slug: 'safe', name: 'Safe', url: SAFE });
  await buildProduct(api.db, { slug: 'deceptive', name: 'Deceptive', url: DECEPTIVE });
  const { body } = await api.request('GET', '/api/products?sort=new');
  const { products } = z.object({ products: z.array(listed) }).parse(body);
  expect(new Map(products.map(({ slug, url, host }) => [slug, [url, host]]))).toEqual(
    new Map([
      ['safe', [SAFE, 'müller.example']],
      ['deceptive', [DECEPTIVE, undefined]],
    ]),
  );
  for (const path of ['/api/products/safe', '/tool/safe.md', '/feed.xml', '/rss.xml', '/feed.json']) {
    const { status, text } = await api.request('GET', path);
    expect([path, status, text.includes('xn--mller')]).toEqual([path, 200, true]);
    expect([path, text.replaceAll(SAFE, '').match(/.*xn--mller.*/)?.[0]]).toEqual([path, undefined]);
    expect([path, text.includes('müller.example')]).toEqual([path, true]);
    expect(text).not.toContain('аррӏе');
  }
});

import { Readable } from 'node:stream';
import { eq } from 'drizzle-orm';
import { DAY_MS } from '@/lib/contract/plain/durations';
import { productPage } from '@/lib/contract/product';
import { fillDemo } from '@/server/cli/fill-demo';
import { ImportRun } from '@/server/cli/import-run';
import { importProducts } from '@/server/commands/imports/import-products';
import { products } from '@/server/db/schema';
import type { ImportFormat } from '@/lib/contract/import';
import { readImport } from '@/server/import/formats/read-import';
import { setUpReactionCalls } from '../../../setup/reaction-calls';
import { setUpTestApp, testNow } from '../../../setup/test-app';

const api = setUpTestApp();
const { add, signedInUser } = setUpReactionCalls(api);

async function importText(format: ImportFormat, text: string) {
  const run = new ImportRun({
    importBatch: (drafts) => importProducts(api.deps(), drafts, { isDryRun: false }),
  });
  await run.importAll(readImport(format, Readable.from([text])), () => false);
  expect(run.counts.skipped).toBe(0);
}

async function listSlugs(query: string): Promise<string[]> {
  await api.deps().publicChanges.catchUp();
  const { products: listed } = productPage.parse((await api.request('GET', `/api/products?${query}`)).body);
  return listed.map(({ slug }) => slug);
}

it('an import leaves the first page of the demo as it is, until its products are upvoted', async () => {
  await fillDemo(api.deps());
  const before = await listSlugs('sort=hot');
  expect(before).toHaveLength(30);

  const list = Array.from(
    { length: 40 },
    (_, n) => `- [Thing ${n}](https://thing-${n}.example) - Does thing ${n}.`,
  );
  await importText('markdown', `# List\n\n## Things\n\n${list.join('\n')}\n`);
  expect(await listSlugs('sort=hot')).toEqual(before);
  expect((await listSlugs('sort=new')).slice(0, 30).every((slug) => slug.startsWith('thing-'))).toBe(true);

  const [thing] = await api.db.select({ id: products.id }).from(products).where(eq(products.slug, 'thing-7'));
  for (let count = 0; count < 20; count += 1) {
    await add(await signedInUser(), 'upvotes', thing?.id ?? '');
  }
  expect(await listSlugs('sort=hot')).toContain('thing-7');
});

it('the products of the demo are spread over a year, most of them in the last weeks', async () => {
  await fillDemo(api.deps());
  const ages = (
    await api.db.select({ approvedAt: products.approvedAt, status: products.status }).from(products)
  )
    .filter(({ status }) => status === 'approved')
    .map(({ approvedAt }) => (testNow.getTime() - (approvedAt?.getTime() ?? 0)) / DAY_MS);
  const countWithin = (days: number) => ages.filter((age) => age >= 0 && age <= days).length;
  expect([7, 30, 180, 365].map(countWithin)).toEqual([34, 84, 170, 207]);
  expect(Math.max(...ages)).toBeGreaterThan(350);

  const orders = await Promise.all(
    ['sort=hot', 'sort=new', 'sort=top&period=week', 'sort=top&period=month', 'sort=top'].map(listSlugs),
  );
  expect(new Set(orders.map((slugs) => slugs.slice(0, 5).join())).size).toBe(orders.length);
});

it.each<[ImportFormat, string]>([
  [
    'csv',
    'name,url,created_at\nDated,https://dated.example,2024-05-06T07:08:09Z\nOther,https://other.example,soon\n',
  ],
  [
    'json',
    '[{"name":"Dated","url":"https://dated.example","date":1714979289},{"name":"Other","url":"https://other.example"}]',
  ],
  [
    'jsonl',
    '{"name":"Dated","url":"https://dated.example","addedAt":"2024-05-06 07:08:09"}\n{"name":"Other","url":"https://other.example","addedAt":"9999-01-01"}',
  ],
  [
    'bookmarks',
    '<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><DT><A HREF="https://dated.example" ADD_DATE="1714979289">Dated</A>\n<DT><A HREF="https://other.example">Other</A></DL>',
  ],
])(
  'a product from %s carries the date that the source gives, else the time of the import',
  async (format, text) => {
    await importText(format, text);
    const rows = await api.db
      .select({ slug: products.slug, approvedAt: products.approvedAt, updatedAt: products.updatedAt })
      .from(products)
      .orderBy(products.slug);
    expect(rows).toEqual([
      { slug: 'dated', approvedAt: new Date('2024-05-06T07:08:09Z'), updatedAt: testNow },
      { slug: 'other', approvedAt: testNow, updatedAt: testNow },
    ]);
  },
);

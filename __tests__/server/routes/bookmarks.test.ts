import { asc, eq } from 'drizzle-orm';
import { productPage } from '@/lib/contract/product';
import { bookmarks, products } from '@/server/db/schema';
import { PublicChanges } from '@/server/http/public-changes';
import { noSources } from '@/server/http/sources';
import { listPublicChanges } from '@/server/queries/public-changes';
import { buildProduct } from '../../setup/build';
import { noCounts, privatePath, setUpReactionCalls } from '../../setup/reaction-calls';
import type { SignedInUser } from '../../setup/signed-in-user';
import { cursorSigner, setUpTestApp, testNow } from '../../setup/test-app';

const api = setUpTestApp();
const { signedInUser, add, remove, countsOf, storedReactions } = setUpReactionCalls(api);

describe('bookmarking', () => {
  it('keeps one bookmark per user however often it is added, and removes it', async () => {
    const ada = await signedInUser();
    const { id } = await buildProduct(api.db);

    expect((await add(ada, 'bookmarks', id)).body).toEqual({ isError: false, bookmarked: true });
    expect((await add(ada, 'bookmarks', id)).body).toEqual({ isError: false, bookmarked: true });
    expect(await countsOf(id)).toEqual({ ...noCounts, bookmarks: 1 });
    expect(await api.db.select().from(bookmarks)).toHaveLength(1);

    expect((await remove(ada, 'bookmarks', id)).body).toEqual({ isError: false, bookmarked: false });
    expect((await remove(ada, 'bookmarks', id)).body).toEqual({ isError: false, bookmarked: false });
    expect(await countsOf(id)).toEqual(noCounts);
    expect(await storedReactions()).toEqual([]);
  });

  it('shows the new count of the product immediately', async () => {
    const ada = await signedInUser();
    const { id, slug } = await buildProduct(api.db);
    const productPageBody = async () => (await api.request('GET', `/api/products/${slug}`)).body;
    expect(await productPageBody()).toMatchObject({ product: { bookmarkCount: 0 } });

    await add(ada, 'bookmarks', id);

    expect(await productPageBody()).toMatchObject({ product: { bookmarkCount: 1 } });
  });
});

it('is a change of its product in every process, and of no response without the product', async () => {
  const ada = await signedInUser();
  const [{ id }, other] = [await buildProduct(api.db), await buildProduct(api.db)];
  const process = new PublicChanges((since) => listPublicChanges(api.db, since));
  await process.catchUp();
  const { position, contentPosition } = process;
  const others = ['/api/tags', `/api/products/${other.slug}`];
  for (const path of others) await api.request('GET', path);
  const { miss } = api.deps().responseCache.figures.results;

  await add(ada, 'bookmarks', id);

  for (const path of others) await api.request('GET', path);
  expect(api.deps().responseCache.figures.results.miss).toBe(miss);
  await process.catchUp();
  expect(process.judge({ ...noSources(), products: new Set([id]) }, position)).toBe('late');
  expect(process.judge({ ...noSources(), products: new Set([other.id]), isFromTags: true }, position)).toBe(
    'fresh',
  );
  expect(process.contentPosition).toBe(contentPosition);
});

describe('the list of bookmarks', () => {
  const list = async ({ headers }: SignedInUser, query = '') =>
    productPage.parse((await api.request('GET', `${privatePath}/bookmarks${query}`, { headers })).body);

  it('contains the approved bookmarks of the viewer, latest first', async () => {
    const [ada, bob] = [await signedInUser(), await signedInUser()];
    const built = [];
    for (let count = 0; count < 4; count += 1) built.push(await buildProduct(api.db));
    const [first, second, third, fourth] = built.map(({ id }) => id);
    for (const [index, id] of [third, first, second].entries()) {
      api.clock.now = new Date(testNow.getTime() + index);
      await add(ada, 'bookmarks', id ?? '');
    }
    await add(bob, 'bookmarks', fourth ?? '');
    const ids = async () => (await list(ada)).products.map(({ id }) => id);
    expect(await ids()).toEqual([second, first, third]);

    await api.db
      .update(products)
      .set({ status: 'pending' })
      .where(eq(products.id, first ?? ''));
    expect(await ids()).toEqual([second, third]);

    await api.db
      .update(products)
      .set({ status: 'approved' })
      .where(eq(products.id, first ?? ''));
    expect(await ids()).toEqual([second, first, third]);
  });

  it('returns several pages in one order, even when all bookmarks have the same time', async () => {
    const ada = await signedInUser();
    for (let count = 0; count < 65; count += 1) {
      const { id } = await buildProduct(api.db);
      await api.db.insert(bookmarks).values({ userId: ada.id, productId: id, createdAt: testNow });
    }

    const seen: string[] = [];
    const sizes: number[] = [];
    let after: string | null = '';
    while (after !== null) {
      const page = await list(ada, after && `?after=${after}`);
      seen.push(...page.products.map(({ id }) => id));
      sizes.push(page.products.length);
      after = page.nextCursor;
    }

    const stored = await api.db.select().from(products).orderBy(asc(products.id));
    expect(sizes).toEqual([30, 30, 5]);
    expect(seen).toEqual(stored.map(({ id }) => id).reverse());
  });

  it('fills its pages with approved products only', async () => {
    const ada = await signedInUser();
    for (let count = 0; count < 31; count += 1) {
      const status = count < 30 ? ('approved' as const) : ('removed' as const);
      const { id } = await buildProduct(api.db, { status });
      await api.db.insert(bookmarks).values({ userId: ada.id, productId: id, createdAt: testNow });
    }

    const { products: listed, nextCursor } = await list(ada);

    expect([listed.length, nextCursor]).toEqual([30, null]);
  });

  it('rejects cursors of other lists and invalid cursors', async () => {
    const ada = await signedInUser();
    const { headers } = ada;
    const ofAnother = Buffer.from('["new","2026-01-01T00:00:00.000Z","1"]').toString('base64url');
    for (const after of ['x', cursorSigner.sign(`31.${ofAnother}`)]) {
      expect((await api.request('GET', `${privatePath}/bookmarks?after=${after}`, { headers })).status).toBe(
        400,
      );
    }
  });
});

describe('the reactions to listed products', () => {
  const listReactions = ({ headers }: SignedInUser, ids: string) =>
    api.request('GET', `${privatePath}/reactions?ids=${ids}`, { headers });

  it('are those of the viewer to the requested products', async () => {
    const [ada, bob] = [await signedInUser(), await signedInUser()];
    const [one, two, three] = [
      await buildProduct(api.db),
      await buildProduct(api.db),
      await buildProduct(api.db),
    ];
    await add(ada, 'upvotes', one.id);
    await add(ada, 'bookmarks', two.id);
    await add(bob, 'upvotes', two.id);
    await add(bob, 'bookmarks', three.id);

    const response = await listReactions(ada, `${one.id},${two.id},${one.id},${three.id},999`);

    expect(response.body).toEqual({ isError: false, upvoted: [one.id], bookmarked: [two.id] });
    expect(response.headers.get('cache-control')).toBe('private, no-store');
  });

  it('are returned for up to 100 ids, and neither for more nor for invalid ids', async () => {
    const ada = await signedInUser();
    const idsOf = (count: number) => Array.from({ length: count }, (_, index) => `9${index}`.padEnd(18, '0'));

    expect((await listReactions(ada, idsOf(100).join())).body).toEqual({
      isError: false,
      upvoted: [],
      bookmarked: [],
    });
    expect((await listReactions(ada, idsOf(101).join())).status).toBe(400);
    for (const ids of ['', '1,', 'x', '1;2', '1,-2'])
      expect((await listReactions(ada, ids)).status).toBe(400);
  });
});

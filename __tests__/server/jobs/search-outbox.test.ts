import { eq, sql } from 'drizzle-orm';
import { products } from '@/server/db/schema';
import { drainSearchOutbox, startSearchOutbox } from '@/server/jobs/search-outbox';
import { reindexBatch } from '@/server/commands/products/reindex-products';
import { refreshSearchDocuments } from '@/server/queries/search/search-documents';
import { pauseOutbox, setMirror } from '@/server/queries/search/search-outbox';
import { openAlgoliaIndex, type AlgoliaIndex } from '@/server/search/algolia';
import { AlgoliaDouble } from '../../setup/algolia-double';
import { buildProduct, buildUpvotes } from '../../setup/build';
import { setUpTestApp, testNow } from '../../setup/test-app';

const api = setUpTestApp();
const algolia = new AlgoliaDouble();
const indexName = 'tool-fyi';
let hosts: string[] = [];
let index: AlgoliaIndex;
const openIndex = (siteLanguage: string) =>
  openAlgoliaIndex({ appId: 'app', adminKey: 'key', hosts }, { siteNoun: 'tool', fields: [], siteLanguage });

beforeAll(async () => {
  hosts = [await algolia.start()];
  index = openIndex('pt-BR');
});
beforeEach(async () => {
  algolia.reset();
  await setMirror(api.db, 'app');
});
afterAll(() => algolia.stop());

const drain = () => drainSearchOutbox(api.deps(), index);
const sent = () => [...algolia.objects(indexName).values()];

async function countQueued(): Promise<unknown> {
  const { rows } = await api.db.execute(sql`SELECT count(*)::int AS count FROM search_outbox`);
  return rows[0]?.count;
}

async function rename(id: string, name: string) {
  await api.db.transaction(async (transaction) => {
    await transaction.update(products).set({ name }).where(eq(products.id, id));
    await refreshSearchDocuments(transaction, [], [id]);
  });
}

const moveClock = (ms: number) => {
  api.clock.now = new Date(api.clock.now.getTime() + ms);
};

it('sends the same hits as the built-in search, and none twice', async () => {
  const product = await buildProduct(api.db, {
    name: 'React',
    slug: 'react',
    tagline: 'A library for interfaces',
    tags: ['UI'],
  });
  await buildProduct(api.db, { status: 'pending', approvedAt: null });

  expect(await drain()).toBe(2);
  expect(await drain()).toBe(0);
  expect(sent()).toEqual([
    {
      objectID: product.id,
      id: product.id,
      title: 'React',
      imageURL: '/api/tiles/React.svg',
      url: '/tool/react',
      content: 'A library for interfaces',
      tags: ['UI'],
      upvoteCount: 0,
    },
  ]);
  expect(algolia.batchCount).toBe(1);
});

it('updates upvotes, and removes products that are no longer shown', async () => {
  const product = await buildProduct(api.db);
  await drain();
  await buildUpvotes(api.db, product.id, 2);
  await drain();
  expect(sent()).toEqual([expect.objectContaining({ upvoteCount: 2 })]);

  await api.db.update(products).set({ status: 'removed' }).where(eq(products.id, product.id));
  await refreshSearchDocuments(api.db, [], [product.id]);
  await drain();
  expect(sent()).toEqual([]);
});

it('queues nothing for a transaction that is rolled back', async () => {
  const product = await buildProduct(api.db);
  await drain();
  await expect(
    api.db.transaction(async (transaction) => {
      await refreshSearchDocuments(transaction, [], [product.id]);
      throw new Error('Something else failed');
    }),
  ).rejects.toThrow('Something else failed');
  expect(await countQueued()).toBe(0);
});

it('sends a change that is made while an earlier one is being sent', async () => {
  const product = await buildProduct(api.db, { name: 'First' });
  algolia.onBatch = async () => {
    algolia.onBatch = () => Promise.resolve();
    await rename(product.id, 'Second');
    // No other process sends the entry in that time.
    expect(await drain()).toBe(0);
  };

  await drain();
  expect(sent()).toEqual([expect.objectContaining({ title: 'First' })]);
  await drain();
  expect(sent()).toEqual([expect.objectContaining({ title: 'Second' })]);
  expect(await countQueued()).toBe(0);
});

it('retries a failed batch with increasing delays', async () => {
  await buildProduct(api.db);
  algolia.isRefusing = true;
  await drain();
  expect(await drain()).toBe(0);
  moveClock(1_000);
  expect(await drain()).toBe(1);
  moveClock(1_000);
  expect(await drain()).toBe(0);
  moveClock(1_000);
  algolia.isRefusing = false;
  expect(await drain()).toBe(1);
  expect(sent()).toHaveLength(1);
  expect(await countQueued()).toBe(0);
});

it('takes over the entries of a process that died, once its lease has expired', async () => {
  await buildProduct(api.db);
  await api.db.execute(
    sql`UPDATE search_outbox SET claimed_until = ${new Date(testNow.getTime() + 60_000).toISOString()}`,
  );
  expect(await drain()).toBe(0);
  moveClock(60_000);
  expect(await drain()).toBe(1);
});

it('keeps what is queued when a process without Algolia starts', async () => {
  await buildProduct(api.db);
  expect(await countQueued()).toBe(1);

  const { stop } = await startSearchOutbox(api.deps());
  await stop();
  await buildProduct(api.db);

  expect(await countQueued()).toBe(2);
});

it('queues nothing without a mirror, and all products for a new one', async () => {
  await api.db.execute(sql`DELETE FROM search_mirrors`);
  await buildProduct(api.db);
  await buildProduct(api.db);
  expect(await countQueued()).toBe(0);

  await setMirror(api.db, 'app');
  await setMirror(api.db, 'app');
  expect(await countQueued()).toBe(2);
  await drain();
  expect(sent()).toHaveLength(2);
});

it('rebuilds the whole index while changes wait', async () => {
  const product = await buildProduct(api.db, { name: 'Kept' });
  algolia.objects(indexName).set('gone', { objectID: 'gone' });
  await pauseOutbox(api.db, new Date(testNow.getTime() + 60_000));

  const { hits, lastId } = await reindexBatch(api.deps(), '0');
  await rename(product.id, 'Changed');
  expect(await drain()).toBe(0);
  await index.replaceAll(hits);
  await index.applySettings();
  expect([lastId, sent()]).toEqual([product.id, [expect.objectContaining({ title: 'Kept' })]]);
  expect(await reindexBatch(api.deps(), product.id)).toEqual({ lastId: null, hits: [] });
  expect(algolia.settings.get(indexName)).toMatchObject({
    searchableAttributes: ['unordered(title)', 'unordered(tags)', 'unordered(content)'],
    attributesForFaceting: ['searchable(tags)'],
    numericAttributesForFiltering: [],
    separatorsToIndex: '+#',
    indexLanguages: ['pt-br'],
    queryLanguages: ['pt-br'],
  });
  const ofOthers = ['de-AT', 'nn', 'ja', 'xx'];
  const languages = [];
  for (const siteLanguage of ofOthers) {
    await openIndex(siteLanguage).applySettings();
    languages.push(algolia.settings.get(indexName));
  }
  expect(languages).toMatchObject([
    { indexLanguages: ['de'] },
    { indexLanguages: ['nb'] },
    { indexLanguages: ['ja'] },
    expect.not.objectContaining({ indexLanguages: expect.anything() }),
  ]);

  await pauseOutbox(api.db, null);
  await drain();
  expect(sent()).toEqual([expect.objectContaining({ title: 'Changed' })]);
});

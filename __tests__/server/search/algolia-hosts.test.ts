import { AlgoliaDouble } from '../../setup/algolia-double';

const algolia = new AlgoliaDouble();
const before = process.env;
afterAll(() => algolia.stop());
afterEach(() => {
  process.env = before;
});

const hit = {
  objectID: '1',
  id: '1',
  title: 'React',
  imageURL: '/api/tiles/React.svg',
  url: '/tool/react',
  content: 'A library',
  tags: ['UI'],
  upvoteCount: 3,
};

it('sends hits to the hosts of NEXT_PUBLIC_ALGOLIA_HOSTS, and searches there', async () => {
  process.env = {
    ...before,
    NEXT_PUBLIC_ALGOLIA_APP_ID: 'app',
    NEXT_PUBLIC_ALGOLIA_SEARCH_KEY: 'search',
    ALGOLIA_ADMIN_KEY: 'admin',
    NEXT_PUBLIC_ALGOLIA_HOSTS: await algolia.start(),
  };
  // What is read of the environment is read when these files are imported.
  const { addSources, collectSources } = await import('@/server/http/public-changes');
  const { readEnv } = await import('@/server/config/env');
  const { openAlgoliaIndex } = await import('@/server/search/algolia');
  const env = readEnv({ ...process.env, APP_ENV: 'development' });
  if (!env.algolia) throw new Error('Algolia is not configured.');
  await openAlgoliaIndex(env.algolia, env).write({ hits: [hit], removedIds: [] });

  const { searchProducts } = await import('@/lib/search');
  const { content, ...plainHit } = hit;
  expect(await searchProducts('rea')).toMatchObject({
    nbHits: 1,
    hits: [{ ...plainHit, excerptSegments: [{ text: `${content}…`, isMatch: false }] }],
  });

  // Algolia tells nothing of its changes: a page with its answer is kept for a second, whatever else the page shows.
  const { provideForeignAnswerNote } = await import('@/lib/in-process');
  provideForeignAnswerNote(() => addSources({ maxAgeMs: 1_000 }));
  const { sources } = await collectSources(async () => {
    addSources({ isFromTags: true });
    await searchProducts('re');
  });
  expect(sources.maxAgeMs).toBe(1_000);

  await algolia.stop();
  await expect(searchProducts('r')).rejects.toThrow("Search isn't available right now.");
});

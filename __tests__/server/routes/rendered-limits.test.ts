import { FEED_FILES } from '@/lib/contract/plain/site';
import { rateLimit } from '@/lib/contract/rate-limits';
import { buildProduct } from '../../setup/build';
import { setUpTestApp } from '../../setup/test-app';

const api = setUpTestApp();
const address = '192.0.2.1';

beforeEach(async () => {
  await buildProduct(api.db, { slug: 'amber', name: 'Amber', tags: ['Ink'] });
});

const pages = ['/index.md', '/new.md', '/top/week.md', '/search.md?q=amber', '/tags.md', '/tag/ink.md', '/tool/amber.md', '/tool/amber/alternatives.md', '/moderation-log.md', '/ranking.md', '/developers.md']; // prettier-ignore
const feeds = ['', '/top/week', '/tag/ink', '/search', '/moderation-log'].flatMap((list) =>
  FEED_FILES.map((file) => `${list}/${file}${list === '/search' ? '?q=amber' : ''}`),
);

it.each([...pages, ...feeds])('%s counts as a page that is rendered', async (path) => {
  const { rateLimits } = api.deps();
  const ask = (remoteAddress: string) => api.request('GET', path, { remoteAddress });
  for (let count = 0; count < rateLimit('renderByAddress').calls; count += 1)
    await rateLimits.count([{ limit: 'renderByAddress', key: address }]);
  expect((await ask(address)).status).toBe(429);
  expect((await ask('198.51.100.1')).status).toBe(200);
});

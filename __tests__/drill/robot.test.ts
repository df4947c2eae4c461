import { once } from 'node:events';
import { createServer } from 'node:http';
import robotsParser from 'robots-parser';
import { relTo } from '@/lib/contract/plain/crawling';
import { readEnv } from '@/server/config/env';
import { setUpTestApp } from '../setup/test-app';
import { readAsRobot } from './robot';

const api = setUpTestApp(() => readEnv({ NEXT_PUBLIC_SITE_URL: 'https://listgrove.example/' }));

it.each([
  ['/new', true],
  ['/new?price=free', true],
  ['/new?after=x', true],
  ['/tag/javascript', true],
  ['/tag/javascript?after=x', true],
  ['/tag/javascript?sort=new', false],
  ['/tag/javascript?sort=top&period=week', false],
  ['/tag/javascript?price=free', false],
  ['/?tag=javascript', false],
  ['/new?price=free&price=paid', false],
  ['/new?platform=web,linux', false],
  ['/feed.xml?platform=web,linux', false],
  ['/top/week', true],
  ['/top/week?after=x', true],
  ['/top/week?price=free', false],
  ['/new?price=free&after=x', false],
  ['/tool/react/alternatives', true],
  ['/tool/react/alternatives?after=x', true],
  ['/tool/react/alternatives?price=free', false],
  ['/search?q=react', false],
  ['/ranking', true],
  ['/ranking?of=react', false],
  ['/compare/react-vs-svelte', true],
  ['/compare', true],
  ['/compare?a=react', false],
])('robots may read %s: %s, as robots.txt and its links say', async (path, isRead) => {
  const { text } = await api.request('GET', '/robots.txt');
  const robots = robotsParser('https://listgrove.example/robots.txt', text);
  expect([
    robots.isAllowed(`https://listgrove.example${path}`, 'PoliteBot'),
    relTo(path) === undefined,
  ]).toEqual([isRead, isRead]);
});

it('leaves alone what a site asks it to', async () => {
  const pages: Record<string, string> = {
    '/robots.txt': 'User-agent: *\nDisallow: /no',
    '/sitemap.xml': '',
    '/': '<a href="/one">1</a><a href="/two" rel="nofollow">2</a><a href="/no?q=1">3</a><a href="https://other.example">4</a>',
    '/one': '<head><meta name="robots" content="noindex"></head><a href="/">back</a>',
  };
  const server = createServer(({ url = '' }, response) => {
    response.setHeader('content-type', 'text/html').end(pages[url]);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const address = server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const { addresses, unindexed, contradictions } = await readAsRobot(`http://127.0.0.1:${port}`, 10);
    expect([[...addresses], unindexed, [...contradictions]]).toEqual([['/', '/one'], ['/one'], ['/no?q=1']]);
  } finally {
    server.close();
  }
});

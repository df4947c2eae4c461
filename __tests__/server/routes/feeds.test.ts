import { eq } from 'drizzle-orm';
import * as z from 'zod/mini';
import { HOUR_MS } from '@/lib/contract/plain/durations';
import { FORMER_MEMBER } from '@/lib/contract/plain/site';
import { importProducts } from '@/server/commands/imports/import-products';
import { readEnv } from '@/server/config/env';
import { readSiteFile } from '@/server/fields/site-file';
import { products } from '@/server/db/schema';
import { buildProduct, buildUpvotes, buildUser } from '../../setup/build';
import { FONT_SITE } from '../../setup/font-site';
import { parseXML } from '../../setup/parse-xml';
import { setUpTestApp, testNow } from '../../setup/test-app';

const api = setUpTestApp(() => ({
  ...readEnv({ NEXT_PUBLIC_SITE_URL: 'https://listgrove.example/' }),
  fields: readSiteFile(FONT_SITE, 'site.json'),
}));
const hoursAgo = (hours: number) => new Date(testNow.getTime() - hours * HOUR_MS);

const lists = ['entry', 'item', 'link', 'category'];
const oneLink = z.array(z.looseObject({ '@rel': z.string(), '@href': z.string() }));
const atom = z.object({
  feed: z.looseObject({
    id: z.string(),
    title: z.string(),
    updated: z.iso.datetime(),
    link: oneLink,
    entry: z.optional(
      z.array(
        z.looseObject({
          id: z.string(),
          title: z.string(),
          link: oneLink,
          published: z.iso.datetime(),
          updated: z.iso.datetime(),
          summary: z.string(),
          category: z.optional(z.array(z.object({ '@term': z.string() }))),
          author: z.optional(z.object({ name: z.string(), uri: z.optional(z.string()) })),
          content: z.object({ '@type': z.literal('html'), '#text': z.string() }),
        }),
      ),
    ),
  }),
});
const rss = z.object({
  rss: z.looseObject({
    channel: z.looseObject({
      item: z.array(
        z.looseObject({
          title: z.string(),
          guid: z.object({ '@isPermaLink': z.literal('false'), '#text': z.string() }),
          'content:encoded': z.string(),
        }),
      ),
    }),
  }),
});
const jsonFeed = z.object({
  version: z.literal('https://jsonfeed.org/version/1.1'),
  home_page_url: z.string(),
  feed_url: z.string(),
  items: z.array(z.looseObject({ id: z.string(), title: z.string(), content_html: z.string() })),
});

async function readAtom(path: string) {
  const { status, text } = await api.request('GET', path);
  expect(status).toBe(200);
  return atom.parse(parseXML(text, lists)).feed;
}

const namesIn = async (path: string) => (await readAtom(path)).entry?.map(({ title }) => title) ?? [];

it('shows the newest products first, with texts, tags, submitter and both addresses', async () => {
  const submitter = await buildUser(api.db, { handle: 'ada', name: 'Ada' });
  const { id } = await buildProduct(api.db, {
    slug: 'figgle',
    name: 'Figgle',
    tagline: 'Draw together',
    descriptionHTML: '<p>Long.</p>',
    url: 'https://figgle.example/?a=1&b=2',
    tags: ['Design', 'C & C++'],
    submitterId: submitter.id,
    approvedAt: hoursAgo(2),
    updatedAt: hoursAgo(1),
  });
  await buildProduct(api.db, { name: 'Newest', approvedAt: testNow, updatedAt: testNow });

  const { entry: [, figgle] = [], ...feed } = await readAtom('/feed.xml');

  expect(feed).toMatchObject({
    id: 'https://listgrove.example/feed.xml',
    title: 'Listgrove',
    updated: testNow.toISOString(),
  });
  expect(feed.link.map((link) => [link['@rel'], link['@href']])).toEqual([
    ['self', 'https://listgrove.example/feed.xml'],
    ['alternate', 'https://listgrove.example/'],
  ]);
  expect(figgle).toMatchObject({
    id: `tag:listgrove.example,2026:tool:${id}`,
    title: 'Figgle',
    summary: 'Draw together',
    published: hoursAgo(2).toISOString(),
    updated: hoursAgo(1).toISOString(),
    category: [{ '@term': 'Design' }, { '@term': 'C & C++' }],
    author: { name: 'Ada', uri: 'https://listgrove.example/u/ada' },
    content: {
      '#text':
        '<p>Draw together</p><p>Long.</p><p><a href="https://figgle.example/?a=1&amp;b=2">figgle.example</a></p>',
    },
  });
  expect(figgle?.link.map((link) => link['@href'])).toEqual([
    'https://listgrove.example/tool/figgle',
    'https://figgle.example/?a=1&b=2',
  ]);
});

it('has the same entries in all three formats, whatever characters the texts contain', async () => {
  const name = 'A ]]> <b>&amp; "x" \u0001\uFFFE ]]> 🌱';
  const { id } = await buildProduct(api.db, {
    name,
    tagline: '<script>&</script>',
    descriptionHTML: '<p>]]></p>',
    // As it was typed.
    url: 'https://a.example/b c?d="<e>"',
  });
  const entryId = `tag:listgrove.example,2026:tool:${id}`;
  const contentHTML = expect.stringContaining('<p>&lt;script&gt;&amp;&lt;/script&gt;</p><p>]]></p>');

  const [entry] = (await readAtom('/feed.xml')).entry ?? [];
  expect([entry?.id, entry?.content['#text']]).toEqual([entryId, contentHTML]);
  // XML can express neither of the two characters.
  expect(entry?.title).toBe('A ]]> <b>&amp; "x"  ]]> 🌱');

  expect(entry?.link[1]?.['@href']).toBe('https://a.example/b%20c?d=%22%3Ce%3E%22');

  const [item] = rss.parse(parseXML((await api.request('GET', '/rss.xml')).text, lists)).rss.channel.item;
  expect([item?.guid['#text'], item?.title, item?.['content:encoded']]).toEqual([
    entryId,
    entry?.title,
    contentHTML,
  ]);

  const { headers, text } = await api.request('GET', '/feed.json');
  expect(headers.get('content-type')).toBe('application/feed+json; charset=UTF-8');
  const [jsonItem] = jsonFeed.parse(JSON.parse(text)).items;
  expect([jsonItem?.id, jsonItem?.title, jsonItem?.content_html]).toEqual([entryId, name, contentHTML]);
});

it('has feeds of tags, members, searches and tops', async () => {
  const submitter = await buildUser(api.db, { handle: 'ada' });
  await buildProduct(api.db, { name: 'Tagged', tags: ['Design'], approvedAt: hoursAgo(3) });
  await buildProduct(api.db, { name: 'By Ada', submitterId: submitter.id, approvedAt: hoursAgo(2) });
  const { id } = await buildProduct(api.db, { name: 'Upvoted', approvedAt: hoursAgo(1) });
  await buildUpvotes(api.db, id, 3);
  await buildProduct(api.db, { name: 'Old', approvedAt: hoursAgo(24 * 8) });
  await buildProduct(api.db, { name: 'Pending', status: 'pending', approvedAt: null, tags: ['Design'] });

  expect(await namesIn('/feed.xml')).toEqual(['Upvoted', 'By Ada', 'Tagged', 'Old']);
  expect(await namesIn('/tag/design/feed.xml')).toEqual(['Tagged']);
  expect(await namesIn('/u/ADA/feed.xml')).toEqual(['By Ada']);
  expect(await namesIn('/search/feed.xml?q=upvoted')).toEqual(['Upvoted']);
  expect(await namesIn('/search/feed.xml?q=nothing+like+this')).toEqual([]);
  expect(await namesIn('/top/week/feed.xml')).toEqual(['Upvoted', 'By Ada', 'Tagged']);
});

it('names former members without a page, and has no feed of them', async () => {
  const { id } = await buildUser(api.db, FORMER_MEMBER);
  await buildProduct(api.db, { submitterId: id });
  expect((await readAtom('/feed.xml')).entry?.[0]?.author).toEqual({ name: FORMER_MEMBER.name });
  expect((await api.request('GET', `/u/${FORMER_MEMBER.handle}/feed.xml`)).status).toBe(404);
});

it('counts a feed of a search as a search', async () => {
  const read = (n: number) =>
    api.request('GET', `/search/feed.xml?q=word${n}`, { remoteAddress: '192.0.2.1' });
  for (let n = 0; n < 60; n += 1) expect((await read(n)).status).toBe(200);
  expect((await read(60)).status).toBe(429);
});

it('follows a filtered list', async () => {
  const drafts = [1, 2].map((weights) => ({
    ...{ line: weights, name: `Weights ${weights}`, tagline: 'Draws letters', hasOwnTagline: true },
    ...{ url: `https://w${weights}.example/`, canonicalURL: `w${weights}.example`, isRepeat: false },
    ...{ description: '', tags: ['Design'], values: { weights } },
  }));
  await importProducts(api.deps(), drafts, { isDryRun: false });

  const { link, entry } = await readAtom('/tag/design/feed.xml?weights=2..&unknown=1');
  expect(entry?.map(({ title }) => title)).toEqual(['Weights 2']);
  expect(link.map((each) => each['@href'])).toEqual([
    'https://listgrove.example/tag/design/feed.xml?weights=2..',
    'https://listgrove.example/tag/design?weights=2..',
  ]);
  expect(await namesIn('/feed.xml?weights=7')).toEqual([]);
});

it.each([
  ['/tag/unknown/feed.xml', 404],
  ['/u/nobody/feed.xml', 404],
  ['/top/year/feed.xml', 404],
  ['/search/feed.xml', 400],
  [`/search/feed.xml?q=${'a'.repeat(513)}`, 400],
  ['/tag/%00/feed.xml', 400],
  ['/new/feed.xml', 404],
  ['/feed.xml/feed.xml', 404],
  ['/u/%ED%A0%80/rss.xml', 404],
])('answers %s with %i', async (path, status) => {
  expect((await api.request('GET', path)).status).toBe(status);
});

it('answers 304 until the list changes, and shows an approval and a removal at once', async () => {
  const { id } = await buildProduct(api.db, { name: 'First', approvedAt: hoursAgo(1) });
  const { headers } = await api.request('GET', '/feed.xml');
  const etag = headers.get('etag') ?? '';
  expect(etag).toMatch(/^W\/"/);
  const readAgain = () => api.request('GET', '/feed.xml', { headers: { 'if-none-match': etag } });
  expect((await readAgain()).status).toBe(304);

  await buildProduct(api.db, { name: 'Second', approvedAt: testNow });
  expect((await readAgain()).status).toBe(200);
  expect(await namesIn('/feed.xml')).toEqual(['Second', 'First']);

  await api.db.update(products).set({ status: 'removed' }).where(eq(products.id, id));
  expect(await namesIn('/feed.xml')).toEqual(['Second']);
});

import { gunzipSync } from 'node:zlib';
import * as z from 'zod/mini';
import { HOUR_MS } from '@/lib/contract/plain/durations';
import { createApp } from '@/server/app';
import { readEnv } from '@/server/config/env';
import { readSiteFile } from '@/server/fields/site-file';
import { buildProduct, buildUser } from '../../setup/build';
import { FONT_SITE } from '../../setup/font-site';
import { parseXML } from '../../setup/parse-xml';
import { setUpTestApp, testNow } from '../../setup/test-app';

let hub = '';
beforeEach(() => {
  hub = '';
});
const api = setUpTestApp(() => ({
  ...readEnv({ NEXT_PUBLIC_SITE_URL: 'https://listgrove.example/', WEBSUB_HUB: hub }),
  fields: readSiteFile(FONT_SITE, 'site.json'),
}));
const hoursAgo = (hours: number) => new Date(testNow.getTime() - hours * HOUR_MS);

const atom = z.object({
  feed: z.looseObject({
    updated: z.iso.datetime(),
    link: z.array(z.looseObject({ '@rel': z.string(), '@href': z.string() })),
    'at:deleted-entry': z.optional(z.array(z.object({ '@ref': z.string(), '@when': z.iso.datetime() }))),
  }),
});

async function readAtom(path: string) {
  const { status, text } = await api.request('GET', path);
  expect(status).toBe(200);
  return atom.parse(parseXML(text, ['link', 'at:deleted-entry'])).feed;
}

it('names the hub where it is told of changes, in all three formats, and nowhere else', async () => {
  const path = '/tag/design/feed.xml';
  await buildProduct(api.db, { tags: ['Design'] });
  expect((await api.request('GET', path)).headers.get('link')).toBeNull();

  hub = 'https://hub.example/';
  await buildProduct(api.db, { tags: ['Design'] });
  const { headers } = await api.request('GET', path);
  expect(headers.get('link')).toBe(`<${hub}>; rel="hub", <https://listgrove.example${path}>; rel="self"`);
  // The same from memory.
  expect((await api.request('GET', path)).headers.get('link')).toBe(headers.get('link'));
  expect((await readAtom(path)).link).toContainEqual({ '@rel': 'hub', '@href': hub });
  const { text } = await api.request('GET', '/rss.xml');
  expect(text).toContain(`<atom:link rel="hub" href="${hub}"/>`);
  expect(JSON.parse((await api.request('GET', '/feed.json')).text)).toMatchObject({
    hubs: [{ type: 'WebSub', url: hub }],
  });

  for (const other of ['/top/week/feed.xml', '/feed.xml?weights=2..', '/search/feed.xml?q=product']) {
    const { headers, text } = await api.request('GET', other);
    expect([headers.get('link'), text.includes(hub)]).toEqual([null, false]);
  }
});

it('names in Atom what was removed in the last 30 days, of the site, a tag or a member', async () => {
  const { id: submitterId } = await buildUser(api.db, { handle: 'ada' });
  await buildProduct(api.db, { approvedAt: hoursAgo(99), updatedAt: hoursAgo(99) });
  const removedAgo = async (days: number, part: { tags?: string[]; submitterId?: string } = {}) => {
    const removedAt = hoursAgo(24 * days);
    const { id } = await buildProduct(api.db, {
      ...part,
      status: 'removed',
      removedAt,
      approvedAt: hoursAgo(9_999),
    });
    return { '@ref': `tag:listgrove.example,2026:tool:${id}`, '@when': removedAt.toISOString() };
  };
  const plain = await removedAgo(1);
  const tagged = await removedAgo(2, { tags: ['Design'] });
  const own = await removedAgo(29.99, { submitterId });
  await removedAgo(30.01);
  await buildProduct(api.db, {
    tags: ['Design'],
    submitterId,
    approvedAt: hoursAgo(99),
    updatedAt: hoursAgo(99),
  });

  const removedIn = async (path: string) => (await readAtom(path))['at:deleted-entry'];
  expect(await removedIn('/feed.xml')).toEqual([plain, tagged, own]);
  expect(await removedIn('/tag/design/feed.xml')).toEqual([tagged]);
  expect(await removedIn('/u/ada/feed.xml')).toEqual([own]);
  expect((await readAtom('/feed.xml')).updated).toBe(hoursAgo(24).toISOString());
  for (let n = 0; n < 50; n += 1) await removedAgo(0);
  api.deps().responseCache.clear();
  expect(await removedIn('/feed.xml')).toHaveLength(50);
});

it('is compressed for clients that ask for it, and the same text otherwise', async () => {
  await buildProduct(api.db, { name: 'First' });
  const { text, headers } = await api.request('GET', '/feed.xml');
  expect([headers.get('content-encoding'), headers.get('vary')]).toEqual([
    null,
    expect.stringContaining('Accept-Encoding'),
  ]);
  for (const [accepted, encoding] of [
    ['gzip, deflate, br', 'gzip'],
    ['gzip;q=0, br', null],
    ['', null],
  ] as const) {
    const answer = await createApp(api.deps(), { basePath: '/api' }).request('/feed.xml', {
      headers: { 'accept-encoding': accepted },
    });
    expect([answer.status, answer.headers.get('content-encoding')]).toEqual([200, encoding]);
    expect([answer.headers.get('etag'), answer.headers.get('vary')]).toEqual([
      headers.get('etag'),
      headers.get('vary'),
    ]);
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect((encoding === 'gzip' ? gunzipSync(bytes) : bytes).toString()).toBe(text);
  }
});

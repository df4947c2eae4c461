import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { createApp } from '@/server/app';
import type { CardContent } from '@/server/images/card';
import { renderTile } from '@/server/tiles/tile';
import { createCardWorkers } from '@/server/workers/image-workers';
import { buildProduct } from '../../setup/build';
import { hardNames } from '../../setup/hard-names';
import { setUpTestApp } from '../../setup/test-app';

const api = setUpTestApp();

const draw = async (path: string) => {
  const response = await createApp(api.deps(), { basePath: '/api' }).request(path);
  return {
    status: response.status,
    headers: response.headers,
    bytes: Buffer.from(await response.arrayBuffer()),
  };
};

it('draws a readable card of every name, of the home page and of a tag', async () => {
  const paths = ['/og/home.png', '/og/tag/design.png'];
  for (const [index, name] of hardNames.entries()) {
    await buildProduct(api.db, { slug: `hard-${index}`, name, tagline: name, tags: ['Design'] });
    paths.push(`/og/tool/hard-${index}.png`);
  }
  for (const path of paths) {
    const { status, headers, bytes } = await draw(path);
    expect([path, status, headers.get('content-type')]).toEqual([path, 200, 'image/png']);
    expect(headers.get('cache-control')).toBe('public, max-age=3600');
    expect(bytes.length).toBeLessThan(300_000);
    const { width, height } = await sharp(bytes).metadata();
    expect([width, height]).toEqual([1_200, 630]);
  }
  const { headers } = await draw('/og/home.png');
  const known = { 'if-none-match': headers.get('etag') ?? '' };
  expect((await api.request('GET', '/og/home.png', { headers: known })).status).toBe(304);
});

const empty = {
  direction: 'ltr' as const,
  ...{ siteName: '', title: '', otherTitle: '', text: '', facts: [], upvoteCount: null },
  ...{ mark: new Uint8Array(Buffer.from(renderTile('A'))), color: '#c8f04b' },
};

it('draws letters of each script, not the boxes of missing ones', async () => {
  const cardOf = (title: string) =>
    api.deps().cardWorkers.draw(title, () => Promise.resolve({ ...empty, title }));
  // Two letters of a script differ, while two boxes of a font that lacks them would have digits or nothing inside.
  for (const [letter, other] of ['ﻡب', 'สก', 'नक', '日简', '한국', 'ΩЖ', '🚀😍', 'তব', 'தம', 'שא'].map(
    (pair) => [...pair],
  )) {
    const ink = async (text = '') =>
      (
        await sharp(await cardOf(text))
          .greyscale()
          .stats()
      ).channels[0]?.mean;
    expect(await ink(letter)).not.toBe(await ink(other));
  }
});

it('shows a title that is wider than the card, and another one for letters that no font has', async () => {
  const { cardWorkers } = api.deps();
  const cardOf = (content: Partial<CardContent>) =>
    cardWorkers.draw(JSON.stringify(content), () => Promise.resolve({ ...empty, ...content }));
  const wide = await sharp(await cardOf({ title: '﷽﷽﷽﷽' }))
    .extract({ left: 260, top: 60, width: 868, height: 200 })
    .stats();
  expect(wide.channels[0]?.max).toBeGreaterThan(200);

  // Cuneiform, which no font here has.
  const nothing = { otherTitle: 'runes.example', text: '\u{12000}', facts: ['\u{12001}\u{12002}'] };
  const plainCard = await cardOf({ title: 'runes.example' });
  expect((await cardOf({ ...nothing, title: '\u{12000}\u{12001} \u{12002}' })).equals(plainCard)).toBe(true);
  const mixed = await cardOf({ otherTitle: 'not.example', title: 'runes\u{12000}.example' });
  expect(mixed.equals(plainCard)).toBe(true);
});

it('writes a title and a text from the side where their script begins', async () => {
  const inkBeginsAndEnds = async (content: Partial<CardContent>) => {
    const card = await api
      .deps()
      .cardWorkers.draw(JSON.stringify(content), () => Promise.resolve({ ...empty, ...content }));
    // Below the mark, or beside it, where the ground is plain.
    const band = content.title
      ? { left: 230, top: 60, width: 970, height: 170 }
      : { left: 0, top: 240, width: 1_200, height: 200 };
    const { info } = await sharp(await sharp(card).extract(band).png().toBuffer())
      .trim()
      .toBuffer({ resolveWithObject: true });
    const beginsAt = band.left - (info.trimOffsetLeft ?? 0);
    return [beginsAt, beginsAt + info.width];
  };
  const [edge, besideMark] = [72, 252];
  for (const [content, left] of [
    [{ title: 'Ada' }, besideMark],
    [{ text: 'Ada' }, edge],
  ] as const) {
    expect((await inkBeginsAndEnds(content))[0]).toBeLessThan(left + 20);
  }
  for (const content of [{ title: 'שלום' }, { text: 'שלום' }]) {
    expect((await inkBeginsAndEnds(content))[1]).toBeGreaterThan(1_200 - edge - 20);
  }
});

it('draws each part in its place', async () => {
  const { cardWorkers } = api.deps();
  const cardOf = (content: Partial<CardContent>) =>
    cardWorkers.draw(JSON.stringify(content), () => Promise.resolve({ ...empty, ...content }));
  /** Where a card differs from one without content: left, top, right and bottom. */
  const inkOf = async (content: Partial<CardContent>) => {
    const plain = await cardOf({ direction: content.direction ?? 'ltr' });
    const difference = sharp(await cardOf(content)).composite([{ input: plain, blend: 'difference' }]);
    const { info } = await sharp(await difference.png().toBuffer())
      .trim({ background: '#000000', threshold: 30 })
      .toBuffer({ resolveWithObject: true });
    const [left, top] = [-(info.trimOffsetLeft ?? 0), -(info.trimOffsetTop ?? 0)];
    return { left, top, right: left + info.width, bottom: top + info.height };
  };
  const near = (value: number): unknown => expect.closeTo(value, -1.5);
  expect(await inkOf({ title: 'HH' })).toMatchObject({ left: near(252), top: near(116), bottom: near(172) });
  expect(await inkOf({ text: 'HH' })).toMatchObject({ left: near(72), top: near(258) });
  expect(await inkOf({ facts: ['HH', 'HH'] })).toMatchObject({ left: near(72), top: near(468) });
  expect(await inkOf({ siteName: 'HH' })).toMatchObject({
    right: near(1_128),
    top: near(522),
    bottom: near(546),
  });
  expect(await inkOf({ upvoteCount: '1' })).toMatchObject({
    left: near(72),
    top: near(522),
    bottom: near(546),
  });
  expect((await inkOf({ upvoteCount: '1111' })).right).toBeGreaterThan(160);

  const direction = 'rtl';
  expect(await inkOf({ direction, title: 'HH' })).toMatchObject({ right: near(948), top: near(116) });
  expect(await inkOf({ direction, title: 'שלום' })).toMatchObject({ right: near(948) });
  expect(await inkOf({ direction, text: 'HH' })).toMatchObject({ right: near(1_128) });
  expect(await inkOf({ direction, facts: ['HH', 'HH'] })).toMatchObject({ right: near(1_128) });
  expect(await inkOf({ direction, siteName: 'HH' })).toMatchObject({ left: near(72), top: near(522) });
  expect(await inkOf({ direction, upvoteCount: '1' })).toMatchObject({ right: near(1_128) });
  expect((await inkOf({ direction, upvoteCount: '1111' })).left).toBeLessThan(1_040);
});

it('answers 404 for what has no page, and 410 for a removed product', async () => {
  await buildProduct(api.db, { slug: 'pending', status: 'pending' });
  await buildProduct(api.db, { slug: 'removed', status: 'approved' });
  expect((await draw('/og/tool/removed.png')).status).toBe(200);
  await api.pool.query("UPDATE products SET status = 'removed' WHERE slug = 'removed'");
  const statuses = [];
  for (const path of [
    'tool/none.png',
    'tool/pending.png',
    'tool/removed.png',
    'cat/removed.png',
    'tag/none.png',
    'tool/a.gif',
    'tool/%00.png',
  ]) {
    statuses.push((await draw(`/og/${path}`)).status);
  }
  expect(statuses).toEqual([404, 404, 410, 404, 404, 404, 400]);
});

it('draws a card once for requests that arrive together, and answers 503 when too many are waiting', async () => {
  const cardWorkers = createCardWorkers(join(tmpdir(), 'test-font-cache'));
  let reads = 0;
  const content = { ...empty, siteName: 'Listgrove', title: 'A' };
  const read = () => {
    reads += 1;
    return Promise.resolve(content);
  };
  const same = Array.from({ length: 50 }, () => cardWorkers.draw('one', read));
  expect(new Set(await Promise.all(same)).size).toBe(1);
  expect(reads).toBe(1);

  const flood = await Promise.allSettled(
    Array.from({ length: 50 }, (_, index) => cardWorkers.draw(`card ${index}`, read)),
  );
  const refused = flood.filter((each) => each.status === 'rejected');
  expect(refused.length).toBeGreaterThan(20);
  expect(refused[0]?.reason).toMatchObject({ code: 'unavailable', details: { retryAfterSeconds: 1 } });
  expect(cardWorkers.peek('card 0')).toBeDefined();
  await cardWorkers.close();
});

it('shows the letter and the color of a site that has its own, at once and with nothing of ours', async () => {
  const pixelsOf = async (env: object) => {
    const deps = { ...api.deps(), env: { ...api.deps().env, ...env } };
    const response = await createApp(deps, { basePath: '/api' }).request('/og/home.png');
    const image = sharp(Buffer.from(await response.arrayBuffer()))
      .removeAlpha()
      .raw();
    const { data, info } = await image.toBuffer({ resolveWithObject: true });
    // The middle of the edge of the mark, and the bar at the bottom.
    return [
      [80, 140],
      [600, 625],
    ].map(([x = 0, y = 0]) => [...data.subarray((y * info.width + x) * 3).subarray(0, 3)]);
  };
  const near = (color: number[]) => color.map((part) => Math.round(part / 8));
  const all = async (env: object) => (await pixelsOf(env)).map(near);
  expect(await all({})).toEqual([near([200, 240, 75]), near([200, 240, 75])]);
  expect(await all({ siteName: 'Fontgrove', siteColor: '#2563eb' })).toEqual([
    near([37, 99, 235]),
    near([37, 99, 235]),
  ]);
});

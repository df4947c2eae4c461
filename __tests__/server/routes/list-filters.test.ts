import * as z from 'zod/mini';
import { listAlternativesCall } from '@/lib/contract/alternative';
import { importProducts } from '@/server/commands/imports/import-products';
import { readSiteFile } from '@/server/fields/site-file';
import { FONT_SITE, FONT_STYLES } from '../../setup/font-site';
import { setUpTestApp, testNow } from '../../setup/test-app';

const styles = FONT_STYLES;
const api = setUpTestApp({ fields: readSiteFile(FONT_SITE, 'site.json') });

/** A font for each number, the newest last. The same in every run. */
const fonts = Array.from({ length: 240 }, (_, n) => ({
  name: `Font ${n}`,
  tag: n % 3 === 0 ? 'Display' : 'Text',
  ...(n % 7 > 0 && {
    foundry:
      ['Klim', 'Grilli, Inc.', 'Ohno', 'rare'][Math.floor(Math.sqrt(n * 13) % 3) + (n === 8 ? 3 : 0)] ??
      'rare',
  }),
  style: styles.filter((_, index) => (n >> index) % 2 === 1),
  variable: n % 5 < 2 ? 'yes' : 'no',
  weights: String((n * n) % 11),
  ...(n % 2 === 0 && { cost: `${(n % 40) + 0.5}` }),
  released: `2${String(n % 26).padStart(3, '0')}-06-01`,
}));
type Font = (typeof fonts)[number];

const matches: Record<string, (font: Font) => boolean> = {
  'foundry=Klim': ({ foundry }) => foundry === 'Klim',
  'foundry=Grilli%5C,+Inc.,Ohno': ({ foundry }) => foundry === 'Grilli, Inc.' || foundry === 'Ohno',
  'foundry=rare': ({ foundry }) => foundry === 'rare',
  'foundry=Nobody': () => false,
  'style=serif': ({ style }) => style.includes('serif'),
  'style=sans,mono': ({ style }) => style.includes('sans') || style.includes('mono'),
  'style=sans,serif,mono,hand': ({ style }) => style.length > 0,
  'variable=yes': ({ variable }) => variable === 'yes',
  'variable=no': ({ variable }) => variable === 'no',
  'weights=3..9': ({ weights }) => Number(weights) >= 3 && Number(weights) <= 9,
  'weights=0': ({ weights }) => weights === '0',
  'weights=4': ({ weights }) => weights === '4',
  'cost=..9.5': ({ cost }) => cost !== undefined && Number(cost) <= 9.5,
  'cost=20..': ({ cost }) => cost !== undefined && Number(cost) >= 20,
  'released=2003-01-01..2008-12-31': ({ released }) => released > '2003' && released < '2009',
};

async function importFonts() {
  const drafts = fonts.map(({ name, tag, ...values }, n) => ({
    line: n,
    url: `https://font-${n}.example/`,
    canonicalURL: `font-${n}.example`,
    ...{ name, tagline: 'Draws letters', description: '', hasOwnTagline: true, tags: [tag], isRepeat: false },
    listedAt: new Date(testNow.getTime() - (fonts.length - n) * 3_600_000).toISOString(),
    values: Object.fromEntries(
      Object.entries(values).flatMap(([key, value]) => {
        const reading = api
          .deps()
          .env.fields.find((field) => field.key === key)
          ?.read(value);
        return reading && 'value' in reading ? [[key, reading.value]] : [];
      }),
    ),
  }));
  await importProducts(api.deps(), drafts, { isDryRun: false });
  // Gives the products different places in the orders.
  await api.pool.query(
    `UPDATE products SET weighing_upvote_count = id * 7 % 13, upvote_count = id * 7 % 13 WHERE id % 4 > 0`,
  );
  api.deps().responseCache.clear();
}

const page = z.object({
  products: z.array(z.object({ name: z.string() })),
  nextCursor: z.nullable(z.string()),
});

async function readPage(query: Record<string, string>) {
  const { body } = await api.request('GET', `/api/products?${new URLSearchParams(query).toString()}`);
  return page.parse(body);
}

/** The names of all products of a list, page by page. */
async function namesOf(query: Record<string, string>): Promise<string[]> {
  const names: string[] = [];
  for (let after: string | null | undefined; after !== null;) {
    const read = await readPage({ ...query, limit: '50', ...(after && { after }) });
    names.push(...read.products.map(({ name }) => name));
    after = read.nextCursor;
  }
  return names;
}

const counts = z.object({
  productCount: z.int(),
  isComplete: z.boolean(),
  fields: z.array(
    z.object({ key: z.string(), values: z.array(z.object({ value: z.string(), count: z.int() })) }),
  ),
});

async function countsOf(query: Record<string, string>) {
  const { body } = await api.request('GET', `/api/filters?${new URLSearchParams(query).toString()}`);
  const { fields, ...read } = counts.parse(body);
  return {
    ...read,
    fields: fields.map(({ key, values }) => [
      key,
      values.map(({ value, count }) => `${value} ${count}`).join(),
    ]),
  };
}

const valuesOf: [
  key: string,
  read: (font: Font) => readonly string[],
  order: (a: string, b: string) => number,
][] = [
  ['style', ({ style }) => style, (a, b) => styles.indexOf(a) - styles.indexOf(b)],
  ['variable', ({ variable }) => [variable], (a, b) => (a > b ? -1 : 1)],
];

it('lists and counts what matches every filter, in every order and combination', async () => {
  await importFonts();
  const all = {
    hot: await namesOf({ sort: 'hot' }),
    new: await namesOf({ sort: 'new' }),
    top: await namesOf({ sort: 'top' }),
    month: await namesOf({ sort: 'top', period: 'month' }),
  };
  expect(all.hot).toHaveLength(fonts.length);
  const byName = new Map(fonts.map((font) => [font.name, font]));
  const keyOf = (filter: string) => filter.split('=', 1)[0] ?? '';
  const single = Object.keys(matches);
  const pairs = single.flatMap((one, index) =>
    single.slice(index + 1).flatMap((other) => (keyOf(one) === keyOf(other) ? [] : [[one, other]])),
  );
  const combinations = [
    ...single.map((filter) => [filter]),
    ...pairs.filter((_, index) => index % 4 === 0),
    ['style=serif', 'variable=yes', 'weights=3..9', 'cost=..9.5'],
    ['foundry=Klim', 'style=sans,mono', 'released=2003-01-01..2008-12-31'],
  ];
  for (const [index, filters] of combinations.entries()) {
    const isFound = (font: Font, but?: string) =>
      filters.every((filter) => keyOf(filter) === but || matches[filter]?.(font) === true);
    const order = (['hot', 'new', 'top', 'month'] as const)[index % 4] ?? 'hot';
    const tag = index % 3 === 0 ? 'Display' : undefined;
    const isTagged = (font: Font) => tag === undefined || font.tag === tag;
    const conditions = { filters: filters.join('&'), ...(tag && { tag: 'display' }) };

    const listed = await namesOf({
      ...conditions,
      ...(order === 'month' ? { sort: 'top', period: 'month' } : { sort: order }),
    });
    const expected = all[order].filter((name) => {
      const font = byName.get(name);
      return font !== undefined && isTagged(font) && isFound(font);
    });
    expect([conditions, order, listed]).toEqual([conditions, order, expected]);

    const counted = await countsOf(conditions);
    expect(counted).toMatchObject({
      productCount: fonts.filter((font) => isTagged(font) && isFound(font)).length,
      isComplete: true,
    });
    if (filters.includes('foundry=Nobody')) continue;
    for (const [key, read, inOrder] of valuesOf) {
      const found = fonts.filter((font) => isTagged(font) && isFound(font, key)).flatMap(read);
      const selected = filters
        .filter((filter) => keyOf(filter) === key)
        .flatMap((filter) => filter.split(/[=,]/).slice(1));
      const wanted = [...new Set([...found, ...selected])].sort(inOrder);
      const text = wanted.map((value) => `${value} ${found.filter((each) => each === value).length}`).join();
      expect([conditions, counted.fields.find(([name]) => name === key)]).toEqual([conditions, [key, text]]);
    }
  }

  // Among the first 120 without variations, few have no weight.
  const few = ['variable=no', 'weights=0'];
  const isFew = (font: Font | undefined) =>
    font !== undefined && few.every((filter) => matches[filter]?.(font));
  const expected = all.new.filter((name) => isFew(byName.get(name)));
  const cut = await readPage({ sort: 'new', filters: few.join('&') });
  expect(cut.products.map(({ name }) => name)).toEqual(expected.slice(0, cut.products.length));
  expect([cut.products.length < expected.length, cut.nextCursor !== null]).toEqual([true, true]);
});

it('filters and counts the first hundred alternatives to a product, page by page', async () => {
  await importFonts();
  await api.pool.query(`
    INSERT INTO alternatives (product_id, alternative_id, status, upvote_count, ranking_upvote_count, created_at)
    SELECT min_id, id, 'approved', id, id, now() FROM products, (SELECT min(id) AS min_id FROM products) AS first WHERE id > min_id`);
  api.deps().responseCache.clear();
  const alternativesOf = async (filters: string) => {
    const names: string[] = [];
    for (let after: string | null | undefined; after !== null;) {
      const query = new URLSearchParams({ limit: '7', filters, ...(after && { after }) }).toString();
      const { body } = await api.request('GET', `/api/products/font-0/alternatives?${query}`);
      const read = listAlternativesCall.answer.parse(body);
      names.push(...read.alternatives.map(({ product: { name } }) => name));
      after = read.nextCursor;
    }
    return names;
  };
  const inOrder = fonts.slice(1).toReversed();
  expect(await alternativesOf('')).toEqual(inOrder.map(({ name }) => name));
  for (const filter of Object.keys(matches)) {
    const expected = inOrder.slice(0, 100).filter((font) => matches[filter]?.(font));
    expect([filter, await alternativesOf(filter)]).toEqual([filter, expected.map(({ name }) => name)]);
    const { productCount, fields } = await countsOf({ alternativesTo: 'font-0', filters: filter });
    expect([filter, productCount]).toEqual([filter, expected.length]);
    if (filter === 'foundry=Nobody') continue;
    const alike = filter.startsWith('variable') ? inOrder.slice(0, 100) : expected;
    const counted = ['yes', 'no'].flatMap((value) => {
      const count = alike.filter(({ variable }) => variable === value).length;
      return count > 0 || filter === `variable=${value}` ? `${value} ${count}` : [];
    });
    expect([filter, fields.find(([key]) => key === 'variable')]).toEqual([
      filter,
      ['variable', counted.join()],
    ]);
  }
  const unknown = await api.request('GET', '/api/filters?alternativesTo=nothing');
  expect([unknown.status, unknown.body]).toMatchObject([404, { code: 'not_found' }]);
});

import { eq } from 'drizzle-orm';
import { products } from '@/server/db/schema';
import { refreshSearchDocuments } from '@/server/queries/search/search-documents';
import { tagCondition } from '@/server/search/lexemes';
import { search } from '@/server/search/search';
import { buildProduct, buildUpvotes } from '../../setup/build';
import { setUpTestApp } from '../../setup/test-app';

const api = setUpTestApp();

async function find(text: string, filter?: string): Promise<string[]> {
  const { hits } = await search(api.deps(), {
    text,
    filter,
    from: 0,
    to: 50,
    correctsMistakes: true,
  });
  return hits.map(({ name }) => name);
}

async function buildNamed(...names: string[]) {
  for (const name of names) await buildProduct(api.db, { name });
}

describe('the order', () => {
  it('is exact name, name prefix, word in name, tagline, text, and by upvotes within each group', async () => {
    const built = [
      { name: 'In the text', descriptionHTML: '<p>made with vega</p>' },
      { name: 'In the tagline', tagline: 'Charts, as vega draws them' },
      { name: 'Charts with Vega' },
      { name: 'Vega Lite' },
      { name: 'Vega' },
      { name: 'Vegalyzer' },
    ];
    for (const [index, overrides] of built.entries()) {
      const product = await buildProduct(api.db, overrides);
      // Later places get more upvotes, so that upvotes alone would reverse the order.
      await buildUpvotes(api.db, product.id, built.length - index);
    }

    expect(await find('vega')).toEqual([
      'Vega',
      'Vega Lite',
      'Vegalyzer',
      'Charts with Vega',
      'In the tagline',
      'In the text',
    ]);
  });

  it('changes immediately after an upvote', async () => {
    await buildNamed('Kite One', 'Kite Two');
    const [kite] = await api.db.select().from(products).where(eq(products.name, 'Kite One'));
    expect(await find('kite')).toEqual(['Kite Two', 'Kite One']);

    await buildUpvotes(api.db, kite?.id ?? '', 1);
    expect(await find('kite')).toEqual(['Kite One', 'Kite Two']);
  });

  it('is the same for a corrected word as for the correct word', async () => {
    await buildNamed('Made for React', 'React Router', 'React', 'Something');
    await buildProduct(api.db, { name: 'Popular', tagline: 'Everybody’s React components' });

    expect(await find('recat')).toEqual(await find('react'));
    expect((await find('recat'))[0]).toBe('React');
  });

  it('shows products with the likeliest correction alone, and those with other corrections only without these', async () => {
    await buildNamed('React', 'Reach');
    expect(await find('raect')).toEqual(['React']);
    expect(await find('reacx')).toEqual(['Reach', 'React']);
  });

  it('has no corrections that a search without the filter does not have', async () => {
    await buildProduct(api.db, { name: 'Reach One', tags: ['Tests'] });
    await buildProduct(api.db, { name: 'React One', tags: ['Views'] });
    expect(await find('reach one')).toEqual(['Reach One']);
    expect(await find('reach one', "'#tests'")).toEqual(['Reach One']);
    expect(await find('reach one', "'#views'")).toEqual([]);
    expect(await find('raect one', "'#views'")).toEqual(['React One']);
  });

  it('puts matches of the typed word before matches of corrections', async () => {
    await buildNamed('Recat', 'React');
    expect(await find('recat')).toEqual(['Recat', 'React']);
  });
});

describe('every word', () => {
  it('must be in the name, the tagline, the text or the tags', async () => {
    await buildProduct(api.db, { name: 'Alpha', tagline: 'Draws bright pictures', tags: ['Painting'] });
    await buildNamed('Alpha Two');

    expect(await find('alpha painting bright')).toEqual(['Alpha']);
    expect(await find('alpha missing')).toEqual([]);
  });

  it('may be joined with its neighbor, beside other words and with a filter', async () => {
    await buildProduct(api.db, { name: 'Bigbutton', tagline: 'Makes red things', tags: ['Painting'] });
    await buildProduct(api.db, { name: 'Bigbutton Two', tagline: 'Makes red things' });

    expect(await find('big button red', tagCondition('Painting'))).toEqual(['Bigbutton']);
    expect(await find('red big button thinsg')).toEqual(['Bigbutton Two', 'Bigbutton']);
  });

  it.each([
    ['react rou', 'React Router'],
    ['typsc', 'TypeScript'],
    ['typscript', 'TypeScript'],
    ['tyepscript', 'TypeScript'],
    ['ypescript', 'TypeScript'],
    ['rypescript', 'TypeScript'],
    ['javascrpit framwork', 'JavaScript Framework'],
    ['nodejs', 'Node.js'],
    ['node.js', 'Node.js'],
    ['node js', 'Node.js'],
    ['NODE.JS', 'Node.js'],
    ['c++', 'C++ Insights'],
    ['c#', 'C# Station'],
    ['.net', '.NET MAUI'],
    ['webtorrent', 'Web Torrent'],
    ['big button', 'BigButton'],
    ['bigbutton', 'BigButton'],
    ['uberschrift', 'Überschrift'],
    ['ÜBERSCHRIFT', 'Überschrift'],
    ['strasse', 'Straße'],
    ['λογος', 'Λόγος'],
    ['ёлка', 'Ёлка'],
    ['елка', 'Ёлка'],
    ['محمد', 'مُحَمَّد'],
    ['ツール', '検索ツール'],
    ['検', '検索ツール'],
    ['한국', '한국어 사전'],
    ["o'reil", "O'Reilly"],
    ['oreilly', "O'Reilly"],
    ['draw.io', 'draw.io'],
    ['drawio', 'draw.io'],
    ['7zip', '7-Zip'],
    ['r', 'R'],
  ])('%s finds %s', async (query, name) => {
    await buildNamed(name, 'Completely Other', 'Unrelated');
    expect(await find(query)).toEqual([name]);
  });

  it.each([
    'recta',
    'cat',
    'zzzz',
    '💥',
    '…',
    "'; DROP TABLE products; --",
    '\\',
    ':*',
    '!(',
    'a'.repeat(500),
    '\u{D800}',
    '\u0000',
  ])('that no product contains finds nothing and causes no error: %j', async (query) => {
    await buildNamed('Quilt');
    expect(await find(query)).toEqual([]);
  });

  it('is not corrected if it has fewer than four letters', async () => {
    await buildNamed('Vue');
    expect(await find('vie')).toEqual([]);
  });
});

describe('the search document', () => {
  it('matches the product after each change', async () => {
    const product = await buildProduct(api.db, { name: 'Before' });
    await api.db.update(products).set({ name: 'After' }).where(eq(products.id, product.id));
    await refreshSearchDocuments(api.db, [], [product.id]);
    expect([await find('before'), await find('after')]).toEqual([[], ['After']]);

    await api.db.update(products).set({ status: 'removed' }).where(eq(products.id, product.id));
    await refreshSearchDocuments(api.db, [], [product.id]);
    expect(await find('after')).toEqual([]);
  });
});

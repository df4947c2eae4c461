import * as z from 'zod/mini';
import { buildProduct } from '@/__tests__/setup/build';
import { setUpTestApp } from '@/__tests__/setup/test-app';

const api = setUpTestApp();

const answer = z.object({
  nbHits: z.int(),
  nbPages: z.int(),
  hits: z.array(z.object({ title: z.string(), _missingWords: z.optional(z.array(z.string())) })),
});

async function find(query: string, params: object = { fillPageWithSomeWords: true }) {
  const { body } = await api.request('POST', '/1/indexes/tool-fyi/query', { body: { query, ...params } });
  return answer.parse(body);
}

const titlesOf = ({ hits }: z.infer<typeof answer>) => hits.map(({ title }) => title);

it('fills a page with products that have some of the words, and names the words that each lacks', async () => {
  await buildProduct(api.db, { name: 'Shop', tagline: 'Sell things online' });
  await buildProduct(api.db, { name: 'Stall', tagline: 'Sell things' });
  await buildProduct(api.db, { name: 'Other' });

  expect(await find('sell online')).toMatchObject({
    nbHits: 2,
    nbPages: 1,
    hits: [{ title: 'Shop' }, { title: 'Stall', _missingWords: ['online'] }],
  });
  const params = { fillPageWithSomeWords: true, facets: ['tags'] };
  const { body } = await api.request('POST', '/1/indexes/tool-fyi/query', {
    body: { query: 'sell online', ...params },
  });
  const exhaustive = { nbHits: false, facetsCount: false };
  expect(body).toMatchObject({ exhaustiveNbHits: false, exhaustiveFacetsCount: false, exhaustive });
  expect((await find('sell online')).hits[0]?._missingWords).toBeUndefined();
  expect(titlesOf(await find('sell online', {}))).toEqual(['Shop']);
  expect(titlesOf(await find('sell online', { fillPageWithSomeWords: true, page: 1 }))).toEqual([]);
});

it('puts rare words first, then the place of the words, then how near they are to each other', async () => {
  await buildProduct(api.db, { name: 'Near', tagline: 'A violet kite for all' });
  await buildProduct(api.db, {
    name: 'Far',
    tagline: 'A kite that at last and after all of these years is violet',
  });
  await buildProduct(api.db, { name: 'In the text', descriptionHTML: '<p>violet</p>' });
  await buildProduct(api.db, { name: 'Kite' });
  for (const name of ['One', 'Two', 'Three', 'Four']) await buildProduct(api.db, { name: `${name} Kite` });

  const titles = titlesOf(await find('violet kite nowhere'));
  expect(titles.slice(0, 3)).toEqual(['Near', 'Far', 'In the text']);
  expect(titles).toHaveLength(8);
});

it('finds other forms of the words, and leaves words out that say nothing by themselves', async () => {
  await buildProduct(api.db, { name: 'Albumist', tagline: 'Keeps every photo' });
  await buildProduct(api.db, { name: 'Howto', tagline: 'How to do it with my own' });
  const found = await find('how to sort my photos');
  expect(found.hits).toMatchObject([{ title: 'Albumist', _missingWords: ['sort'] }]);
});

it('keeps to the filters', async () => {
  await buildProduct(api.db, { name: 'Tagged', tagline: 'Many pictures', tags: ['Images'] });
  await buildProduct(api.db, { name: 'Bare', tagline: 'Many pictures' });
  const filtered = await find('old pictures', { fillPageWithSomeWords: true, filters: 'tags:Images' });
  expect(titlesOf(filtered)).toEqual(['Tagged']);
});

it('answers with no partial hits to a single word and to words that no product has', async () => {
  await buildProduct(api.db, { name: 'Kite' });
  expect(titlesOf(await find('kite'))).toEqual(['Kite']);
  expect(titlesOf(await find('zzyzx qqfoo'))).toEqual([]);
});

it('finds other forms of a single word, and words that come from it', async () => {
  await buildProduct(api.db, { name: 'Volt', tagline: 'Charge a battery' });
  await buildProduct(api.db, { name: 'Cutter', tagline: 'An editor' });
  await buildProduct(api.db, { name: 'مكان', tagline: 'المكتبة' });
  expect((await find('batteries')).hits).toEqual([
    expect.objectContaining({ title: 'Volt', _missingWords: [] }),
  ]);
  expect(titlesOf(await find('editing'))).toEqual(['Cutter']);
  expect(titlesOf(await find('مكتبات'))).toEqual(['مكان']);
  expect(titlesOf(await find('batteries', {}))).toEqual([]);
});

it('cuts endings with marks that are folded', async () => {
  await buildProduct(api.db, { name: 'Класс', tagline: 'Школа музыки' });
  await buildProduct(api.db, { name: 'Хор', tagline: 'Занятия с песней' });
  expect(titlesOf(await find('школой'))).toEqual(['Класс']);
  expect(titlesOf(await find('музыкой nowhere'))).toEqual(['Класс']);
  expect((await find('песнями nowhere')).hits).toMatchObject([{ title: 'Хор', _missingWords: ['nowhere'] }]);
});

it('puts a word before words that begin with it', async () => {
  await buildProduct(api.db, { name: 'Postman' });
  await buildProduct(api.db, { name: 'Quill', descriptionHTML: '<p>Write a post</p>' });
  await buildProduct(api.db, { name: 'Nib', tagline: 'Write a post' });
  expect(titlesOf(await find('posts nowhere'))[0]).toBe('Nib');
});

it('takes no word for a short form that is spelled otherwise', async () => {
  await buildProduct(api.db, { name: 'Bash', tagline: 'A shell' });
  expect((await find('shell nowhere')).hits).toMatchObject([{ title: 'Bash', _missingWords: ['nowhere'] }]);
});

it('keeps stop words that mean something together', async () => {
  await buildProduct(api.db, { name: 'Shelf', descriptionHTML: '<p>Shows a list</p>' });
  await buildProduct(api.db, { name: 'Doer', tagline: 'Keeps a task' });
  expect(titlesOf(await find('to-do nowhere'))).toEqual(['Doer']);
  expect((await find('to-do list')).hits).toMatchObject([
    { title: 'Doer', _missingWords: ['list'] },
    { title: 'Shelf', _missingWords: ['to-do'] },
  ]);
  expect(titlesOf(await find('to do nowhere'))).toEqual(['Doer']);
});

it('looks for what says most, however rare the words are that any text has', async () => {
  for (const word of ['big', 'possible', 'going', 'year'])
    await buildProduct(api.db, { name: `It may ${word}` });
  for (const name of ['One', 'Two', 'Three']) {
    await buildProduct(api.db, { name: `${name} server` });
    await buildProduct(api.db, { name: `${name} website` });
  }
  await buildProduct(api.db, { name: 'Watcher', descriptionHTML: '<p>Of a website on a server</p>' });
  expect(titlesOf(await find('big possible going year website server'))).toContain('Watcher');
});

it('follows rules for words without spaces of three letters in every search', async () => {
  await buildProduct(api.db, { name: '相机', tagline: '修图工具' });
  await api.pool.query(
    `INSERT INTO synonym_rules (words, meaning, is_two_way, created_at) VALUES ('编辑器', '修图', false, now())`,
  );
  expect(titlesOf(await find('编辑器', {}))).toEqual(['相机']);
});

it('takes words that a sign joins as one, in both spellings', async () => {
  await buildProduct(api.db, { name: 'Cart', tagline: 'An e-commerce kit' });
  await buildProduct(api.db, { name: 'Basket', tagline: 'An ecommerce kit' });
  await buildProduct(api.db, { name: 'Stall', tagline: 'A stand' });
  const found = await find('e-commerce stand');
  expect(titlesOf(found).toSorted()).toEqual(['Basket', 'Cart', 'Stall']);
  expect(found.hits.find(({ title }) => title === 'Stall')?._missingWords).toEqual(['e-commerce']);
  expect(found.hits.find(({ title }) => title === 'Cart')?._missingWords).toEqual(['stand']);
});

it('names the missing words as they were typed', async () => {
  await buildProduct(api.db, { name: 'Карта' });
  expect((await find('Быстрый карта')).hits).toMatchObject([{ title: 'Карта', _missingWords: ['Быстрый'] }]);
  expect((await find('Straße карта')).hits).toMatchObject([{ title: 'Карта', _missingWords: ['Straße'] }]);
});

it('corrects no word that is spelled right, and names a corrected word as missing', async () => {
  await buildProduct(api.db, { name: 'Layer', tagline: 'Find the form' });
  await buildProduct(api.db, { name: 'Papers' });
  expect(titlesOf(await find('nowhere lawyer'))).toEqual([]);
  expect(titlesOf(await find('firm'))).toEqual([]);
  expect((await find('nowhere papesr')).hits).toMatchObject([
    { title: 'Papers', _missingWords: ['nowhere', 'papesr'] },
  ]);
});

describe('on a site in German', () => {
  const german = setUpTestApp({ siteLanguage: 'de-AT' });

  it.each([
    ['Werkzeuge für Fotos', 'Foto'],
    ['gute Bearbeitung', 'Bildbearbeitung'],
    ['neue Häuser', 'Haus'],
    ['Häuser', 'Haus'],
    ['Bearbeitung', 'Bildbearbeitung'],
  ])('finds the forms of the words %s, and words that end with them', async (query, name) => {
    await buildProduct(german.db, { name });
    const { body } = await german.request('POST', '/1/indexes/tool-fyi/query', {
      body: { query, fillPageWithSomeWords: true },
    });
    expect(titlesOf(answer.parse(body))).toEqual([name]);
  });
});

it('splits scripts without spaces into words, of which some may be missing, half typed, or say nothing', async () => {
  await buildProduct(api.db, { name: '暗室', tagline: '写真の編集ツール' });
  await buildProduct(api.db, { name: '本棚', tagline: '写真と辞書' });
  await buildProduct(api.db, { name: '相机', tagline: '照片编辑器' });
  await buildProduct(api.db, { name: 'Siam', tagline: 'รูปภาพ' });
  await api.pool.query(
    `INSERT INTO synonym_rules (words, meaning, is_two_way, created_at) VALUES ('相片', '照片', false, now())`,
  );
  expect((await find('写真を編集する')).hits).toMatchObject([
    { title: '暗室', _missingWords: [] },
    { title: '本棚', _missingWords: ['編集'] },
  ]);
  expect((await find('写真ツー')).hits).toMatchObject([
    { title: '暗室', _missingWords: [] },
    { title: '本棚', _missingWords: ['ツー'] },
  ]);
  expect((await find('相片编辑器')).hits).toMatchObject([{ title: '相机' }]);
  expect((await find('แต่งรูปภาพ')).hits).toMatchObject([{ title: 'Siam', _missingWords: ['แต่ง'] }]);
});

it.each(['C++', '.NET', 'C#', 'a/b'])('keeps the signs of %s, which tell it from others', async (name) => {
  for (const each of ['C++', '.NET', 'C#', 'C', 'Net', 'a/b', 'Abacus'])
    await buildProduct(api.db, { name: each });
  expect(titlesOf(await find(name))[0]).toBe(name);
  expect(titlesOf(await find(`${name} 🚀`))[0]).toBe(name);
});

describe('on a site in Turkish', () => {
  const turkish = setUpTestApp({ siteLanguage: 'tr' });

  it('knows the endings of a word by its marks', async () => {
    await buildProduct(turkish.db, { name: 'Raf', tagline: 'Her müzik için' });
    const { body } = await turkish.request('POST', '/1/indexes/tool-fyi/query', {
      body: { query: 'müziğin', fillPageWithSomeWords: true },
    });
    expect(titlesOf(answer.parse(body))).toEqual(['Raf']);
  });
});

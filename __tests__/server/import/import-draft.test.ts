import { PRODUCT_LIMITS } from '@/lib/contract/product';
import { sayStored } from '@/server/base/stored-text';
import { draftProduct, importDraft } from '@/server/import/import-draft';

const entry = {
  line: 7,
  name: 'Ada',
  url: 'https://ada.example.com',
  text: 'A tool for careful people',
  details: '',
  tags: ['Tools', 'Packages'],
};

const refusalOf = (fault: Partial<typeof entry>) => {
  const draft = draftProduct({ ...entry, ...fault });
  return 'refusal' in draft && sayStored(draft.refusal);
};

it('keeps values within the limits unchanged', () => {
  expect(draftProduct(entry)).toEqual({
    line: 7,
    name: 'Ada',
    tagline: 'A tool for careful people',
    hasOwnTagline: true,
    description: '',
    url: 'https://ada.example.com',
    canonicalURL: 'https://ada.example.com',
    isRepeat: false,
    tags: ['Tools', 'Packages'],
  });
});

it('cuts a long name at a word and keeps the complete name in the description', () => {
  const name = 'Accelerating Oz with V8: Follow the Yellow Brick Road to JavaScript Performance';
  expect(draftProduct({ ...entry, name })).toMatchObject({
    name: 'Accelerating Oz with V8: Follow the Yellow Brick Road to…',
    description: `${name}\n\nA tool for careful people`,
  });
});

it('cuts a long text at a word and keeps the complete text in the description', () => {
  const text = `${'Word '.repeat(40)}end.`;
  expect(draftProduct({ ...entry, text })).toMatchObject({
    tagline: `${'Word '.repeat(23)}Word…`,
    description: text,
  });
});

it.each([
  ['', 'Tools · ada.example.com', false],
  ['LevelDB.', 'LevelDB · Tools · ada.example.com', true],
  ['LevelDB', 'LevelDB · Tools · ada.example.com', true],
  ['Ten chars.', 'Ten chars.', true],
  ['开源音乐播放器。', '开源音乐播放器。', true],
  ['写日记。', '写日记 · Tools · ada.example.com', true],
])('names the section and host of a product whose text is %j', (text, tagline, hasOwnTagline) => {
  expect(draftProduct({ ...entry, text })).toMatchObject({ tagline, hasOwnTagline });
});

it('names the product, too, where section and host are short', () => {
  const short = { ...entry, name: 'Go', url: 'https://x.co', text: '', tags: ['C'] };
  expect(draftProduct(short)).toMatchObject({ tagline: 'Go · C · x.co', hasOwnTagline: false });
});

it.each([
  ['q', 'q (ada.example.com)'],
  ['😀', '😀 (ada.example.com)'],
  ['', 'ada.example.com'],
  ['go', 'go'],
])('turns the name %j into the name %j', (name, expected) => {
  expect(draftProduct({ ...entry, name })).toMatchObject({ name: expected });
});

it('takes no name of marks that cover other letters', () => {
  expect(refusalOf({ name: '\u0301'.repeat(70) })).toBe(
    "Its name can't be used. Leave out signs that cover other letters.",
  );
});

it('keeps five tags, one per slug, each cut to its limit', () => {
  const tags = [
    'Web tools',
    'web-tools',
    '🚀',
    'A tag that is longer than any tag may be in here',
    'b',
    'c',
    'd',
    'e',
  ];
  expect(draftProduct({ ...entry, tags })).toMatchObject({
    tags: ['Web tools', 'A tag that is longer than any tag may…', 'b', 'c', 'd'],
  });
});

it('tells of each tag that cannot be one', () => {
  const refused: string[][] = [];
  const tags = ['Раyments', '🚀', '', 'Verified ✓', 'Tools'];
  const draft = draftProduct({ ...entry, tags }, (tag, reason) => refused.push([tag, sayStored(reason)]));
  expect(draft).toMatchObject({ tags: ['Tools'] });
  expect(refused).toEqual([
    ['Раyments', 'Use the letters of one alphabet in each word of a tag.'],
    ['🚀', 'A tag needs a letter or a digit.'],
    ['Verified ✓', 'This tag looks like a mark of this site. Choose another one.'],
  ]);
});

it('gives an entry without headings the tag Other', () => {
  expect(draftProduct({ ...entry, tags: [] })).toMatchObject({ tags: ['Other'] });
});

it.each([
  ['', 'The entry has no link.'],
  ['ftp://ada.example.com', '“ftp://ada.example.com” is not a web link.'],
  [`https://ada.example.com/${'a'.repeat(2_048)}`, 'The link is longer than 2,048 characters.'],
])('refuses the URL %j with a sentence', (url, reason) => {
  expect(refusalOf({ url })).toBe(reason);
});

it('stays within every limit for any entry', () => {
  const long = `${'👩‍👩‍👧‍👦'.repeat(400)} ${'x'.repeat(9_000)} ${'*_[`'.repeat(2_000)}`;
  const draft = draftProduct({
    ...entry,
    name: long,
    text: long,
    details: long,
    tags: [long, long.slice(7)],
  });
  expect(importDraft.safeParse(draft).success).toBe(true);
  expect(draft).toMatchObject({ description: expect.stringMatching(/…$/) });
  expect(PRODUCT_LIMITS.descriptionCharsMax).toBe(5_000);
});

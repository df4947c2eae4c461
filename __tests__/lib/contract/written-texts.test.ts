import { contactMessage } from '@/lib/contract/contact';
import { optionalText } from '@/lib/contract/call';
import { productDescription, productName, productTagline, tagName } from '@/lib/contract/submission-fields';
import { draftProduct } from '@/server/import/import-draft';

const COVERED = 'Leave out signs that cover other letters.';
const ALPHABETS = 'Use the letters of one alphabet in each word of a tag.';
const MARK = 'This tag looks like a mark of this site. Choose another one.';
const texts = { tag: tagName, name: productName, tagline: productTagline, description: productDescription };
/** The text that is stored, or why none is. */
const take = (kind: keyof typeof texts, text: string) => {
  const { data, error } = texts[kind].safeParse(text);
  return error ? error.issues.map(({ message }) => message).join() : data;
};

it.each([
  ['tag', 'Java\u200BScript', 'JavaScript'],
  ['tag', 'Ve\u200Brified', MARK],
  ['name', ' \u2066Link\u00ADding\uFEFF ', 'Linkding'],
  ['tagline', 'Bookmarks \u202Eegap a no\u202C page', 'Bookmarks egap a no page'],
  ['description', 'One \u202Eline\u2069\nand another', 'One line\nand another'],
] as const)('takes invisible characters out of a %s: %j', (kind, text, kept) => {
  expect(take(kind, text)).toBe(kept);
});

it.each([
  'می\u200Cخواهم، نمی\u200Cخواهم',
  'ශ්\u200Dරී ක්\u200Dෂ and क्\u200Dष',
  'Family 👨‍👩‍👧, 👩🏽‍💻, 1️⃣, ❤️‍🔥 and 🏴󠁧󠁢󠁥󠁮󠁧󠁿',
  '葛\u{E0100}飾区の地図アプリです',
  'Tie\u0302\u0301ng Vie\u0323\u0302t decomposed',
  'בְּרֵאשִׁ֖ית בָּרָ֣א',
  'ที่ผู้ป่วยน้ำ and हिन्दी क्ष्मि',
])('leaves a text as it is whose script or emoji needs its signs: %s', (text) => {
  expect(take('tagline', text)).toBe(text);
});

it.each(['tag', 'name', 'tagline', 'description'] as const)(
  'refuses a %s with signs that cover others',
  (kind) => {
    expect(take(kind, `Bookmarks${'\u0301'.repeat(20)} for all`)).toBe(COVERED);
    expect(take(kind, 'Bookmarks\u20DD for all')).toBe(COVERED);
  },
);

it.each([
  ...[
    'Verified',
    'verified!',
    'Official',
    'ＯＦＦＩＣＩＡＬ',
    'Moderator',
    'Moderator pick',
    "Moderator's pick",
    'Staff picks',
  ],
  ...[
    'Verified owner',
    'Approved by the team',
    'Editors’ choice',
    'Tools ✓',
    '✅ Safe',
    'Safe 🅥',
    'Sponsored',
  ],
])('refuses the tag %s, which looks like a mark of the site', (tag) => {
  expect(take('tag', tag)).toBe(MARK);
});

it.each([
  ...[
    'Moderation',
    'Admin panel',
    'Admin',
    'Official APIs',
    'Support',
    'Team chat',
    'Verification',
    'Community',
    'C++',
  ],
  ...[
    'Node.js',
    'Tシャツ',
    '日本語 OCR',
    'Русский язык',
    'Russian Русский',
    'ελληνικά',
    'Пример 2',
    'μTorrent'.slice(1),
    '한국어',
  ],
])('takes the honest tag %s', (tag) => {
  expect(take('tag', tag)).toBe(tag);
});

it('refuses a tag whose word mixes alphabets', () => {
  expect(take('tag', 'J\u0430v\u0430Script')).toBe(ALPHABETS);
});

it('takes invisible characters out of texts to the owner and to moderators', () => {
  expect(optionalText(100).parse('to\u202Eday')).toBe('today');
  const message = { email: 'ada@example.com', message: 'Hello \u2067there, friend', name: 'A\u202Eda' };
  expect(contactMessage.parse(message)).toMatchObject({ name: 'Ada', message: 'Hello there, friend' });
});

it('imports an entry without invisible characters, and without tags that look like a mark', () => {
  const draft = draftProduct({
    ...{
      line: 1,
      url: 'https://example.com',
      name: 'Link\u200Bding',
      text: 'A tool for \u202Ebookmarks',
      details: '',
    },
    tags: ['Verified ✓', 'Java\u200BScript', 'J\u0430v\u0430'],
  });
  expect(draft).toMatchObject({ name: 'Linkding', tagline: 'A tool for bookmarks', tags: ['JavaScript'] });
});

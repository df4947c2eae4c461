import { runInNewContext } from 'node:vm';
import { createCatalog } from '@/host/texts/catalogs';
import { identifierOf } from '@/host/texts/identifiers';
import { PSEUDO_LOCALES } from '@/host/texts/pseudo-locales';
import { createFiller } from '@/host/texts/templates';
import { compileMessage } from '@/lib/texts/compile';

const english = {
  'test.plain': 'Clear all',
  'test.values': 'Found {count, plural, one {# tool} other {# tools}}.',
};
const identifiers = Object.entries(english).map(([key, said]) => identifierOf({ key, english: said }));
const template = `globalThis.said=[TEXT$language,${identifiers.join()}];`;

/** What a browser reads from a script that was filled with these messages. */
function read(messages: Record<string, string>) {
  const compiled = Object.entries(messages).map(([key, icu]) => [key, compileMessage(icu)] as const);
  const catalog = createCatalog('de', new Map(compiled));
  const script = createFiller(english, catalog)(template, 'a.js');
  const run: unknown = JSON.parse(String(runInNewContext(`${script} JSON.stringify(globalThis.said)`)));
  return { script, said: run };
}

it('writes the language and its messages, and English where one is missing', () => {
  expect(read({ 'test.plain': 'Alle löschen' }).said).toEqual([
    'de',
    'Alle löschen',
    compileMessage(english['test.values']),
  ]);
});

it.each(['"</script>', "`${alert()}` '$&' $1", '\u2028\u2029', '\\"+alert()+"', 'TEXT$language'])(
  'writes %j as data',
  (hostile) => {
    const quoted = hostile.replaceAll("'", "''").replace(/[{}<]/g, "'$&'");
    expect(read({ 'test.plain': quoted }).said).toEqual([
      'de',
      hostile,
      compileMessage(english['test.values']),
    ]);
  },
);

it('refuses a script with a text that is in no source', () => {
  expect(() => createFiller({}, undefined)(template, 'a.js')).toThrow('a.js has the text TEXT$test$plain$');
});

it('names another path for other messages', () => {
  const prefixes = ['a', 'b', 'a'].map((text) => createCatalog('de', new Map([['test.plain', text]])).prefix);
  expect(prefixes[0]).toMatch(/^\/l\/de-[\da-f]{8}$/);
  expect(prefixes[0]).toBe(prefixes[2]);
  expect(prefixes[0]).not.toBe(prefixes[1]);
});

it.each([
  ['de', 'ltr'],
  ['ar', 'rtl'],
  ['he', 'rtl'],
  ['fa-IR', 'rtl'],
  ['az', 'ltr'],
  ['az-Arab', 'rtl'],
  ['ar-XB', 'rtl'],
])('writes %s %s', (language, direction) => {
  expect(createCatalog(language, new Map()).direction).toBe(direction);
});

const pseudo = (locale: string, icu: string) => PSEUDO_LOCALES.get(locale)?.(compileMessage(icu));

it('adds accents, brackets and two fifths to a text, and changes no value', () => {
  expect(pseudo('en-XA', 'Clear all')).toBe('⟦Çléár áll one⟧');
  expect(pseudo('en-XA', english['test.values'])).toEqual([
    '⟦',
    'Fóúñd ',
    ['count', 2, { one: [0, ' tóól'], other: [0, ' tóólš'] }],
    '.',
    ' one tw⟧',
  ]);
  expect(pseudo('en-XA', 'See <b>{name}</b>')).toEqual(['⟦', 'Šéé ', ['b', ['name']], ' on⟧']);
  expect(pseudo('en-XA', ' · ')).toBe(' · ');
});

it('turns a text from right to left', () => {
  expect(pseudo('ar-XB', 'Clear all')).toBe('\u200f\u202eClear all\u202c\u200f');
  expect(pseudo('ar-XB', 'See <b>it</b> now')).toEqual([
    '\u200f\u202eSee\u202c\u200f ',
    ['b', '\u200f\u202eit\u202c\u200f'],
    ' \u200f\u202enow\u202c\u200f',
  ]);
});

it('keeps the sign of a handle before the handle, where texts are read from right to left', () => {
  const icu = '<b>من @{handle}</b> {who, select, me {أنا} other {@{handle}}} {count} في @';
  const readsOf = (language: string) =>
    createCatalog(language, new Map([['test.by', compileMessage(icu)]])).messages.get('test.by');
  const handle = ['\u2068@', ['handle'], '\u2069'];
  expect(readsOf('ar')).toEqual([
    ['b', 'من \u2068@', ['handle'], '\u2069'],
    ' ',
    ['who', 1, { me: 'أنا', other: handle }],
    ' ',
    ['count'],
    ' في @',
  ]);
  expect(readsOf('de')).toEqual(compileMessage(icu));
});

import { readFileSync } from 'node:fs';
import { findTexts, type FoundText } from '@/host/texts/find-texts';
import { findFaults, listTexts } from '@/host/texts/read-sources';
import { translate } from '@/host/texts/translations';
import { documentTexts, entriesOf, findStale, findUnusable, readEntries, writeCatalog } from './texts';

it('has every text of the sources in each catalog: run npm run texts', async () => {
  const catalogs = [...documentTexts(entriesOf(await listTexts()))];
  expect(catalogs.flatMap(([file, text]) => findStale(file, readFileSync(file, 'utf8'), text))).toEqual([]);
});

it('has one valid English message per key: mend the message, or give the second text another key', async () => {
  expect(findFaults(await listTexts())).toEqual([]);
});

/** A word or two say too little to translate without knowing where they stand. */
const isShort = (english: string) => english.split(' ').length <= 2;

it('tells translators where a short text is: write a comment into the call', async () => {
  const entries = entriesOf(await listTexts());
  const bare = entries.filter(({ english, comment }) => isShort(english) && comment === '');
  expect(bare.map(({ key, english, places }) => `${places.join(', ')}: ${key}: ${english}`)).toEqual([]);
});

/** A text with several keys is translated several times: only comments say to translators why. */
function findDoubles(found: readonly FoundText[]): string[] {
  const comments = new Map<string, Map<string, Set<string>>>();
  for (const { english, key, comment } of found) {
    const keys = comments.get(english) ?? new Map<string, Set<string>>();
    comments.set(english, keys.set(key, (keys.get(key) ?? new Set()).add(comment)));
  }
  return [...comments].flatMap(([english, keys]) => {
    const told = [...keys.values()].map((each) => [...each].toSorted().join(' ').trim());
    const isTold = told.every((comment, index) => comment !== '' && told.indexOf(comment) === index);
    return keys.size === 1 || isTold ? [] : [`${[...keys.keys()].join(', ')}: ${english}`];
  });
}

it('has one key for one meaning, named by the meaning: use one key, or say in the comment of each call what it means', async () => {
  const found = await listTexts();
  expect(findDoubles(found)).toEqual([]);
  expect(found.map(({ key }) => key).filter((key) => /\d$/.test(key))).toEqual([]);
});

it('finds a text with two keys, unless comments tell them apart', () => {
  const one = source('Open', 'list.open', 'a verb');
  expect(findDoubles([...one, ...source('Open', 'list.show', 'a verb')])).toEqual([
    'list.open, list.show: Open',
  ]);
  expect(findDoubles([...one, ...source('Open', 'list.state', 'a state')])).toEqual([]);
  expect(findDoubles([...one, ...source('Open', 'list.state', '')])).toHaveLength(1);
});

it('has only translations that the site can use: mend them in the catalog', async () => {
  const entries = entriesOf(await listTexts());
  const catalogs = [...documentTexts(entries)];
  expect(catalogs.flatMap(([file, text]) => findUnusable(file, text, entries))).toEqual([]);
});

function source(english: string, key = 'list.of', comment = 'of the chart') {
  const call = `t('${key}', '${english}' /* ${comment} */)`;
  const code = `import { t } from '@/lib/texts/texts';\nconst shown = <b title={${call}} />;`;
  return findTexts(code, 'components/list.tsx');
}

it('says which texts of a catalog are not those of the sources', () => {
  const catalogOf = (...found: FoundText[]) => writeCatalog(entriesOf(found), 'de', []);
  const [kept, wanted] = [source('Of it'), source('Of all')].map((found) => catalogOf(...found));
  const more = catalogOf(...source('Of it'), ...source('Open', 'list.open'));
  const staleOf = (now = '', then = '') => findStale('texts/de.po', now, then);
  expect(staleOf(kept, kept)).toEqual([]);
  expect(staleOf(kept, wanted)).toEqual(['texts/de.po: list.of has another English']);
  expect(staleOf(kept, more)).toEqual(['texts/de.po: list.open is missing']);
  expect(staleOf(more, kept)).toEqual(['texts/de.po: list.open is said by no source']);
  expect(staleOf(`${kept}\n`, kept)).toEqual(['texts/de.po: its comments or its head are not up to date']);
});

const quoted = (line: string) => `"${line}\\n"`;

it('writes a text with its place, its comment and its file', () => {
  const catalog = writeCatalog(entriesOf(source('Of {count}')), '', []);
  expect(catalog).toContain('#: components/list.tsx\n');
  expect(catalog).toContain('#. title of b\n#. of the chart\n');
  expect(catalog).toContain('#, icu-message-format\nmsgctxt "list.of"\nmsgid "Of {count}"\nmsgstr ""\n');
});

it('keeps a translation, and marks one of another English as fuzzy', () => {
  const [entry] = readEntries(writeCatalog(entriesOf(source('Of it')), 'de', []));
  const known = entry ? [{ ...entry, msgstr: ['Davon'] }] : [];
  const kept = writeCatalog(entriesOf(source('Of it')), 'de', known);
  expect(kept).toContain('msgid "Of it"\nmsgstr "Davon"\n');
  expect(kept).not.toContain('fuzzy');
  const changed = writeCatalog(entriesOf(source('Of all')), 'de', known);
  expect(changed).toContain('#, fuzzy\n');
  expect(changed).toContain('#| msgid "Of it"\n');
  expect(changed).toContain('msgid "Of all"\nmsgstr "Davon"\n');
  expect(writeCatalog([], 'de', known)).not.toContain('Davon');
});

it('has the head that tools of gettext ask for, and keeps what a tool has written there', () => {
  const begun = writeCatalog(entriesOf(source('Of it')), 'de', []);
  const kept = { 'Last-Translator': 'Ada <ada@example.com>', 'X-Generator': 'Weblate', Language: 'fr' };
  expect(begun.split('\n\n')[0]).toBe(
    [
      'msgid ""',
      'msgstr ""',
      ...['Project-Id-Version: Listgrove', 'PO-Revision-Date: ', 'Last-Translator: ', 'Language-Team: '].map(
        quoted,
      ),
      ...['Language: de', 'MIME-Version: 1.0', 'Content-Type: text/plain; charset=utf-8'].map(quoted),
      quoted('Content-Transfer-Encoding: 8bit'),
    ].join('\n'),
  );
  const changed = writeCatalog([], 'de', [], kept);
  expect(changed).toContain(quoted('Last-Translator: Ada <ada@example.com>'));
  expect(changed).toContain(quoted('X-Generator: Weblate'));
  expect(changed).toContain(quoted('Language: de'));
});

it.each([
  ['Von {anzahl}', 'list.of: the English has no anzahl'],
  ['Von {count', 'list.of: It is no message of ICU MessageFormat: expect argument closing brace.'],
  ['Von {count, select, one {einem} other {allen}}', 'list.of: count is another kind of choice in English'],
  [' ', 'list.of: the translation is blank'],
  ['Von {count} &amp; mehr', 'list.of: &amp; would be shown as it is'],
  ["Gibt's '{count}' {count}", 'list.of: an apostrophe before a brace quotes the brace'],
  ['Von allen', 'list.of: count is missing'],
  ['Von {count} https://example.com', 'list.of: the English has no https://example.com'],
  ['Von {count} //example.com/a', 'list.of: the English has no //example.com/a'],
  ['Von {count} [x](javascript:alert(1))', 'list.of: the English has no javascript:alert(1'],
  ['Von {count}\u202E', 'list.of: the translation turns the direction of text'],
  [`Von {count}${'!'.repeat(300)}`, 'list.of: the translation is much longer than the English'],
])('does not take the translation %s', (translated, fault) => {
  const { faults, messages } = translate('de', { 'list.of': 'Of {count}' }, { 'list.of': translated });
  expect(faults.join()).toContain(fault);
  expect(messages.size).toBe(0);
});

it('takes a plural of a number that English only shows, and a sign after an address', () => {
  const english = { 'list.of': 'Of {count}', 'list.at': 'At https://example.com: {count}' };
  const translated = {
    'list.of': 'Von {count, plural, one {# Tag} other {# Tagen}}',
    'list.at': 'Bei https://example.com، {count}',
  };
  expect(translate('de', english, translated).faults).toEqual([]);
});

it('does not take forms that the language lacks, lost forms of a choice, and messages nested for their own sake', () => {
  const english = {
    'list.all': '{count, plural, one {# of all} other {# of all}}',
    'list.who': '{who, select, former {a former member} other {@{who}}}',
  };
  const few = {
    'list.all': '{count, plural, few {#} other {#}}',
    'list.who': '{who, select, other {@{who}}}',
  };
  expect(translate('de', english, few).faults).toEqual([
    'list.all: no number is “few” in de',
    'list.who: who has no form for former',
  ]);
  const deep = `${'{who, select, former {x} other {'.repeat(10)}{who}${'}}'.repeat(10)}`;
  expect(translate('de', english, { 'list.who': deep }).faults.join()).toMatch(/levels|longer/);
});

it('takes the words of the site in every form, and no other names', () => {
  const faultsOf = (translated: string) =>
    translate('de', { 'list.of': '{Nouns} of {count}' }, { 'list.of': translated }).faults.join();
  const choice = (forms: string) => `{nounGender, select, ${forms}} {count} {nounsDative} {TheNoun}`;
  expect(faultsOf(choice('feminine {Ihre} other {Dein}'))).toBe('');
  expect(faultsOf(choice('female {Ihre} other {Dein}'))).toBe('list.of: no noun is female');
  expect(faultsOf('{nounGender} {count}')).toBe('list.of: nounGender is a choice by select');
  expect(faultsOf('{nounsDativ} {count}')).toBe('list.of: the English has no nounsDativ');
  expect(faultsOf('{nouns, select, other {a}} {count}')).toBe('list.of: the English has no nouns');
});

it('takes no translation with values of an English without, and none that loses a tag', () => {
  const english = { 'list.all': 'All', 'list.link': 'See <terms>terms</terms>' };
  const { faults } = translate('de', english, { 'list.all': 'Alle {nouns}', 'list.link': 'Siehe' });
  expect(faults).toEqual(['list.all: the English has no values', 'list.link: <terms> is missing']);
});

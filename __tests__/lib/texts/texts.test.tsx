import { render } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { compileMessage } from '@/lib/texts/compile';
import { provideCatalog } from '@/lib/texts/language';
import { rich } from '@/lib/texts/rich';
import { say, t, text, withoutIsolates } from '@/lib/texts/texts';

const found = (count: number) =>
  t('test.found', 'Found {count, plural, one {# {noun}} other {# {nouns}}}.', { count });

it('says a text, with its values and the words of the site', () => {
  expect(t('test.close', 'Close')).toBe('Close');
  expect(found(1)).toBe('Found 1 tool.');
  expect(found(12_345)).toBe('Found 12,345 tools.');
  expect(found(1_234_567)).toBe('Found 1,234,567 tools.');
  expect(t('test.most', '{max} at most, in {year}', { max: 2_048, year: '2026' })).toBe(
    '2,048 at most, in 2026',
  );
  expect(t('test.words', '{Nouns} of {siteName}: {aNoun}, {name}', { name: 'it' })).toBe(
    'Tools of Listgrove: a tool, it',
  );
  expect(t('test.choice', '{isOwn, select, true {Yours} other {Theirs}}', { isOwn: true })).toBe('Yours');
  expect(t('test.tag', 'Read <b>{what}</b>.', { what: 'it', b: (inner) => `*${inner}*` })).toBe('Read *it*.');
});

it('says a text later', () => {
  const left = text('test.left', '{days, plural, one {# day} other {# days}} left', { days: 2 });
  expect(say(left)).toBe('2 days left');
});

it('says the text of the catalog, and English where it has none', () => {
  const messages = new Map([['test.close', compileMessage('Schließen')]]);
  provideCatalog({ language: 'de', direction: 'ltr', prefix: '', messages });
  expect(t('test.close', 'Close')).toBe('Schließen');
  expect(t('test.open', 'Open')).toBe('Open');
  provideCatalog(undefined);
});

describe('a value that runs against the sentence', () => {
  const listed = (name: string) => t('test.listed', '{name} is listed on {siteName}.', { name });
  const mirror = () => {
    const messages = new Map([['test.listed', compileMessage('{name} مدرج في {siteName}.')]]);
    provideCatalog({ language: 'ar', direction: 'rtl', prefix: '', messages });
    document.dir = 'rtl';
  };
  afterEach(() => {
    provideCatalog(undefined);
    document.dir = '';
  });

  it.each([
    ['Figgle', 'Figgle is listed on Listgrove.'],
    ['C++ (größer, Ёлка, 工具)', 'C++ (größer, Ёлка, 工具) is listed on Listgrove.'],
    ['محرر!', '\u2068محرر!\u2069 is listed on Listgrove.'],
    ['עורך (beta)', '\u2068עורך (beta)\u2069 is listed on Listgrove.'],
    ['https://example.com/محرر', 'https://example.com/محرر is listed on Listgrove.'],
    ['مثال.example', 'مثال.example is listed on Listgrove.'],
  ])('is isolated in English: %s', (name, said) => {
    expect(listed(name)).toBe(said);
    expect(withoutIsolates(said)).toBe(`${name} is listed on Listgrove.`);
  });

  it.each([
    ['محرر', 'محرر مدرج في \u2068Listgrove\u2069.'],
    ['12 — 34', '\u206812 — 34\u2069 مدرج في \u2068Listgrove\u2069.'],
    ['C++', '\u2068C++\u2069 مدرج في \u2068Listgrove\u2069.'],
    ['工具', '\u2068工具\u2069 مدرج في \u2068Listgrove\u2069.'],
    ['ada@example.com', 'ada@example.com مدرج في \u2068Listgrove\u2069.'],
  ])('is isolated in Arabic: %s', (name, said) => {
    mirror();
    expect(listed(name)).toBe(said);
  });

  it('is isolated once, also in a sentence that is a value itself', () => {
    const said = listed('محرر');
    expect(t('test.twice', '{said} {said}', { said })).toBe(`${said} ${said}`);
  });

  it('has an element of its own in a text with elements', () => {
    mirror();
    expect(
      rich('test.bdi', '<bdi>{name}</bdi>', { name: 'C++', bdi: (inner) => <bdi>{inner}</bdi> }),
    ).toEqual(<bdi>C++</bdi>);
  });
});

it('draws a text with elements, which need no keys', () => {
  const sentence = () =>
    rich('test.leaving', 'See <terms>our <b>terms</b></terms>, {name}, or {count, plural, other {#}}.', {
      name: <bdi>Ada</bdi>,
      count: 3,
      terms: (inner) => <a href="/terms">{inner}</a>,
      b: (inner) => <b>{inner}</b>,
    });
  const Sentence = () => <p>{sentence()}</p>;
  const { container } = render(<Sentence />);
  const html = '<p>See <a href="/terms">our <b>terms</b></a>, <bdi>Ada</bdi>, or 3.</p>';
  expect(container.innerHTML).toBe(html);
  expect(renderToString(<Sentence />)).toBe(html);
  expect(rich('test.plain', '{a}{b}', { a: 'x', b: 1 })).toBe('x1');
});

it('has its values checked by the compiler', () => {
  // @ts-expect-error -- the value is missing
  t('test.name', 'Hello {name}');
  // @ts-expect-error -- no value has this name
  t('test.name', 'Hello {name}', { name: 'Ada', nmae: 'Ada' });
  // @ts-expect-error -- a plural takes a number
  t('test.count', '{count, plural, other {#}}', { count: '3' });
  // @ts-expect-error -- the text has no values
  t('test.close', 'Close', { name: 'Ada' });
  // @ts-expect-error -- the tag has no function
  expect(() => rich('test.tag', 'Read <b>it</b>', {})).not.toThrow();
});

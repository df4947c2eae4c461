import fc from 'fast-check';
import compile from 'icu-minify/compile';
import formatByLibrary from 'icu-minify/format';
import { compileMessage } from '@/lib/texts/compile';
import { formatParts } from '@/lib/texts/format';
import { formatNumber, provideCatalog } from '@/lib/texts/language';

/** What a message is made of, with everything that messages may have. */
const { message } = fc.letrec<{ message: string; part: string }>((tie) => ({
  message: fc.array(tie('part'), { maxLength: 4, depthIdentifier: 'message' }).map((parts) => parts.join('')),
  part: fc.oneof(
    { maxDepth: 3, depthIdentifier: 'message' },
    fc.constantFrom('some words', ' ', '5', "it''s", "'{'", '日本', '.'),
    fc.constantFrom('{name}', '{amount}', '#'),
    tie('message').map((inner) => `<link>${inner}</link>`),
    fc
      .tuple(tie('message'), tie('message'), tie('message'))
      .map(([none, one, other]) => `{count, plural, =0 {${none}} one {${one}} other {# ${other}}}`),
    fc
      .tuple(tie('message'), tie('message'))
      .map(([few, other]) => `{count, selectordinal, few {${few}} other {${other}}}`),
    fc
      .tuple(tie('message'), tie('message'))
      .map(([free, other]) => `{name, select, free {${free}} other {${other}}}`),
  ),
}));
const values = fc.record({
  name: fc.oneof(fc.constantFrom('free', 'paid', 'constructor', '<b>'), fc.string()),
  count: fc.oneof(fc.nat(30), fc.nat(2_000_000)),
  /** Shown as a value, where the library shows what it gets. */
  amount: fc.oneof(fc.nat(2_000_000), fc.constantFrom(-1_234, 0.5, 2_048.25)),
});

const join = (parts: readonly (string | object)[]) => parts.map(String).join('');
const link = (inner: unknown) => `[${String(inner)}]`;

afterEach(() => {
  provideCatalog(undefined);
  globalThis.scriptLanguage = undefined;
});

it.each(['en', 'ar', 'pl', 'de'])('formats as the library does, in %s', (language) => {
  provideCatalog({ language, direction: 'ltr', prefix: '', messages: new Map() });
  globalThis.scriptLanguage = language;
  const formatters = {
    getNumberFormat: () => new Intl.NumberFormat(language),
    getPluralRules: (...given: ConstructorParameters<typeof Intl.PluralRules>) =>
      new Intl.PluralRules(...given),
    getDateTimeFormat: () => new Intl.DateTimeFormat(language),
  };
  fc.assert(
    fc.property(message, values, (icu, given) => {
      // The library takes the methods of every object for forms.
      fc.pre(given.name !== 'constructor');
      const expected = formatByLibrary(
        compile(icu),
        language,
        { ...given, amount: formatNumber(given.amount), link: (inner) => link(inner.join('')) },
        { formatters },
      );
      expect(join(formatParts(compileMessage(icu), { ...given, link }, join))).toBe(
        [expected].flat().join(''),
      );
    }),
    { numRuns: 500 },
  );
});

it.each([
  '{n, number}',
  '{at, date, short}',
  '{at, time}',
  '{n, plural, offset:1 other {#}}',
  '{n, select, __proto__ {a} other {b}}',
  '{unclosed',
  '<b>unclosed',
])('refuses the message %s', (icu) => {
  expect(() => compileMessage(icu)).toThrow();
});

it('takes the form for all others where a value has the name of a method', () => {
  const message = compileMessage('{name, select, free {free} other {other}}');
  expect(formatParts(message, { name: 'constructor' }, join)).toEqual(['other']);
});

import {
  formatCount,
  formatDate,
  formatDay,
  formatMinute,
  formatMonth,
  formatOrdinal,
  formatPeriod,
  formatShortDate,
} from '@/lib/format/figures';

it.each([
  [0, '0'],
  [999, '999'],
  [12_345, '12,345'],
  [99_999, '99,999'],
  [100_000, '100K'],
  [123_456, '123K'],
])('writes %d as %s', (count, text) => {
  expect(formatCount(count)).toBe(text);
});

it('writes the date of an instant in UTC, wherever the reader is', () => {
  expect(formatDate('2026-11-21T23:59:59.999Z')).toBe('November 21, 2026');
  expect(formatShortDate('2026-11-21T23:59:59.999Z')).toBe('Nov 21, 2026');
  expect(formatMonth('2026-11-30T23:59:59.999Z')).toBe('November 2026');
});

it('gives the hour after midnight as 00 in every version of ICU', () => {
  expect(formatMinute('2026-11-21T00:05:00.000Z')).toBe('Nov 21, 2026, 00:05 UTC');
  expect(formatMinute('2026-11-21T23:59:00.000Z')).toBe('Nov 21, 2026, 23:59 UTC');
});

it('names the year of a day where it is another one', () => {
  expect(formatDay('2026-11-21', '2026')).toBe('Saturday, November 21');
  expect(formatDay('2025-11-21', '2026')).toBe('Friday, November 21, 2025');
});

it('names the month of a period once if it is the same', () => {
  const until = '2026-11-21T12:00:00.000Z';
  expect(formatPeriod({ since: '2026-11-14T12:00:00.000Z', until })).toBe('November 14–21');
  expect(formatPeriod({ since: '2026-10-22T12:00:00.000Z', until })).toBe('October 22–November 21');
});

it('gives an ordinal the ending that English uses', () => {
  expect([1, 2, 3, 4, 11, 12, 13, 21, 22, 103, 111, 1_001].map(formatOrdinal)).toEqual([
    '1st',
    '2nd',
    '3rd',
    '4th',
    '11th',
    '12th',
    '13th',
    '21st',
    '22nd',
    '103rd',
    '111th',
    '1,001st',
  ]);
});

it('writes numbers and dates as the language of the texts does', () => {
  globalThis.scriptLanguage = 'de';
  expect(formatCount(12_345)).toBe('12.345');
  expect(formatDate('2026-11-21')).toBe('21. November 2026');
  globalThis.scriptLanguage = undefined;
  expect(formatCount(12_345)).toBe('12,345');
  expect(formatDate('2026-11-21')).toBe('November 21, 2026');
});

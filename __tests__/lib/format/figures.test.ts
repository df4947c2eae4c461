import { countOf, formatCount, formatDate } from '@/lib/format/figures';

it.each([
  [0, '0'],
  [999, '999'],
  [12_345, '12,345'],
  [99_999, '99,999'],
  [123_456, '123K'],
])('writes %d as %s', (count, text) => {
  expect(formatCount(count)).toBe(text);
});

it('counts one in the singular', () => {
  expect([countOf(0, 'tool', 'tools'), countOf(1, 'tool', 'tools'), countOf(2, 'tool', 'tools')]).toEqual([
    '0 tools',
    '1 tool',
    '2 tools',
  ]);
});

it('writes the date of an instant in UTC, wherever the reader is', () => {
  expect(formatDate('2026-11-21T23:59:59.999Z')).toBe('21 November 2026');
});

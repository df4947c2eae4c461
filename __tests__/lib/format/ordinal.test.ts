import { formatOrdinal } from '@/lib/format/ordinal';

it('ends a place in a row as it is spoken', () => {
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
    '1001st',
  ]);
});

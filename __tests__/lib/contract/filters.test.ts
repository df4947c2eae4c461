import {
  type FilterField,
  filterNumber,
  readFilterQuery,
  toggleFilterValue,
  writeFilters,
} from '@/lib/contract/plain/filters';

const choices = ['web', 'macos', 'linux'].map((value) => ({ value, label: value.toUpperCase() }));
const fields: FilterField[] = [
  { key: 'platform', label: 'Platforms', filter: { kind: 'choices', choices } },
  { key: 'license', label: 'License', filter: { kind: 'texts' } },
  { key: 'weights', label: 'Weights', filter: { kind: 'range', of: 'number' } },
  { key: 'released', label: 'Released', filter: { kind: 'range', of: 'day' } },
];
const canonical = (query: string) => writeFilters(readFilterQuery(fields, query));

it.each([
  ['in the order of the fields', 'weights=3&platform=web', 'platform=web&weights=3'],
  ['with values in the order of the choices', 'platform=linux,web', 'platform=web,linux'],
  ['with each value once, in the case of the file', 'platform=Web,web,WEB', 'platform=web'],
  ['with texts in the order of their characters', 'license=OFL-1.1,MIT,MIT', 'license=MIT,OFL-1.1'],
  ['without values that are no choices', 'platform=amiga,web', 'platform=web'],
  ['without fields that have no value left', 'platform=amiga&license=', ''],
  ['without parameters that are no fields', 'tag=x&q=y&__proto__=z', ''],
  ['from the boxes of a form', 'platform=linux&platform=web', 'platform=web,linux'],
  ['from the two ends of a form', 'weights.to=9&weights.from=3', 'weights=3..9'],
  ['from a form with one end', 'weights.from=&weights.to=9', 'weights=..9'],
  ['with a single number', 'weights=007', 'weights=7'],
  ['with equal ends as one number', 'weights=5..5.0', 'weights=5'],
  ['with the lower end first', 'weights=9..-3', 'weights=-3..9'],
  ['with an open end', 'weights=3..', 'weights=3..'],
  ['without a range that has no end', 'weights=..', ''],
  ['without ends that are no numbers', 'weights=1e400..1e3', ''],
  ['without numbers that are too large', 'weights=9999999999999999', ''],
  ['with days', 'released=2026-01-31..2025-01-01', 'released=2025-01-01..2026-01-31'],
  ['without days that no calendar has', 'released=2026-02-30..', ''],
  ['with commas that belong to a text', 'license=Acme\\, Inc.,MIT', 'license=Acme%5C,+Inc.,MIT'],
  ['without control characters', 'license=a%00b', ''],
])('writes filters %s', (_, query, written) => {
  expect(canonical(query)).toBe(written);
  expect(canonical(written)).toBe(written);
});

it('takes at most ten values of a field, and eight fields', () => {
  const letters = 'k,j,i,h,g,f,e,d,c,b,a';
  const many = Array.from({ length: 9 }, (_, index): FilterField => ({
    key: `f${index}`,
    label: 'F',
    filter: { kind: 'texts' },
  }));
  const query = many.map(({ key }) => `${key}=x`).join('&');

  expect(canonical(`license=${letters}`)).toBe('license=a,b,c,d,e,f,g,h,i,j');
  expect(readFilterQuery(many, query)).toHaveLength(8);
});

it('reads a text as the server spells it', () => {
  const readText = (text: string) => (text.toLowerCase() === 'mit' ? 'MIT' : undefined);
  const field: FilterField = { key: 'license', label: 'License', filter: { kind: 'texts' }, readText };

  expect(readFilterQuery([field], 'license=mit,unknown')).toEqual([{ key: 'license', values: ['MIT'] }]);
});

it('adds a value in its place, and removes it again', () => {
  const filters = readFilterQuery(fields, 'platform=linux&weights=3..9');
  const toggle = (from: typeof filters, key: string, value: string) =>
    toggleFilterValue(fields, from, { key, value });

  expect(writeFilters(toggle(filters, 'platform', 'web'))).toBe('platform=web,linux&weights=3..9');
  expect(writeFilters(toggle(filters, 'license', 'A, B'))).toBe(
    'platform=linux&license=A%5C,+B&weights=3..9',
  );
  expect(writeFilters(toggle(filters, 'platform', 'linux'))).toBe('weights=3..9');
});

it('counts days from 1970', () => {
  expect(['1970-01-02', '2026-01-31', '-3.5'].map(filterNumber)).toEqual([1, 20_484, -3.5]);
});

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readEnv } from '@/server/config/env';
import { filterFieldsOf } from '@/server/fields/field';
import { readSiteFile, readSiteText } from '@/server/fields/site-file';

const field = (options: object) => ({ key: 'size', label: 'Size', type: 'text', ...options });
const file = (...fields: object[]) => JSON.stringify({ fields }, null, 2);
const choices = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ value: `c${index}`, label: `Choice ${index}` }));
const nested = '{"fields":'.repeat(50_000);

it('reads the file that ships, in the order of its fields', () => {
  const fields = readSiteFile(readFileSync('site.json', 'utf8'), 'site.json');

  expect(fields.map(({ key, type }) => [key, type])).toEqual([
    ['price', 'choice'],
    ['license', 'text'],
    ['source', 'url'],
    ['platform', 'choices'],
    ['documentation', 'url'],
  ]);
});

it.each([
  ['is empty', '', 'line 1: the file is empty; write at least {"fields": []}.'],
  ['is cut off', '{\n"fields": [', 'line 2: this is not JSON (close bracket expected).'],
  ['has a comment', '{\n// fields\n"fields": []}', 'line 2: this is not JSON (invalid comment token).'],
  ['is no object', '[]', 'line 1: the file must be an object: {"fields": […]}.'],
  ['has no fields', '{}', 'line 1: the file needs "fields".'],
  ['has an unknown option', '{"fields": [],\n"feilds": []}', 'line 2: the file has no option "feilds".'],
  ['has a key twice', '{"fields": [],\n"fields": []}', 'line 2: "fields" is given twice.'],
  [
    'has an option of a field twice',
    file(field({})).replace('"Size",', '"Size",\n"label": "B",'),
    'line 6: "label" is given twice.',
  ],
  ['is nested too deep', nested, 'line 1: the file is nested more than 10 levels deep.'],
  [
    'is too large',
    `{"fields": []}${' '.repeat(1024 * 1024)}`,
    'site.json is larger than 1 MB, the most that it may have.',
  ],
  [
    'has a field twice',
    file(field({}), field({ label: 'Other' })),
    'line 9: the key "size" is taken by the field "size".',
  ],
  [
    'has a label twice',
    file(field({}), field({ key: 'b', label: 'size' })),
    'line 10: the label "size" is taken by the field "size".',
  ],
  ['has a byte of zeros', '{"fields": [\n\0]}', 'line 2: this is not JSON (invalid symbol).'],
  [
    'has a label that turns the text around',
    file(field({ label: 'a\u202Eb' })),
    'line 5: "label" of the field "size" must be one line of visible text.',
  ],
  [
    'has a key that is an expression',
    file(field({ key: '(a+)+$' })),
    'line 4: "key" of the field "(a+)+$" must begin with a small letter and consist of up to 30 small letters, digits and single hyphens.',
  ],
  [
    'has a former key that another field has',
    file(field({ formerKeys: ['b'] }), field({ key: 'b', formerKeys: ['size'] })),
    'line 12: the key "b" is taken by the field "size".',
  ],
  [
    'has a second former key that another field has',
    file(field({}), field({ key: 'b', label: 'B', formerKeys: ['a', 'size'] })),
    'line 14: the key "size" is taken by the field "size".',
  ],
  [
    'has a key that the site uses',
    file(field({ key: 'tag' })),
    'line 4: "key" of the field "tag" is a word that the site uses itself.',
  ],
  [
    'has a key of an object',
    file(field({ key: '__proto__' })),
    'line 4: "key" of the field "__proto__" must begin with a small letter and consist of up to 30 small letters, digits and single hyphens.',
  ],
  [
    'has a field without a label',
    file({ key: 'size', type: 'text' }),
    'line 3: the field "size" needs "label".',
  ],
  [
    'has a field without a type',
    file({ key: 'size', label: 'Size' }),
    'line 3: the field "size" needs "type".',
  ],
  [
    'has an unknown type',
    file(field({ type: 'colour' })),
    'line 6: "type" of the field "size" must be one of text, number, money, choice, choices, boolean, date, url.',
  ],
  [
    'has a field that is no object',
    '{"fields": [3]}',
    'line 1: field 1 must be a field: {"key": …, "label": …, "type": …}.',
  ],
  [
    'has an option of another type',
    file(field({ currency: 'USD' })),
    'line 7: the field "size" has no option "currency".',
  ],
  ['refers to itself', file(field({ $ref: '#/fields/0' })), 'line 7: the field "size" has no option "$ref".'],
  [
    'has an option that is text instead of true',
    file(field({ required: 'yes' })),
    'line 7: "required" of the field "size" must be true or false.',
  ],
  [
    'has a label with a line break',
    file(field({ label: 'a\nb' })),
    'line 5: "label" of the field "size" must be one line of visible text.',
  ],
  [
    'filters by web addresses',
    file(field({ type: 'url', facet: true })),
    'line 7: "facet" of the field "size" must be left out: lists can\'t be filtered by web addresses.',
  ],
  [
    'has a former key that lists have as a parameter',
    file(field({ formerKeys: ['a', 'after'] })),
    'line 9: "formerKeys.1" of the field "size" is a word that the site uses itself.',
  ],
  ['has no choices', file(field({ type: 'choice' })), 'line 3: the field "size" needs "choices".'],
  [
    'has 10,000 choices',
    file(field({ type: 'choice', choices: choices(10_000) })),
    'line 7: "choices" of the field "size" must have at most 200 choices.',
  ],
  [
    'has a choice twice',
    file(field({ type: 'choice', choices: [...choices(1), { value: 'c0', label: 'B' }] })),
    'line 7: "choices" of the field "size" has a value twice.',
  ],
  [
    'has a choice that is no address',
    file(field({ type: 'choice', choices: [{ value: 'A B', label: 'A' }] })),
    'line 9: "choices.0.value" of the field "size" must consist of up to 40 small letters, digits, dots, pluses and hyphens.',
  ],
  [
    'has an unknown currency',
    file(field({ type: 'money', currency: 'EURO' })),
    'line 7: "currency" of the field "size" must be an ISO 4217 code of a currency, such as "USD".',
  ],
  [
    'has 31 fields',
    file(...choices(31).map(({ value: key, label }) => ({ key, label, type: 'date' }))),
    'line 2: "fields" of the file must have at most 30 fields.',
  ],
])('refuses a file that %s, and says where', (_, text, sentence) => {
  const message = sentence.startsWith('line') ? `site.json, ${sentence}` : sentence;

  expect(() => readSiteFile(text, 'site.json')).toThrow(new Error(message));
});

it.each([
  ['domainAgeDays', 3_650],
  ['repositoryAgeDays', 3_650],
  ['openSubmissionsMax', 1_000],
  ['cooldownHours', 720],
  ['domainSharePercent', 99],
])('takes whole numbers from 1 to the most for the rule %s, which is %i', (rule, max) => {
  const read = (value: number) =>
    readSiteFile(JSON.stringify({ fields: [], rules: { [rule]: value } }), 'site.json');
  for (const value of [1, max]) expect(read(value)).toEqual([]);
  for (const value of [0, 1.5, max + 1])
    expect(() => read(value)).toThrow(`must be a whole number from 1 to ${max}`);
});

it.each([
  ['refusedWords', 200, 'word'],
  ['refusedHosts', 1_000, 'host.example'],
])('takes at most as many entries for the rule %s, which is %i', (rule, max, entry) => {
  const read = (count: number) =>
    readSiteFile(JSON.stringify({ fields: [], rules: { [rule]: Array(count).fill(entry) } }), 'site.json');
  expect(read(max)).toEqual([]);
  expect(() => read(max + 1)).toThrow(`must have at most ${max} entries`);
});

it('stops a start with a file that is not there, and starts without one when none is named', () => {
  expect(() => readEnv({ SITE_FILE: '/nowhere/site.json' })).toThrow(
    "The site file /nowhere/site.json can't be read. Check SITE_FILE and the file's permissions.",
  );
});

it('reads a file with a byte order mark, and refuses one that is not UTF-8', () => {
  const folder = mkdtempSync(join(tmpdir(), 'site-file-'));
  const path = join(folder, 'site.json');
  writeFileSync(path, `\uFEFF${file(field({}))}`);
  expect(readSiteFile(readSiteText(path), path)).toHaveLength(1);

  writeFileSync(path, file(field({ label: 'Größe' })), 'latin1');
  expect(() => readSiteText(path)).toThrow(
    `${path}, line 5: this is not UTF-8. Save the file in that encoding.`,
  );
  rmSync(folder, { recursive: true });
});

it('says of facets alone how lists are filtered by them', () => {
  const fields = readSiteFile(
    file(
      field({ facet: true }),
      field({ key: 'b', label: 'B', type: 'boolean', facet: true }),
      field({ key: 'c', label: 'C', type: 'money', currency: 'EUR', facet: true }),
      field({ key: 'd', label: 'D', type: 'date' }),
    ),
    'site.json',
  );

  expect(filterFieldsOf(fields)).toEqual([
    { key: 'size', label: 'Size', filter: { kind: 'texts' }, readText: expect.any(Function) },
    {
      key: 'b',
      label: 'B',
      filter: {
        kind: 'choices',
        choices: [
          { value: 'yes', label: 'Yes' },
          { value: 'no', label: 'No' },
        ],
      },
    },
    { key: 'c', label: 'C', filter: { kind: 'range', of: 'number', unit: 'EUR' } },
  ]);
});

import { readSiteFile } from '@/server/fields/site-file';

const field = (options: object) => ({ key: 'size', label: 'Size', type: 'text', ...options });
const file = (...fields: object[]) => JSON.stringify({ fields }, null, 2);

it.each([
  [
    'has a label that imports read as the same',
    file(field({ label: 'Open source' }), field({ key: 'b', label: ' open\u00a0Source\u200b' })),
    'line 10: the label " open\u00a0Source\u200b" is taken by the field "size".',
  ],
  [
    'has a label that is the key of another field',
    file(field({}), field({ key: 'b', label: 'C' }), field({ key: 'c', label: 'D' })),
    'line 10: the label "C" is taken by the field "c".',
  ],
  [
    'has a label that is a former key of another field',
    file(field({ formerKeys: ['height'] }), field({ key: 'b', label: 'Height' })),
    'line 13: the label "Height" is taken by the field "size".',
  ],
  [
    'has a range that no number is in',
    file(field({ type: 'number', min: 5, max: 1 })),
    'line 7: "min" of the field "size" must not be above "max".',
  ],
  [
    'has a bound that is no number for the database',
    file(field({ type: 'number', max: 7 })).replace('7', '1e400'),
    'line 7: "max" of the field "size" must be a number from -1e15 to 1e15.',
  ],
  [
    'has a bound that no filter reaches',
    file(field({ type: 'number', min: -1e16 })),
    'line 7: "min" of the field "size" must be a number from -1e15 to 1e15.',
  ],
  [
    'gives amounts of money a range',
    file(field({ type: 'money', currency: 'USD', min: 1 })),
    'line 8: the field "size" has no option "min".',
  ],
  ['has options from a prototype', '{"__proto__": {"fields": []}}', 'line 1: the file needs "fields".'],
  [
    'has a prototype beside its fields',
    '{"fields": [],\n"__proto__": {"fields": [1]}}',
    'line 2: the file has no option "__proto__".',
  ],
  [
    'has an option with signs for the terminal',
    file(field({ [`\u001b[2J${'x'.repeat(5_000)}`]: 1 })),
    `line 7: the field "size" has no option "\\u001b[2J${'x'.repeat(36)}".`,
  ],
  [
    'has a choice whose label looks like that of another',
    file(
      field({
        type: 'choice',
        choices: [
          { value: 'a', label: 'Café' },
          { value: 'b', label: ' cafe\u0301' },
        ],
      }),
    ),
    'line 7: "choices" of the field "size" has a label twice.',
  ],
  [
    'has choices that are called like each other',
    file(
      field({
        type: 'choice',
        choices: [
          { value: 'free', label: 'Paid' },
          { value: 'paid', label: 'Free' },
        ],
      }),
    ),
    'line 7: "choices" of the field "size" has a label that is the value of another choice.',
  ],
  [
    'has a choice that is a list',
    file(field({ type: 'choice', choices: [[]] })),
    'line 8: "choices.0" of the field "size" must be a choice: {"value": …, "label": …}.',
  ],
])('refuses a file that %s, and says where', (_, text, sentence) => {
  expect(() => readSiteFile(text, 'site.json')).toThrow(new Error(`site.json, ${sentence}`));
});

it('reads a number as filters find it', () => {
  const [field] = readSiteFile(
    file({ key: 'size', label: 'Size', type: 'number', min: -1, max: 1e15 }),
    'site.json',
  );

  expect(field?.read('-0')).toEqual({ value: 0, parts: [{ text: '0' }], tokens: ['0'] });
  expect(field?.read('1e16')).toEqual({ problem: 'Use a number from -1 to 1,000,000,000,000,000.' });
  const [open] = readSiteFile(file({ key: 'size', label: 'Size', type: 'number' }), 'site.json');
  expect(open?.read('1e300')).toEqual({
    problem: 'Use a number from -1,000,000,000,000,000 to 1,000,000,000,000,000.',
  });
});

import { readSiteFile } from '@/server/fields/site-file';

describe('a field', () => {
  const read = (options: object, input: unknown) => {
    const [only] = readSiteFile(
      JSON.stringify({ fields: [{ key: 'size', label: 'Size', type: 'text', ...options }] }),
      'site.json',
    );
    const reading = only?.read(input);
    return reading && 'value' in reading
      ? [reading.value, reading.parts.map(({ text }) => text).join('+')]
      : reading?.problem;
  };
  const sizes = {
    choices: [
      { value: 's', label: 'Small' },
      { value: 'l', label: 'Large' },
    ],
  };

  it.each([
    [{}, ' 12 cm ', ['12 cm', '12 cm']],
    [{}, 'a\nb', 'Use one line of at most 200 characters.'],
    [{ format: 'spdx' }, 'mit license', ['MIT', 'MIT']],
    [{ format: 'spdx' }, 'AGPL-3.0', ['AGPL-3.0', 'AGPL-3.0']],
    [{ format: 'spdx' }, 'Apache License 2.0', ['Apache-2.0', 'Apache-2.0']],
    [{ format: 'spdx' }, 'GPLv3', ['GPL-3.0', 'GPL-3.0']],
    [{ format: 'spdx' }, 'BSD', 'Use an SPDX identifier, such as MIT or GPL-3.0-only.'],
    [{ type: 'number', min: 1, max: 9 }, '1,000', 'Use a number from 1 to 9.'],
    [{ type: 'number', unit: 'kg' }, '1,000.5', [1000.5, '1,000.5 kg']],
    [{ type: 'number' }, '0x10', 'Use a number, such as 12 or 0.5.'],
    [{ type: 'money', currency: 'USD' }, '$12.50', [12.5, '$12.50']],
    [{ type: 'money', currency: 'JPY' }, '12.50', 'Use an amount in JPY, such as 13.'],
    [{ type: 'choice', ...sizes }, 'LARGE', ['l', 'Large']],
    [{ type: 'choice', ...sizes }, 'Huge', 'Choose one of: Small, Large.'],
    [{ type: 'choices', ...sizes }, 'large, s', [['s', 'l'], 'Small+Large']],
    [{ type: 'choices', ...sizes }, ['l', 'xl'], 'Choose from: Small, Large.'],
    [{ type: 'boolean' }, 'yes', [true, 'Yes']],
    [{ type: 'boolean' }, false, [false, 'No']],
    [{ type: 'date' }, '2026-02-30', 'Use a date, such as 2026-01-31.'],
    [{ type: 'date' }, '2026-02-28', ['2026-02-28', 'Feb 28, 2026']],
    [{ type: 'url' }, 'acme.example/docs/', ['https://acme.example/docs/', 'acme.example/docs']],
    [{ type: 'url' }, 'javascript:alert(1)', "That's not a web link. Links start with https://."],
  ])('declared with %j makes of %j: %j', (options, input, made) => {
    expect(read(options, input)).toEqual(made);
    // What is stored can be read again.
    if (Array.isArray(made)) expect(read(options, made[0])).toEqual(made);
  });

  // An expression that backtracks would take hours.
  it.each([{ format: 'spdx' }, { type: 'number' }, { type: 'money', currency: 'USD' }, { type: 'date' }])(
    'declared with %j refuses a million characters at once',
    (options) => {
      for (const part of [' ', '-', '1', ','])
        expect(read(options, `1${part.repeat(1_000_000)}x`)).toMatch(/^Use a/);
    },
  );
});

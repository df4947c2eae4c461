import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { parse, siteColorStyle, contrast } from '@/lib/contract/plain/site-color';

const tokens = readFileSync('styles/tokens.css', 'utf8');
const [dark = '', light = ''] = [...tokens.matchAll(/color-scheme: (?:dark|light);([^}]+)/g)].map(
  ([, values = '']) => values,
);
const valueIn = (text: string, name: string) =>
  new RegExp(`--${name}: ?(#[0-9a-f]{6})`).exec(text)?.[1] ?? '';

it('keeps text readable in both themes, whatever the color', () => {
  const hex = fc
    .integer({ min: 0, max: 0xffffff })
    .map((number) => `#${number.toString(16).padStart(6, '0')}`);
  fc.assert(
    fc.property(hex, (color) => {
      const themes = siteColorStyle(color).split('html:root.light');
      for (const [index, sheet] of [dark, light].entries()) {
        const [brand, hover, text, accent] = ['brand', 'brand-hover', 'on-brand', 'accent'].map((name) =>
          parse(valueIn(themes[index] ?? '', name)),
        );
        if (!brand || !hover || !text || !accent) throw new Error('A token is missing.');
        for (const fill of [brand, hover]) expect(contrast(fill, text)).toBeGreaterThanOrEqual(4.5);
        for (const name of ['ground', 'surface', 'raised']) {
          expect(contrast(accent, parse(valueIn(sheet, name)))).toBeGreaterThanOrEqual(4.5);
        }
      }
    }),
    { numRuns: 1_000 },
  );
});

it('leaves a color alone that is readable as it is, and writes nothing without one', () => {
  expect(siteColorStyle('#2563eb')).toContain('html:root.light{--brand:#2563eb;');
  expect(siteColorStyle('')).toBe('');
});

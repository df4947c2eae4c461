import { readFileSync } from 'node:fs';
import { BASIC_FONT, writeBasicFont } from './basic-font';

const app = readFileSync('pages/_app.tsx', 'utf8');

it('ships the part of the font that its characters and features make', async () => {
  expect(readFileSync(BASIC_FONT).equals(await writeBasicFont())).toBe(true);
});

it('has browsers load other parts for the letters that this part does not have', () => {
  const loaded = [...app.matchAll(/'(U\+[^']+)'/g)].flatMap(([, ranges = '']) =>
    ranges.split(', ').map((range) =>
      range
        .slice(2)
        .split('-')
        .map((code) => parseInt(code, 16)),
    ),
  );
  const isLoaded = (character: string) =>
    loaded.some(([first = NaN, last = first]) => {
      const code = character.codePointAt(0) ?? NaN;
      return first <= code && code <= last;
    });

  expect(loaded.length).toBeGreaterThan(10);
  for (const character of 'ßéñØÿœŁğṩ€−') expect([character, isLoaded(character)]).toEqual([character, true]);
  expect(['a', 'Z', '9'].filter(isLoaded)).toEqual([]);
});

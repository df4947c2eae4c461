import { readFileSync, writeFileSync } from 'node:fs';
import subsetFont from 'subset-font';

export const BASIC_FONT = 'styles/fonts/figtree-basic.woff2';
const WHOLE_FONT = 'node_modules/@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2';

/** What English texts and the pages themselves are written with. Browsers load other parts of the font for the rest. */
const CHARACTERS = [
  Array.from({ length: 0x7f - 0x20 }, (_, index) => String.fromCodePoint(0x20 + index)),
  ['\u00a0', '©', '«', '·', '»', '×', '–', '—', '‘', '’', '“', '”', '„', '…', '↑', '↓', '→'],
].flat();

/** Kerning, ligatures and digits of the same width. */
const FEATURES = ['kern', 'liga', 'tnum'];

/** The part of the font that pages load first: little more than half of the bytes of all Latin letters. */
export const writeBasicFont = (): Promise<Buffer> =>
  subsetFont(readFileSync(WHOLE_FONT), CHARACTERS.join(''), {
    targetFormat: 'woff2',
    keepFeatures: FEATURES,
  });

if (process.argv.includes('--write')) writeFileSync(BASIC_FONT, await writeBasicFont());

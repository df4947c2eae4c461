import sharp from 'sharp';

/** Letters that may have no glyph in any font, with their marks. The fonts of a card have the scripts named here. */
const rareLetters =
  /(?![\p{ASCII}\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Arabic}\p{sc=Hebrew}\p{sc=Thai}\p{sc=Devanagari}\p{sc=Bengali}\p{sc=Tamil}\p{sc=Georgian}\p{sc=Armenian}\p{sc=Han}\p{sc=Hangul}\p{sc=Hiragana}\p{sc=Katakana}])(\p{L})\p{M}*/gu;

/** Has no letters, so that Pango draws each letter as a box if it may take it from no other font. */
const FONT_WITHOUT_LETTERS = 'Noto Emoji';

/** What is known of letters, since the fonts do not change while the process runs. */
const known = new Map<string, Promise<boolean>>();
const KNOWN_MAX = 10_000;

/**
 * A text without the letters that no font has, which would be boxes. Empty if no letter is left.
 *
 * @param fonts the names of the fonts to draw with, joined by commas.
 */
export async function keepDrawable(text: string, fonts: string): Promise<string> {
  const missing = new Set<string>();
  for (const [, letter = ''] of text.matchAll(rareLetters)) {
    if (!(await hasGlyph(letter, fonts))) missing.add(letter);
  }
  if (missing.size === 0) return text;
  const kept = text.replace(rareLetters, (whole, letter: string) => (missing.has(letter) ? '' : whole));
  return /[\p{L}\p{N}]/u.test(kept) ? kept.replace(/\s+/g, ' ').trim() : '';
}

function hasGlyph(letter: string, fonts: string): Promise<boolean> {
  const found = known.get(letter);
  if (found) return found;
  if (known.size >= KNOWN_MAX) known.clear();
  // The image of a letter is the box's only if Pango has found no font.
  const asked = Promise.all([drawLetter(letter, fonts, true), drawLetter(letter, fonts, false)]).then(
    ([drawn, box]) => !drawn.equals(box),
  );
  known.set(letter, asked);
  return asked;
}

const drawLetter = (letter: string, fonts: string, usesAllFonts: boolean): Promise<Buffer> =>
  sharp({
    text: {
      text: `<span fallback="${usesAllFonts}">${letter}</span>`,
      font: `${FONT_WITHOUT_LETTERS}${usesAllFonts ? `, ${fonts}` : ''} 16`,
      rgba: true,
      dpi: 72,
    },
  })
    .raw()
    .toBuffer();

import { findTileGlyph, TILE_CAP_HEIGHT } from './tile-glyphs';
import { drawTilePattern } from './tile-patterns';
import { seededDraw, tileColor } from './tile-paint';
import { tileInitials } from './tile-initials';

const WIDTH = 320;
const HEIGHT = 200;
/** The letters stay inside the middle square, which is all that a small tile shows. */
const LETTERS_WIDTH_MAX = 140;
const LETTERS_HEIGHT = 84;

/**
 * The picture of a product that has none: two hues, a quiet pattern and its initials, all from the name.
 *
 * @param name any text; the same name gives the same bytes.
 * @returns an SVG document of 320 × 200 and less than 2 KB.
 */
export function renderTile(name: string): string {
  const draw = seededDraw(name.trim().normalize('NFC'));
  const hue = draw() * 360;
  // Near or across the wheel: what lies between, about a quarter turn, makes muddy pairs.
  const secondHue = hue + (draw() < 0.6 ? 34 + draw() * 36 : 150 + draw() * 60);
  const tone = TONES[Math.floor(draw() * TONES.length)] ?? TONES[0];

  const from = tileColor(...tone.from, hue);
  const to = tileColor(...tone.to, secondHue);
  const pattern = tileColor(...tone.pattern, secondHue);
  const letters = tileColor(...tone.letters, hue);
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">` +
    `<defs><linearGradient id="g" x2="1" y2="1"><stop stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient></defs>` +
    `<path fill="url(#g)" d="M0 0h${WIDTH}v${HEIGHT}H0z"/>` +
    `<g fill="none" stroke="${pattern}" opacity=".55">${drawTilePattern(draw)}</g>` +
    `<g fill="${letters}">${drawLetters(tileInitials(name))}</g>` +
    '</svg>'
  );
}

/** Lightness and chroma (OKLCH) of each part. Dark enough for a white page, light enough for a black one. */
const TONES = [
  { from: [0.36, 0.1], to: [0.27, 0.08], pattern: [0.52, 0.13], letters: [0.93, 0.06] },
  { from: [0.52, 0.13], to: [0.42, 0.12], pattern: [0.64, 0.13], letters: [0.98, 0.02] },
  { from: [0.8, 0.11], to: [0.7, 0.13], pattern: [0.87, 0.09], letters: [0.24, 0.07] },
] as const;

function drawLetters(initials: readonly string[]): string {
  const glyphs = initials.flatMap((letter) => findTileGlyph(letter) ?? []);
  if (glyphs.length !== initials.length) return drawTypedLetters(initials.join(''));

  const advance = glyphs.reduce((sum, [width]) => sum + width, 0);
  const scale = Math.min(LETTERS_HEIGHT / TILE_CAP_HEIGHT, LETTERS_WIDTH_MAX / advance);
  const left = (WIDTH - advance * scale) / 2;
  const baseline = (HEIGHT + TILE_CAP_HEIGHT * scale) / 2;
  let x = 0;
  const paths = glyphs.map(([width, outline]) => {
    const path = `<path${x ? ` transform="translate(${x})"` : ''} d="${outline}"/>`;
    x += width;
    return path;
  });
  return `<g transform="translate(${left.toFixed(1)} ${baseline.toFixed(1)})scale(${scale.toFixed(3)})">${paths.join('')}</g>`;
}

/** Scripts without outlines of ours are set in the visitor's own font. */
function drawTypedLetters(letters: string): string {
  const escaped = letters.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
  return (
    `<text x="50%" y="50%" dy=".35em" text-anchor="middle" font-size="${LETTERS_HEIGHT * 1.2}" font-weight="800" ` +
    `font-family="Figtree,system-ui,'Segoe UI',Roboto,'Noto Sans',sans-serif">${escaped}</text>`
  );
}

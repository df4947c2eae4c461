import { findTileGlyph, TILE_CAP_HEIGHT } from './tile-glyphs';
import { drawTilePattern } from './tile-patterns';
import { seededDraw, tileColor } from './tile-paint';
import { tileInitials } from './tile-initials';

const WIDTH = 320;
const HEIGHT = 200;
/** The letters stay inside the center square, because small tiles show only that part. */
const LETTERS_WIDTH_MAX = 140;
const LETTERS_HEIGHT = 84;

const OPENING = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">`;

/**
 * Renders the generated image of a product without one: two hues, a quiet pattern and initials, all derived from the
 * name.
 *
 * @param name any text; the same name gives the same bytes.
 * @returns an SVG document of 320 × 200 and less than 2 KB.
 */
export const renderTile = (name: string): string => `${OPENING}${drawTile(name, 'g')}</svg>`;

/**
 * Renders several tiles into one SVG document, so that a list of products needs fewer requests. A fragment of its URL
 * shows one of them: `#0` is the tile of the first name.
 */
export function renderTileSheet(names: readonly string[]): string {
  const tiles = names.map((name, index) => {
    const top = index * HEIGHT;
    return (
      `<view id="${index}" viewBox="0 ${top} ${WIDTH} ${HEIGHT}"/>` +
      `<svg y="${top}" width="${WIDTH}" height="${HEIGHT}">${drawTile(name, `g${index}`)}</svg>`
    );
  });
  return `${OPENING}${tiles.join('')}</svg>`;
}

/** @param gradient the id of the gradient, unique in the document. */
function drawTile(name: string, gradient: string): string {
  const draw = seededDraw(name.trim().normalize('NFC'));
  const tone = pick(TONES, draw);
  const [hue, secondHue] = pick(tone.hues, draw);
  const turn = draw() * 16 - 8;

  const from = tileColor(...tone.from, hue + turn);
  const to = tileColor(...tone.to, secondHue + turn);
  const pattern = tileColor(...tone.pattern, secondHue);
  const letters = tileColor(...tone.letters, hue);
  return (
    `<defs><linearGradient id="${gradient}" x2="1" y2="1"><stop stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient></defs>` +
    `<path fill="url(#${gradient})" d="M0 0h${WIDTH}v${HEIGHT}H0z"/>` +
    `<g fill="none" stroke="${pattern}" opacity=".4">${drawTilePattern(draw)}</g>` +
    `<g fill="${letters}">${drawLetters(tileInitials(name))}</g>`
  );
}

type LightnessAndChroma = readonly [number, number];
type Tone = Record<'from' | 'to' | 'pattern' | 'letters', LightnessAndChroma> & {
  hues: readonly (readonly [number, number])[];
};

/**
 * Lightness and chroma (OKLCH) of each part, and the pairs of hues that fit them. All of them work on a white page and
 * on a black one. Yellow occurs only in the pale tone, because dark yellow looks brown.
 */
const TONES: readonly Tone[] = [
  {
    from: [0.38, 0.11],
    to: [0.27, 0.09],
    pattern: [0.54, 0.14],
    letters: [0.93, 0.06],
    hues: [
      [255, 300],
      [195, 260],
      [152, 205],
      [285, 335],
      [335, 285],
      [15, 330],
      [215, 280],
      [165, 245],
      [30, 0],
      [300, 355],
      [145, 175],
      [270, 225],
    ],
  },
  {
    from: [0.58, 0.15],
    to: [0.47, 0.15],
    pattern: [0.7, 0.14],
    letters: [0.985, 0.02],
    hues: [
      [255, 300],
      [190, 255],
      [155, 200],
      [290, 340],
      [350, 300],
      [40, 5],
      [215, 275],
      [20, 330],
      [300, 265],
      [160, 230],
      [35, 350],
      [240, 190],
    ],
  },
  {
    from: [0.86, 0.1],
    to: [0.75, 0.12],
    pattern: [0.95, 0.06],
    letters: [0.27, 0.08],
    hues: [
      [100, 55],
      [105, 150],
      [165, 230],
      [230, 310],
      [60, 350],
      [320, 270],
      [130, 180],
      [200, 160],
      [350, 300],
      [85, 20],
      [115, 195],
      [40, 320],
    ],
  },
];

const pick = <Option>(options: readonly Option[], draw: () => number): Option => {
  const option = options[Math.floor(draw() * options.length)];
  if (option === undefined) throw new RangeError('There is nothing to pick from.');
  return option;
};

function drawLetters(initials: readonly string[]): string {
  const glyphs = initials.map(findTileGlyph).filter((glyph) => glyph !== undefined);
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

/** Draws letters of scripts without built-in outlines in a font of the visitor's device. */
function drawTypedLetters(letters: string): string {
  const escaped = letters.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
  return (
    `<text x="50%" y="50%" dy=".35em" text-anchor="middle" font-size="${LETTERS_HEIGHT * 1.2}" font-weight="800" ` +
    `font-family="Figtree,system-ui,'Segoe UI',Roboto,'Noto Sans',sans-serif">${escaped}</text>`
  );
}

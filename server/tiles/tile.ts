import { findTileGlyph, TILE_CAP_HEIGHT } from './tile-glyphs';
import { seededDraw, tileColor } from './tile-paint';
import { tileInitials } from './tile-initials';

/** Width and height of a tile. */
export const TILE_SIZE = 64;
const LETTERS_WIDTH_MAX = 44;
/** 40 % of the height. */
const LETTERS_HEIGHT = 25.6;

/** The size that the file declares: that of a mark on a screen with three pixels per CSS pixel. */
const NATURAL_PX = 3 * TILE_SIZE;

export const TILE_OPENING = `<svg xmlns="http://www.w3.org/2000/svg" width="${NATURAL_PX}" height="${NATURAL_PX}" viewBox="0 0 ${TILE_SIZE} ${TILE_SIZE}">`;

/**
 * Renders the generated mark of a name: its initials on one quiet color, both derived from the name.
 *
 * @param name any text; the same name gives the same bytes.
 * @returns a square SVG document of less than 2 KB, for a light page. Inverted with its hue kept, it fits a dark one.
 */
export const renderTile = (name: string): string => `${TILE_OPENING}${drawTile(name)}</svg>`;

/** Lightness and chroma (OKLCH). A chroma of at most 0.06 is quiet beside the brand color and beside other marks. */
const GROUND = [0.91, 0.02] as const;
const LETTERS = [0.42, 0.06] as const;

export function drawTile(name: string): string {
  const hue = seededDraw(name.trim().normalize('NFC'))() * 360;
  return (
    `<path fill="${tileColor(...GROUND, hue)}" d="M0 0h${TILE_SIZE}v${TILE_SIZE}H0z"/>` +
    `<g fill="${tileColor(...LETTERS, hue)}">${drawLetters(tileInitials(name))}</g>`
  );
}

function drawLetters(initials: readonly string[]): string {
  const glyphs = initials.map(findTileGlyph).filter((glyph) => glyph !== undefined);
  if (glyphs.length !== initials.length) return drawTypedLetters(initials.join(''));

  const advance = glyphs.reduce((sum, [width]) => sum + width, 0);
  const scale = Math.min(LETTERS_HEIGHT / TILE_CAP_HEIGHT, LETTERS_WIDTH_MAX / advance);
  const left = (TILE_SIZE - advance * scale) / 2;
  const baseline = (TILE_SIZE + TILE_CAP_HEIGHT * scale) / 2;
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
    `<text x="50%" y="50%" dy=".35em" text-anchor="middle" font-size="${(LETTERS_HEIGHT * 1.2).toFixed(1)}" font-weight="800" ` +
    `font-family="Figtree,system-ui,'Segoe UI',Roboto,'Noto Sans',sans-serif">${escaped}</text>`
  );
}

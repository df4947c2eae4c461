import { drawTile, TILE_OPENING, TILE_SIZE } from './tile';

/** What one mark shows: the initials of a name, the outline of a brand, or an icon as WebP. */
export type MarkContent = { name: string } | { brandPath: string } | { webp: Buffer };

const BRAND_UNITS = 24;
const BRAND_SIZE = 34;
/** Like text on a light page. */
const BRAND_COLOR = '#14171c';

/**
 * Renders several marks into one SVG document, so that a list of products needs fewer requests. A fragment of its URL
 * shows one of them: `#m0` is the first one.
 */
export function renderMarkSheet(marks: readonly MarkContent[]): string {
  const drawn = marks.map((mark, index) => {
    const top = index * TILE_SIZE;
    return (
      `<view id="m${index}" viewBox="0 ${top} ${TILE_SIZE} ${TILE_SIZE}"/>` +
      `<svg y="${top}" width="${TILE_SIZE}" height="${TILE_SIZE}">${drawMark(mark)}</svg>`
    );
  });
  return `${TILE_OPENING}${drawn.join('')}</svg>`;
}

/** Renders the mark of a brand for pages of others, on a light ground of its own. */
export const renderBrandMark = (brandPath: string): string =>
  `${TILE_OPENING}<path fill="#fff" d="M0 0h${TILE_SIZE}v${TILE_SIZE}H0z"/>${drawMark({ brandPath })}</svg>`;

function drawMark(mark: MarkContent): string {
  if ('name' in mark) return drawTile(mark.name);
  if ('webp' in mark) {
    const data = mark.webp.toString('base64');
    return `<image width="${TILE_SIZE}" height="${TILE_SIZE}" href="data:image/webp;base64,${data}"/>`;
  }
  const edge = (TILE_SIZE - BRAND_SIZE) / 2;
  const scale = (BRAND_SIZE / BRAND_UNITS).toFixed(4);
  return `<path fill="${BRAND_COLOR}" transform="translate(${edge} ${edge})scale(${scale})" d="${mark.brandPath}"/>`;
}

import { brandColors } from '@/lib/contract/plain/site-color';
import { findTileGlyph, TILE_CAP_HEIGHT } from './tile-glyphs';
import { tileInitials } from './tile';

/** What the mark of a site is made of. */
export type SiteMark = { siteName: string; siteColor: string; siteLogo: string };

/** Our own, in a square of 24 units. */
const SPROUT =
  '<path d="M10.9 21.5V13C6.2 13 3.2 10.2 3 5.5c4.3 0 7.1 1.7 8.3 4.7C12.1 5.4 15.5 2.5 21 2.5c0 6.2-3 9.9-7.9 10.4v8.6a1.1 1.1 0 0 1-2.2 0z"/>';

const OWN_NAME = 'Listgrove';
const SYMBOL_SIZE = 24;
const LETTER_HEIGHT = 17;
const LETTER_WIDTH_MAX = 22;

/** Whether the mark is that of the files in `public`. */
export const hasOwnMark = ({ siteName, siteColor, siteLogo }: SiteMark): boolean =>
  siteName === OWN_NAME && siteColor === '' && siteLogo === '';

/** In place of a letter of other scripts, where there may be no font for it. */
const DISC = '<circle cx="12" cy="12" r="7"/>';

/**
 * The mark of the site: the first letter of the site's name, in a square of 24 units and in the color of the text around it.
 *
 * @param hasFonts whether it is drawn where people read, with fonts of their script.
 */
export function drawSiteSymbol(siteName: string, hasFonts = true): string {
  if (siteName === OWN_NAME) return SPROUT;
  const [letter = ''] = tileInitials(siteName);
  const glyph = findTileGlyph(letter);
  if (!glyph) {
    if (!hasFonts) return DISC;
    // In a font of the visitor's device.
    const escaped = letter.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
    return `<text x="12" y="12" dy=".35em" text-anchor="middle" font-size="20" font-weight="800" font-family="Figtree,system-ui,'Noto Sans',sans-serif">${escaped}</text>`;
  }
  const [width, outline] = glyph;
  const scale = Math.min(LETTER_HEIGHT / TILE_CAP_HEIGHT, LETTER_WIDTH_MAX / width);
  const left = (SYMBOL_SIZE - width * scale) / 2;
  const baseline = (SYMBOL_SIZE + TILE_CAP_HEIGHT * scale) / 2;
  return `<path transform="translate(${left.toFixed(2)} ${baseline.toFixed(2)})scale(${scale.toFixed(4)})" d="${outline}"/>`;
}

/**
 * The icon of a site without a logo.
 *
 * @param corner the radius of its corners, of 32.
 * @param share how much of its width the symbol takes. Phones cut maskable icons.
 * @param hasFonts as above.
 */
export function renderSiteIcon(
  { siteName, siteColor }: Omit<SiteMark, 'siteLogo'>,
  { corner = 8, share = 0.75, hasFonts = true }: { corner?: number; share?: number; hasFonts?: boolean } = {},
): string {
  const { brand, onBrand } = brandColors(siteColor);
  const scale = (32 * share) / SYMBOL_SIZE;
  const edge = (32 - 32 * share) / 2;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="512" height="512" viewBox="0 0 32 32"><rect width="32" height="32" rx="${corner}" fill="${brand}"/>` +
    `<g transform="translate(${edge} ${edge})scale(${scale.toFixed(4)})" fill="${onBrand}">${drawSiteSymbol(siteName, hasFonts)}</g></svg>`
  );
}

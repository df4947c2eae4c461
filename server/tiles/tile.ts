import { findTileGlyph, TILE_CAP_HEIGHT } from './tile-glyphs';

/** Width and height of a tile. */
const TILE_SIZE = 64;
const LETTERS_WIDTH_MAX = 44;
/** 40 % of the height. */
const LETTERS_HEIGHT = 25.6;

/** The size that the file declares: that of a mark on a screen with three pixels per CSS pixel. */
const NATURAL_PX = 3 * TILE_SIZE;

const TILE_OPENING = `<svg xmlns="http://www.w3.org/2000/svg" width="${NATURAL_PX}" height="${NATURAL_PX}" viewBox="0 0 ${TILE_SIZE} ${TILE_SIZE}">`;

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

function drawTile(name: string): string {
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

/** Returns a generator of numbers in [0, 1) that is the same for the same text (FNV-1a seeds mulberry32). */
export function seededDraw(text: string): () => number {
  let state = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) state = Math.imul(state ^ byte, 0x01000193);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/**
 * Converts an OKLCH color to `#rrggbb`. Unlike HSL, equal lightness looks equally light in every hue.
 *
 * @param lightness 0–1.
 * @param chroma 0–0.4. Colors outside sRGB are clipped.
 * @param hue degrees.
 * @see Björn Ottosson, "A perceptual color space for image processing", for the matrices.
 */
function tileColor(lightness: number, chroma: number, hue: number): string {
  const angle = (hue * Math.PI) / 180;
  const a = chroma * Math.cos(angle);
  const b = chroma * Math.sin(angle);
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const channels = [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ];
  return `#${channels.map(channelHex).join('')}`;
}

function channelHex(linear: number): string {
  const clipped = Math.min(Math.max(linear, 0), 1);
  const encoded = clipped <= 0.0031308 ? 12.92 * clipped : 1.055 * clipped ** (1 / 2.4) - 0.055;
  return Math.round(encoded * 255)
    .toString(16)
    .padStart(2, '0');
}

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** A longer grapheme, such as a letter with many combining marks, is cut to its first character. In UTF-16 units. */
const GRAPHEME_UNITS_MAX = 16;

/** Scripts whose letters are written separately. In other scripts a second letter would join or change the first. */
const standsAlone = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Armenian}\p{Number}]/u;

/**
 * Returns the initials of a name, one or two graphemes in their original case: `np` for npm, `GH` for GitHub, `VS` for
 * Visual Studio Code. A name without a letter or number gives its first sign.
 */
export function tileInitials(name: string): readonly string[] {
  const text = printable(name);
  const [first, second] = words(text);
  if (!first) return [firstGrapheme(text) || '•'];

  const initial = plain(firstGrapheme(first));
  if (!standsAlone.test(initial)) return [initial];
  const next = plain(firstGrapheme(second ?? first.slice(firstGrapheme(first).length)));
  return standsAlone.test(next) ? [initial, next] : [initial];
}

/** Removes characters that XML does not allow, and cuts the name to the length that initials need. */
const printable = (name: string) =>
  name
    .replace(/[\p{Cc}\p{Cs}\p{Co}\p{Cn}]/gu, ' ')
    .trim()
    .slice(0, 200)
    .replace(/\p{Cs}/gu, '');

/** Splits at spaces and dashes, and before a capital that follows a small letter; never at a dot, as in `Next.js`. */
const words = (text: string) =>
  text
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .split(/[\s\-_/:+&·|–—]+/u)
    .map((word) => word.replace(/^[^\p{L}\p{N}\p{Extended_Pictographic}]+/u, ''))
    .filter(Boolean);

function firstGrapheme(text: string): string {
  const [first] = graphemes.segment(text);
  if (!first) return '';
  return first.segment.length > GRAPHEME_UNITS_MAX
    ? String.fromCodePoint(first.segment.codePointAt(0) ?? 0x2022)
    : first.segment;
}

/** Replaces `É` by `E`, because the outlines have no accents. */
function plain(grapheme: string): string {
  const base = grapheme.normalize('NFD').charAt(0);
  return /[A-Za-z]/.test(base) ? base : grapheme;
}

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

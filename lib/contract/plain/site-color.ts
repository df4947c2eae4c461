type RGB = readonly [red: number, green: number, blue: number];

/** From 1 to 21, as WCAG 2 defines it. */
export function contrast(a: RGB, b: RGB): number {
  const [darker = 0, lighter = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (lighter + 0.05) / (darker + 0.05);
}

/** From 0 to 1: the relative luminance of WCAG 2. */
export function luminance(color: RGB): number {
  const [red = 0, green = 0, blue = 0] = color.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const WHITE: RGB = [255, 255, 255];
const BLACK: RGB = [0, 0, 0];
/** The text on light fills: `--on-brand` in styles/tokens.css. */
const DARK_TEXT: RGB = [20, 23, 28];
/** Of each theme in styles/tokens.css, the background with the lowest contrast to the text on it: `--raised`. */
const BACKGROUNDS = { dark: [26, 30, 37], light: [242, 242, 238] } as const satisfies Record<string, RGB>;
/** WCAG 2.2, 1.4.3. */
const CONTRAST_MIN = 4.5;
const STEP = 0.02;
const HOVER = 0.15;

/**
 * The style of a site with a color of its own: the loud color of both themes, moved towards white or black as far as text
 * needs it to be readable.
 *
 * @param color like `#2563eb`. Empty: the color of styles/tokens.css, and no style.
 */
export function siteColorStyle(color: string): string {
  if (color === '') return '';
  const { given, onBrand, away, brand } = filled(color);
  const theme = (background: RGB, towards: RGB, tint: number) =>
    [
      `--brand:${write(brand)}`,
      `--brand-hover:${write(mix(brand, away, HOVER))}`,
      `--on-brand:${write(onBrand)}`,
      // Text of this color stands on the tint, too.
      `--accent:${write(readable(given, [background, mix(background, given, tint)], towards))}`,
      `--tint:rgb(${given.join(' ')}/${tint})`,
    ].join(';');
  // With `html`, because the style sheet, which may come later, says `:root`.
  return `html:root{${theme(BACKGROUNDS.dark, WHITE, 0.14)}}html:root.light{${theme(BACKGROUNDS.light, BLACK, 0.12)}}`;
}

/** The color as a fill that text can stand on. */
function filled(color: string) {
  const given = parse(color);
  const onBrand = contrast(given, WHITE) > contrast(given, DARK_TEXT) ? WHITE : DARK_TEXT;
  const away = onBrand === WHITE ? BLACK : WHITE;
  return { given, onBrand, away, brand: readable(given, [onBrand], away) };
}

/** The color of a site as text and signs, in each theme. @param color empty for those of Listgrove. */
export function accentColors(color: string): { light: string; dark: string } {
  if (color === '') return { light: '#3f6b00', dark: '#c8f04b' };
  const given = parse(color);
  return {
    light: write(readable(given, [BACKGROUNDS.light], BLACK)),
    dark: write(readable(given, [BACKGROUNDS.dark], WHITE)),
  };
}

/** The color of a site as a fill, and the color of text on that fill, for images. @param color empty for the color of Listgrove. */
export function brandColors(color: string): { brand: string; onBrand: string } {
  const { brand, onBrand } = filled(color || '#c8f04b');
  return { brand: write(brand), onBrand: write(onBrand) };
}

/** The color, mixed with another until it has enough contrast to all of the others. */
function readable(color: RGB, others: readonly RGB[], towards: RGB): RGB {
  for (let share = 0; share < 1; share += STEP) {
    const mixed = mix(color, towards, share);
    if (others.every((other) => contrast(mixed, other) >= CONTRAST_MIN)) return mixed;
  }
  return towards;
}

function mix(color: RGB, other: RGB, share: number): RGB {
  const part = (index: 0 | 1 | 2) => Math.round(color[index] * (1 - share) + other[index] * share);
  return [part(0), part(1), part(2)];
}

/** @param color `#rrggbb`. */
export function parse(color: string): RGB {
  const part = (index: number) => Number.parseInt(color.slice(1 + 2 * index, 3 + 2 * index), 16);
  return [part(0), part(1), part(2)];
}

const write = (color: RGB) => `#${color.map((part) => part.toString(16).padStart(2, '0')).join('')}`;

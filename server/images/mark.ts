import sharp, { type OutputInfo, type Sharp } from 'sharp';
import { luminance } from '@/lib/contract/plain/site-color';
import { MARK_PX } from '@/lib/contract/plain/image-url';

/** An icon with transparent parts does not touch the edge of its mark. */
const INNER_PX = 104;
/** A tiny icon stays small rather than blurred. */
const ENLARGEMENT_MAX = 3;

const LIGHT_GROUND = '#ffffff';
const DARK_GROUND = '#14171c';
const NO_GROUND = { r: 0, g: 0, b: 0, alpha: 0 };

/** Relative luminances (WCAG) that differ from the dark and from the light theme's surface by a contrast of 2. */
const VISIBLE_ON_DARK_MIN = 0.065;
const VISIBLE_ON_LIGHT_MAX = 0.475;

type LogoShape = {
  /** Width and height of the icon. */
  px: number;
  /** How much of the width the logo takes. */
  share?: number;
  /** `full`: no part is transparent. Else there is a ground only where most of the logo would not be visible without. */
  ground?: 'full' | 'as-needed';
};

/**
 * Draws a logo as an icon of a site.
 *
 * @param logo as `processImage` has encoded it.
 * @returns PNG.
 */
export async function drawLogo(
  logo: Buffer,
  { px, share = 1, ground = 'as-needed' }: LogoShape,
): Promise<Buffer> {
  const side = Math.round(px * share);
  const needed = await chooseGround(sharp(logo));
  const background = needed === NO_GROUND && ground === 'full' ? LIGHT_GROUND : needed;
  const icon = await sharp(logo)
    .ensureAlpha()
    .resize({ width: side, height: side, fit: 'contain', background: NO_GROUND })
    .png()
    .toBuffer();
  return sharp({ create: { width: px, height: px, channels: 4, background } })
    .composite([{ input: icon }])
    .png({ compressionLevel: 9 })
    .toBuffer();
}

type Pixels = { data: Buffer; info: Pick<OutputInfo, 'width' | 'height' | 'channels'> };

/**
 * Draws an image as a product's mark. An opaque one fills the square. One with transparent parts shows the page
 * through them, except where most of it would not be visible in one of the themes: then it gets a ground.
 *
 * @returns WebP.
 */
export async function drawMark({ data, info: { width, height, channels } }: Pixels): Promise<Buffer> {
  const raw = { width, height, channels };
  const { isOpaque } = await sharp(data, { raw }).stats();
  const natural = Math.max(width, height);
  const fitted = isOpaque && natural * ENLARGEMENT_MAX >= MARK_PX ? MARK_PX : INNER_PX;
  const side = Math.min(fitted, natural * ENLARGEMENT_MAX);
  const ground = isOpaque ? NO_GROUND : await chooseGround(sharp(data, { raw }));
  const icon = await sharp(data, { raw })
    .ensureAlpha()
    .resize({ width: side, height: side, fit: 'contain', background: NO_GROUND })
    .png()
    .toBuffer();
  return sharp({ create: { width: MARK_PX, height: MARK_PX, channels: 4, background: ground } })
    .composite([{ input: icon }])
    .webp({ quality: 85, alphaQuality: 90, effort: 4 })
    .toBuffer();
}

async function chooseGround(image: Sharp): Promise<string | typeof NO_GROUND> {
  const small = await image
    .resize({ width: 32, height: 32, fit: 'inside', withoutEnlargement: true })
    .ensureAlpha()
    .raw()
    .toBuffer();
  let [total, onDark, onLight] = [0, 0, 0];
  for (let at = 0; at < small.length; at += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = small.subarray(at, at + 4);
    const light = luminance([red, green, blue]);
    total += alpha;
    if (light >= VISIBLE_ON_DARK_MIN) onDark += alpha;
    if (light <= VISIBLE_ON_LIGHT_MAX) onLight += alpha;
  }
  if (onDark < total / 2) return LIGHT_GROUND;
  return onLight < total / 2 ? DARK_GROUND : NO_GROUND;
}

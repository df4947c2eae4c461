import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { accentColors, brandColors, parse } from '@/lib/contract/plain/site-color';

/** What a site is called and looks like. */
export type Look = {
  name: string;
  noun: string;
  color: string;
  /** The color of the logo, which nothing else has. */
  logoColor: string;
  /** How each product is called, with its number. */
  product: string;
  tags: readonly [string, string];
  tagline: string;
};

export const LOOKS: readonly [Look, Look] = [
  {
    ...{ name: 'Saltpan', noun: 'recipe', color: '#7c3aed', logoColor: '#0b7a75' },
    ...{ product: 'Loaf', tags: ['Bread', 'Soup'], tagline: 'Worth an evening in the kitchen' },
  },
  {
    ...{ name: 'Cairnfoot', noun: 'trail', color: '#b45309', logoColor: '#9d174d' },
    ...{ product: 'Ridge', tags: ['Coast', 'Forest'], tagline: 'Worth a day outdoors' },
  },
];

const hexesOf = (color: string) => {
  const { brand } = brandColors(color);
  const { light, dark } = accentColors(color);
  return [...new Set([color, brand, light, dark].filter(Boolean))];
};

/** The outline of the leaf begins so, as `SPROUT` says. */
const LEAF = 'M10.9 21.5V13C6.2';

const wordsOf = ({ name, noun, product, tags }: Look) => [name, `${noun}s?`, product, ...tags];

/** What must not be on a site: words, colors as they are written, the leaf. @param other the other site. */
export function foreignTo(other: Look): { words: RegExp; colors: RegExp; pixels: Buffer[] } {
  const colors = [...hexesOf(other.color), ...hexesOf('')];
  const parts = colors.map((color) => parse(color).join('[ ,]+'));
  return {
    words: new RegExp(`\\b(?:${[...wordsOf(other), 'tools?'].join('|')})\\b|listgrove|\\bsprig`, 'i'),
    colors: new RegExp(
      [...colors, other.logoColor, ...parts.map((part) => `\\b${part}\\b`), LEAF].join('|'),
      'i',
    ),
    pixels: [...colors, other.logoColor].map((color) => Buffer.from(parse(color))),
  };
}

export const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/** The images that the software shows when a site has no look of its own. */
export const ourImages: ReadonlyMap<string, string> = new Map(
  readdirSync('public')
    .filter((file) => /\.(?:png|svg|ico)$/.test(file))
    .map((file) => [hashOf(readFileSync(join('public', file))), `public/${file}`]),
);

/** Logos are stored as WebP, which changes colors a little. */
const TOLERANCE = 4;

/** Whether an image has a pixel of one of the colors. */
export async function hasColor(image: Buffer, pixels: readonly Buffer[]): Promise<boolean> {
  const drawn = await sharp(image).removeAlpha().toColorspace('srgb').raw().toBuffer();
  const distance = (at: number, pixel: Buffer, part: number) =>
    Math.abs((drawn[at + part] ?? 0) - (pixel[part] ?? 0));
  return pixels.some((pixel) => {
    for (let at = 0; at < drawn.length; at += 3)
      if (distance(at, pixel, 0) <= TOLERANCE)
        if (distance(at, pixel, 1) <= TOLERANCE && distance(at, pixel, 2) <= TOLERANCE) return true;
    return false;
  });
}

export const logoOf = ({ logoColor }: Look) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path fill="${logoColor}" d="M0 0h9v9H0z"/></svg>`;

export const productsCSV = ({ product, tags, tagline }: Look, total: number) =>
  [
    'name,url,tagline,tags',
    ...Array.from({ length: total }, (_, index) => {
      const number = index + 1;
      const site = `https://${product.toLowerCase()}-${number}.example/`;
      return `${product} ${number},${site},${tagline} (${number}),${tags[index % 2]}`;
    }),
  ].join('\n');

import { canParseURL } from '@/lib/contract/plain/can-parse-url';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { getDomain } from 'tldts';
import * as z from 'zod/mini';
import { mapInSlices } from '@/server/base/iterate';
import { fold } from '@/server/text/fold';

/** The package has one file about its 3,500 icons, and a file for each, which is read when the icon is drawn. */
const listFile = createRequire(import.meta.url).resolve('simple-icons/icons.json');

const listSchema = z.array(z.unknown());
const iconSchema = z.object({
  title: z.string(),
  slug: z.string(),
  source: z.string(),
  aliases: z.optional(z.object({ aka: z.optional(z.array(z.string())) })),
});

/** Ten marks share a file. A longer outline has details that are too small to see in a mark. */
const OUTLINE_CHARS_MAX = 9_000;

type Brand = { slug: string; domain: string | null };

let brands: Promise<ReadonlyMap<string, Brand>> | undefined;

/**
 * Finds the brand of a product in the package `simple-icons`. An equal name alone proves nothing, because names of one
 * word are shared by many: the product's host has the name as well, or it is the domain that the mark comes from, or
 * the name has several words.
 *
 * @returns the slug of the mark.
 */
export async function findBrand({ name, url }: { name: string; url: string }): Promise<string | undefined> {
  brands ??= readBrands();
  const key = keyOf(name);
  const brand = (await brands).get(key);
  if (!brand || !canParseURL(url)) return undefined;
  const { hostname } = new URL(url);
  const isOwn =
    keyOf(hostname).includes(key) ||
    (brand.domain !== null && brand.domain === getDomain(hostname)) ||
    /\p{L}[\s-]+\p{L}/u.test(name);
  const outline = isOwn ? await readBrandPath(brand.slug) : undefined;
  return outline && outline.length <= OUTLINE_CHARS_MAX ? brand.slug : undefined;
}

async function readBrands(): Promise<ReadonlyMap<string, Brand>> {
  const list = listSchema.parse(JSON.parse(await readFile(listFile, 'utf8')));
  const found = new Map<string, Brand>();
  await mapInSlices(list, (icon) => {
    const { title, slug, source, aliases } = iconSchema.parse(icon);
    const brand = { slug, domain: getDomain(source) };
    found.set(keyOf(title), brand);
    for (const alias of aliases?.aka ?? []) if (!found.has(keyOf(alias))) found.set(keyOf(alias), brand);
  });
  return found;
}

/** Letters and numbers alone, without case and accents: `Next.js` as `nextjs`. */
const keyOf = (text: string) => fold(text).replace(/[^\p{L}\p{N}]/gu, '');

/** The outline of a brand's mark in a square of 24 units; undefined for an unknown slug. */
export async function readBrandPath(slug: string): Promise<string | undefined> {
  if (!/^[a-z0-9]+$/.test(slug)) return undefined;
  try {
    const svg = await readFile(path.join(path.dirname(listFile), '..', 'icons', `${slug}.svg`), 'utf8');
    return /<path d="([^"<>&]+)"\/>/.exec(svg)?.[1];
  } catch {
    return undefined;
  }
}

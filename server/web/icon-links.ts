import { canParseURL } from '@/lib/contract/plain/can-parse-url';
import type { PageLink } from './page-metadata';

/** An icon that a page names, and the least width that it must turn out to have. */
export type IconLink = { url: string; pxMin: number };

/** The icons of a page in the order of preference: touch icons, those of the manifest, other ones. */
export type IconLinks = { touch: IconLink[]; manifestURL?: string | undefined; other: IconLink[] };

const TOUCH_PX_MIN = 120;
/** The width of a touch icon that says none. */
const TOUCH_PX = 180;
const ICON_PX_MIN = 48;
/** A favicon has no better version, so a small one is better than none. */
const FAVICON_PX_MIN = 16;
/** The best of each kind. Each costs a request when the ones before it cannot be used. */
const LINKS_MAX = 2;
/** Larger icons are only scaled down. */
const BEST_PX = 192;

/** Chooses among the links of a page. A site without any may have `/favicon.ico`. */
export function chooseIconLinks(links: readonly PageLink[], page: URL): IconLinks {
  const resolved = links.flatMap(({ href, ...link }) =>
    canParseURL(href, page.href) ? [{ ...link, url: new URL(href, page) }] : [],
  );
  const having = (relation: RegExp) => resolved.filter(({ rel }) => relation.test(rel));
  const touch = having(/\bapple-touch-icon/).filter(({ sizes }) => pxOf(sizes, TOUCH_PX) >= TOUCH_PX_MIN);
  const other = having(/(?:^|\s)icon\b/).filter(
    ({ sizes, type, url }) => isSVG(type, url) || pxOf(sizes, ICON_PX_MIN) >= ICON_PX_MIN,
  );
  return {
    touch: best(touch, TOUCH_PX).map((link) => ({ url: link.url.href, pxMin: TOUCH_PX_MIN })),
    manifestURL: having(/\bmanifest\b/)[0]?.url.href,
    other: [
      ...best(other, ICON_PX_MIN).map((link) => ({ url: link.url.href, pxMin: ICON_PX_MIN })),
      { url: new URL('/favicon.ico', page).href, pxMin: FAVICON_PX_MIN },
    ],
  };
}

/** A manifest has a few icons of about 100 bytes each. */
const MANIFEST_BYTES_MAX = 64 * 1024;

/** The icons of a web app manifest, best first. Empty for anything else. */
export function readManifestIcons(bytes: Buffer, manifest: URL): IconLink[] {
  if (bytes.length > MANIFEST_BYTES_MAX) return [];
  const icons = listIn(parseJSON(bytes.toString('utf8')), 'icons').flatMap((icon) => {
    const [src, sizes, type, purpose] = ['src', 'sizes', 'type', 'purpose'].map((key) => textIn(icon, key));
    // A monochrome icon is a mask. A maskable one has wide edges that a page would have to cut off.
    const isFit = !purpose || /\bany\b/.test(purpose);
    return src && isFit && canParseURL(src, manifest.href)
      ? [{ url: new URL(src, manifest), sizes: sizes ?? '', type: type ?? '' }]
      : [];
  });
  return best(icons, ICON_PX_MIN).map(({ url }) => ({ url: url.href, pxMin: ICON_PX_MIN }));
}

type SizedLink = { url: URL; sizes: string; type: string };

/**
 * The links whose icons are nearest to the wanted width from above, then from below. SVG has every width.
 *
 * @param pxUnsaid the width of an icon that says none.
 */
const best = <Link extends SizedLink>(links: readonly Link[], pxUnsaid: number): Link[] =>
  links.toSorted((one, other) => distanceOf(one, pxUnsaid) - distanceOf(other, pxUnsaid)).slice(0, LINKS_MAX);

function distanceOf({ sizes, type, url }: SizedLink, pxUnsaid: number): number {
  if (isSVG(type, url)) return 0;
  const px = pxOf(sizes, pxUnsaid);
  return px >= BEST_PX ? px - BEST_PX : 10_000 - px;
}

const isSVG = (type: string, url: URL) => type.includes('svg') || url.pathname.endsWith('.svg');

/** The largest width in `16x16 32x32`. */
function pxOf(sizes: string, fallback: number): number {
  const widths = [...sizes.matchAll(/(\d{1,5})x\d/gi)].map(([, width]) => Number(width));
  return widths.length === 0 ? fallback : Math.max(...widths);
}

function parseJSON(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return undefined;
  }
}

const fieldOf = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;

const listIn = (value: unknown, key: string): unknown[] => {
  const list = fieldOf(value, key);
  return Array.isArray(list) ? list.slice(0, 50) : [];
};

const textIn = (value: unknown, key: string): string | undefined => {
  const text = fieldOf(value, key);
  return typeof text === 'string' ? text : undefined;
};

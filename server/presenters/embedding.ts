import { escapeXML } from './xml';
import { accentColors } from '@/lib/contract/plain/site-color';
import { markURL } from '@/lib/contract/plain/image-url';
import { langAttribute } from './languages';
import { describeUpvotes } from './product';
import { productPathFor } from '@/lib/contract/plain/site';
import type { ListedProduct } from '@/lib/contract/product';
import { formatNumber, rootAttributes, textsDirection } from '@/lib/texts/language';
import { t } from '@/lib/texts/texts';

export const BADGE_THEMES = ['light', 'dark', 'auto'] as const;
export const BADGE_SIZES = ['small', 'medium', 'large'] as const;

type Badge = {
  productName: string;
  siteName: string;
  siteColor: string;
  upvoteCount: number;
  theme: (typeof BADGE_THEMES)[number];
  size: (typeof BADGE_SIZES)[number];
};

/** The colors of the design tokens `--surface`, `--edge`, `--ink` and `--muted`. */
const COLORS = {
  light: { ground: '#ffffff', edge: '#c9cacb', ink: '#14171c', muted: '#59616e' },
  dark: { ground: '#12151a', edge: '#41444a', ink: '#e9ecf1', muted: '#9aa3b2' },
} as const;

/** Follows the reader's color scheme. The attributes have the light colors. */
export function badgeStyle(siteColor: string): string {
  const { ground, edge, ink, muted } = COLORS.dark;
  return `@media (prefers-color-scheme:dark){rect{fill:${ground};stroke:${edge}}.ink{fill:${ink}}.muted{fill:${muted}}.accent{fill:${accentColors(siteColor).dark}}}`;
}

/** CSS pixels. */
const SIZES = {
  small: { height: 24, padding: 8, type: 11, arrow: 8 },
  medium: { height: 36, padding: 12, type: 14, arrow: 10 },
  large: { height: 54, padding: 16, type: 19, arrow: 14 },
} as const;

const SITE_NAME_GRAPHEMES_MAX = 30;
const FONTS = "system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans',Arial,sans-serif";
const graphemes = new Intl.Segmenter('en');

/**
 * Renders "Featured on {site}" with the number of upvotes as SVG. The texts have a fixed length: whatever font the
 * reader's device has, they fill their place and no more.
 */
export function renderBadge({ productName, siteName, siteColor, upvoteCount, theme, size }: Badge): string {
  const { height, padding, type, arrow } = SIZES[size];
  const shownTheme = theme === 'dark' ? 'dark' : 'light';
  const colors = COLORS[shownTheme];
  const count = formatNumber(upvoteCount);
  const title = t(
    'badge.title',
    '{count, plural, one {{product} is featured on {site}: # upvote} other {{product} is featured on {site}: # upvotes}}',
    { product: productName, site: siteName, count: upvoteCount },
  );
  const gap = type / 3;
  const texts: { text: string; color: 'ink' | 'muted'; weight: number; x: number; width: number }[] = [];
  let x = padding;
  const place = (text: string, color: 'ink' | 'muted', weight: number) => {
    const width = widthOf(text) * type * (weight > 400 ? 1.06 : 1);
    texts.push({ text, color, weight, x, width });
    x += width;
  };
  place(t('badge.featuredOn', 'Featured on' /* before the name of the site */), 'muted', 400);
  x += gap;
  place(cutName(siteName), 'ink', 700);
  x += 3 * gap;
  const top = (height - arrow * 0.8) / 2;
  const arrowX = x;
  x += arrow + gap;
  place(count, 'ink', 700);
  const width = Math.ceil(x + padding);
  const leftOf = (startX: number, length: number) =>
    (textsDirection() === 'rtl' ? width - startX - length : startX).toFixed(1);
  const triangle = `M${leftOf(arrowX, arrow)} ${(top + arrow * 0.8).toFixed(1)}h${arrow}l-${arrow / 2}-${(arrow * 0.8).toFixed(1)}z`;
  const drawn = texts.map(
    (each) =>
      `<text x="${leftOf(each.x, each.width)}" y="${(height / 2 + type * 0.36).toFixed(1)}" textLength="${each.width.toFixed(1)}" ` +
      `lengthAdjust="spacingAndGlyphs" font-weight="${each.weight}" class="${each.color}" fill="${colors[each.color]}">${escapeXML(each.text)}</text>`,
  );
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" ` +
    `role="img" aria-labelledby="t"><title id="t">${escapeXML(title)}</title>` +
    (theme === 'auto' ? `<style>${badgeStyle(siteColor)}</style>` : '') +
    `<rect x=".5" y=".5" width="${width - 1}" height="${height - 1}" rx="${(height / 5).toFixed(1)}" fill="${colors.ground}" stroke="${colors.edge}"/>` +
    `<path class="accent" fill="${accentColors(siteColor)[shownTheme]}" d="${triangle}"/>` +
    `<g font-family="${FONTS}" font-size="${type}">${drawn.join('')}</g></svg>\n`
  );
}

function cutName(name: string): string {
  const parts = [...graphemes.segment(name)].map(({ segment }) => segment);
  return parts.length > SITE_NAME_GRAPHEMES_MAX
    ? `${parts.slice(0, SITE_NAME_GRAPHEMES_MAX - 1).join('')}…`
    : name;
}

/** How wide common sans-serif fonts draw a text, in em. */
function widthOf(text: string): number {
  let width = 0;
  for (const { segment } of graphemes.segment(text)) width += graphemeWidth(segment);
  return Math.max(width, 0.5);
}

function graphemeWidth(grapheme: string): number {
  if (/^[iljtfrI.,:;'|! ]/.test(grapheme)) return 0.3;
  if (/^[mwMW]/.test(grapheme)) return 0.86;
  if (/^[A-Z]/.test(grapheme)) return 0.67;
  if (/^[\u1100-\u11ff\u2e80-\uffdc\u{1f000}-\u{3fffd}]/u.test(grapheme)) return 1;
  return 0.56;
}

const themeStyle = (theme: keyof typeof COLORS, siteColor: string): string => {
  const { ground, edge, ink, muted } = COLORS[theme];
  return `--surface:${ground};--edge:${edge};--ink:${ink};--muted:${muted};--accent:${accentColors(siteColor)[theme]}`;
};

export const embedStyle = (siteColor: string): string =>
  `:root{color-scheme:light dark;${themeStyle('light', siteColor)}}` +
  `@media (prefers-color-scheme:dark){:root{${themeStyle('dark', siteColor)}}}${EMBED_RULES}`;

const EMBED_RULES = [
  '*{box-sizing:border-box;margin:0}',
  "body{font:15px/20px system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans',Arial,sans-serif;color:var(--ink);background:transparent}",
  'a{display:flex;flex-direction:column;gap:8px;min-height:152px;max-width:600px;padding:12px 16px;border:1px solid var(--edge);border-radius:12px;background:var(--surface);color:inherit;text-decoration:none}',
  'a:focus-visible{outline:2px solid var(--accent);outline-offset:-3px}a:hover .name{text-decoration:underline}',
  '.head{display:flex;align-items:center;gap:12px}img{flex:none;width:40px;height:40px;border-radius:10px;background:#fff}',
  '.name{min-width:0;overflow:hidden;text-overflow:ellipsis;white-space:nowrap;font-size:17px;font-weight:700}',
  '.tagline{display:-webkit-box;overflow:hidden;-webkit-box-orient:vertical;-webkit-line-clamp:2;height:40px;overflow-wrap:anywhere;color:var(--muted)}',
  '.foot{display:flex;justify-content:space-between;gap:12px;margin-top:auto;font-size:13px;color:var(--muted)}',
  '.foot span{white-space:nowrap}.site{min-width:0;overflow:hidden;text-overflow:ellipsis}b{color:var(--accent)}',
].join('');

type Site = { siteURL: string; siteName: string; siteColor: string; siteNoun: string; serverURL: string };

/** The page that other sites show in a frame: a card that leads to the product's page in a new tab. */
export function renderEmbedCard(
  product: ListedProduct,
  { siteURL, siteName, siteColor, siteNoun, serverURL }: Site,
) {
  const { name, tagline, slug, upvoteCount, status, iconURL, languages } = product;
  const page = siteURL + productPathFor(siteNoun, slug);
  const count =
    status === 'discontinued'
      ? escapeXML(t('product.discontinued', 'Discontinued' /* instead of the upvotes */))
      : `<b aria-hidden="true">▲</b> ${escapeXML(describeUpvotes(upvoteCount))}`;
  return (
    `<!doctype html><html ${rootAttributes()}><head><meta charset="utf-8"><title>${escapeXML(`${name} · ${siteName}`)}</title>` +
    '<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex">' +
    `<link rel="canonical" href="${escapeXML(page)}"><style>${embedStyle(siteColor)}</style></head><body>` +
    `<a href="${escapeXML(page)}" target="_blank" rel="noopener"><span class="head">` +
    `<img src="${escapeXML(markURL({ name, iconURL }, serverURL))}" alt="" width="40" height="40">` +
    `<span class="name" dir="auto"${langAttribute(languages?.name)}>${escapeXML(name)}</span></span>` +
    `<span class="tagline" dir="auto"${langAttribute(languages?.tagline)}>${escapeXML(tagline)}</span>` +
    `<span class="foot"><span>${count}</span><span class="site" dir="auto">${escapeXML(siteName)}</span></span>` +
    '</a></body></html>\n'
  );
}

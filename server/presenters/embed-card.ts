import { markURL } from '@/lib/contract/plain/image-url';
import { productPathFor } from '@/lib/contract/plain/site';
import type { ListedProduct } from '@/lib/contract/product';
import { escapeXML } from './xml';

/** The colors are those of the design tokens. */
export const EMBED_STYLE = [
  ':root{color-scheme:light dark;--surface:#fff;--edge:#c9cacb;--ink:#14171c;--muted:#59616e;--accent:#3f6b00}',
  '@media (prefers-color-scheme:dark){:root{--surface:#12151a;--edge:#41444a;--ink:#e9ecf1;--muted:#9aa3b2;--accent:#c8f04b}}',
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

const counts = new Intl.NumberFormat('en-US');

type Site = { siteURL: string; siteName: string; siteNoun: string; serverURL: string };

/** The page that other sites show in a frame: a card that leads to the product's page in a new tab. */
export function renderEmbedCard(product: ListedProduct, { siteURL, siteName, siteNoun, serverURL }: Site) {
  const { name, tagline, slug, upvoteCount, status, iconURL } = product;
  const page = siteURL + productPathFor(siteNoun, slug);
  const count =
    status === 'discontinued'
      ? 'Discontinued'
      : `<b aria-hidden="true">▲</b> ${counts.format(upvoteCount)} ${upvoteCount === 1 ? 'upvote' : 'upvotes'}`;
  return (
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeXML(`${name} · ${siteName}`)}</title>` +
    '<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex">' +
    `<link rel="canonical" href="${escapeXML(page)}"><style>${EMBED_STYLE}</style></head><body>` +
    `<a href="${escapeXML(page)}" target="_blank" rel="noopener"><span class="head">` +
    `<img src="${escapeXML(markURL({ name, iconURL }, serverURL))}" alt="" width="40" height="40">` +
    `<span class="name" dir="auto">${escapeXML(name)}</span></span>` +
    `<span class="tagline" dir="auto">${escapeXML(tagline)}</span>` +
    `<span class="foot"><span>${count}</span><span class="site" dir="auto">${escapeXML(siteName)}</span></span>` +
    '</a></body></html>\n'
  );
}

import { nounSlug } from '@/lib/contract/plain/site';
import { site } from '@/lib/site';
import { productPath } from './paths';

/** The height of the badge without `size` in its address, in CSS pixels. */
export const BADGE_HEIGHT = 36;

/** The image "Featured on {site}" of an approved product. */
export const badgePath = (slug: string) => `/badge/${nounSlug(site.noun)}/${encodeURIComponent(slug)}.svg`;

/** Says what the badge shows. */
export const badgeText = `Featured on ${site.name}`;

/** The badge with a link to the product's page, for other sites. */
export function badgeHTML(slug: string): string {
  const alt = badgeText.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
  const image = `<img src="${site.url}${badgePath(slug)}" alt="${alt}" height="${BADGE_HEIGHT}">`;
  return `<a href="${site.url}${productPath(slug)}">${image}</a>`;
}

/** The same for READMEs. */
export const badgeMarkdown = (slug: string) =>
  `[![${badgeText.replace(/[\\[\]`*_<&]/g, '\\$&')}](${markdownURL(badgePath(slug))})](${markdownURL(productPath(slug))})`;

/** Parentheses would end the address. */
const markdownURL = (path: string) => site.url + path.replaceAll('(', '%28').replaceAll(')', '%29');

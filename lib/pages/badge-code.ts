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
export function badgeHTML(siteURL: string, slug: string): string {
  const alt = badgeText.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
  const image = `<img src="${siteURL}${badgePath(slug)}" alt="${alt}" height="${BADGE_HEIGHT}">`;
  return `<a href="${siteURL}${productPath(slug)}">${image}</a>`;
}

/** The same for READMEs. */
export function badgeMarkdown(siteURL: string, slug: string): string {
  // Parentheses would end the address.
  const [image, page] = [badgePath(slug), productPath(slug)].map(
    (path) => siteURL + path.replaceAll('(', '%28').replaceAll(')', '%29'),
  );
  return `[![${badgeText.replace(/[\\[\]`*_<&]/g, '\\$&')}](${image})](${page})`;
}

import { embedHTML, escapeAttribute } from '@/lib/contract/plain/embed';
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
  const image = `<img src="${site.url}${badgePath(slug)}" alt="${escapeAttribute(badgeText)}" height="${BADGE_HEIGHT}">`;
  return `<a href="${site.url}${productPath(slug)}">${image}</a>`;
}

/** A frame with the name, the tagline and the upvotes of an approved product, for other sites. */
export const cardHTML = (slug: string, name: string): string =>
  embedHTML({ src: `${site.url}/embed${productPath(slug)}`, title: `${name} · ${site.name}` });

/** The same for READMEs. */
export function badgeMarkdown(slug: string): string {
  // Parentheses would end the address.
  const [image, page] = [badgePath(slug), productPath(slug)].map(
    (path) => site.url + path.replaceAll('(', '%28').replaceAll(')', '%29'),
  );
  return `[![${badgeText.replace(/[\\[\]`*_<&]/g, '\\$&')}](${image})](${page})`;
}

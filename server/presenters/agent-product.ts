import { formatRow } from '@/lib/texts/lists';
import { productPathFor } from '@/lib/contract/plain/site';
import type { ListedProduct, Product } from '@/lib/contract/product';
import type { FilledHit } from '@/lib/contract/search';

type Site = { siteURL: string; siteNoun: string };

/** What an agent needs to choose: without pictures, ids and dates of the database. */
export const presentForAgent = (product: ListedProduct, { siteURL, siteNoun }: Site) => ({
  name: product.name,
  slug: product.slug,
  tagline: product.tagline,
  url: product.url,
  ...(product.linkHeldAt !== undefined && { siteChangedAt: product.linkHeldAt }),
  tags: product.tags.map(({ name }) => name),
  upvotes: product.upvoteCount,
  ...(product.status !== 'approved' && { status: product.status }),
  ...(product.approvedAt !== null && { listedAt: product.approvedAt }),
  page: siteURL + productPathFor(siteNoun, product.slug),
});

export const presentWholeForAgent = (product: Product, site: Site) => ({
  ...presentForAgent(product, site),
  description: product.description,
  ...(product.facts && {
    facts: product.facts.map(({ label, parts, checkedAt }) => ({
      label,
      value: formatRow(parts.map(({ text }) => text)),
      checkedAt,
    })),
  }),
  ...(product.discontinuation && {
    discontinuedOn: product.discontinuation.discontinuedOn,
    successors: product.discontinuation.successors.map((each) => presentForAgent(each, site)),
  }),
});

/** A hit of the search. `without` are the words of the query that it lacks. */
export function presentFoundForAgent(
  { title, content, url, tags, upvoteCount, _missingWords: without = [] }: FilledHit,
  { siteURL }: Pick<Site, 'siteURL'>,
) {
  return {
    ...{ name: title, slug: decodeURIComponent(url.split('/').at(-1) ?? ''), text: content, tags },
    ...{ upvotes: upvoteCount, page: siteURL + url, ...(without.length > 0 && { without }) },
  };
}

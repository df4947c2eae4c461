import type { SearchHit } from '@/lib/contract/search';
import { productPathFor } from '@/lib/contract/plain/site';
import type { SearchHitRow } from '@/server/queries/search/search-products';
import { productImageURL } from './product';

/** A product as search shows it, on our own origin and at Algolia alike. */
export function presentSearchHit(
  row: SearchHitRow,
  { serverURL, siteNoun }: { serverURL: string; siteNoun: string },
): SearchHit {
  return {
    objectID: row.id,
    id: row.id,
    title: row.name,
    imageURL: productImageURL(row, serverURL),
    url: productPathFor(siteNoun, row.slug),
    content: row.content,
    tags: row.tags,
    upvoteCount: row.upvoteCount,
  };
}

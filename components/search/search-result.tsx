import { ProductMark } from '@/components/layout/product-mark';
import { formatCount } from '@/lib/format/figures';
import type { SearchHitWithHighlights } from '@/lib/search';
import { Segments } from './search-segments';

type SearchResultBodyProps = {
  hit: SearchHitWithHighlights;
  /** The elements of the texts have the ids `<id>-title`, `<id>-excerpt` and `<id>-facts`. */
  id: string;
};

/** A product in the search modal: its mark, name and excerpt with the matches marked, first tag and upvotes. */
export function SearchResultBody({ hit, id }: SearchResultBodyProps) {
  const [tag] = hit.tags;
  return (
    <>
      <ProductMark product={{ name: hit.title, iconURL: hit.imageURL }} size="hit" isEager />
      <span className="search-result-text">
        <span id={`${id}-title`} className="search-result-title" dir="auto">
          <Segments of={hit.titleSegments} />
        </span>
        <span id={`${id}-excerpt`} className="search-result-excerpt" dir="auto">
          <Segments of={hit.excerptSegments} />
        </span>
      </span>
      <span id={`${id}-facts`} className="search-result-facts">
        {tag !== undefined && <span dir="auto">{tag}</span>}
        <span>
          <span>{formatCount(hit.upvoteCount)}</span>
          <span className="sr-only"> upvotes</span>
        </span>
      </span>
    </>
  );
}

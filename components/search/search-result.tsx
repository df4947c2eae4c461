import { ResponsiveImage } from '@/components/layout/responsive-image';
import { tileURL } from '@/lib/pages/paths';
import type { SearchHitWithHighlights, TextSegment } from '@/lib/search';

/** The content of one result: image, title and excerpt, with the matches marked. */
export function SearchResultBody({ hit }: { hit: SearchHitWithHighlights }) {
  return (
    <>
      <ResponsiveImage
        src={hit.imageURL}
        fallbackSrc={tileURL(hit.title)}
        sizes="4.5rem"
        width={72}
        height={72}
        className="search-result-image"
        isEager
      />
      <span className="search-result-text">
        <span className="search-result-title" dir="auto">
          <Segments of={hit.titleSegments} />
        </span>
        <span className="search-result-excerpt" dir="auto">
          <Segments of={withEllipsis(hit.excerptSegments)} />
        </span>
      </span>
    </>
  );
}

/** Text with its matches marked. Built from text pieces, because HTML from members would be unsafe. */
function Segments({ of }: { of: readonly TextSegment[] }) {
  return of.map(({ text, isMatch }, index) => (isMatch ? <mark key={index}>{text}</mark> : text));
}

/** The excerpt of every result ends in an ellipsis. */
function withEllipsis(segments: readonly TextSegment[]): readonly TextSegment[] {
  const last = segments.at(-1);
  if (!last || last.text.endsWith('…')) return segments;
  // Without its full stop: with the ellipsis it would read as four dots.
  const text = last.text.replace(/[.\s]+$/, '');
  return [...segments.slice(0, -1), { text, isMatch: last.isMatch }, { text: '…', isMatch: false }];
}

import { ResponsiveImage } from '@/components/layout/responsive-image';
import { tileURL } from '@/lib/pages/paths';
import type { SearchHitWithHighlights } from '@/lib/search';
import type { TextSegment } from '@/lib/search-segments';

/** What one result shows: tile, name with the match marked, and where in its text the match is. */
export function SearchResultBody({ hit }: { hit: SearchHitWithHighlights }) {
  return (
    <>
      <ResponsiveImage
        src={hit.imageURL}
        fallbackSrc={tileURL(hit.title)}
        sizes="4.5rem"
        width={72}
        height={72}
        className="result-tile"
        isEager
      />
      <span className="result-text">
        <span className="result-title" dir="auto">
          <Segments of={hit.titleSegments} />
        </span>
        <span className="result-excerpt" dir="auto">
          <Segments of={withEllipsis(hit.excerptSegments)} />
        </span>
      </span>
    </>
  );
}

/** Text with its matches marked; built from pieces, never from markup that somebody else wrote. */
function Segments({ of }: { of: readonly TextSegment[] }) {
  return of.map(({ text, isMatch }, index) => (isMatch ? <mark key={index}>{text}</mark> : text));
}

/** Every excerpt ends in one: the product's page always has more to say. */
function withEllipsis(segments: readonly TextSegment[]): readonly TextSegment[] {
  const last = segments.at(-1);
  if (!last || last.text.endsWith('…')) return segments;
  // Not after a full stop, which would read as four dots.
  const text = last.text.replace(/[.\s]+$/, '');
  return [...segments.slice(0, -1), { text, isMatch: last.isMatch }, { text: '…', isMatch: false }];
}

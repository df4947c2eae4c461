import type { TextSegment } from '@/lib/search';

/** Text with its matches marked. Built from text pieces, because HTML from members would be unsafe. */
export function Segments({ of }: { of: readonly TextSegment[] }) {
  return of.map(({ text, isMatch }, index) =>
    isMatch ? <mark key={index}>{text}</mark> : <span key={index}>{text}</span>,
  );
}

/** The excerpt of every result ends in an ellipsis. */
export function withEllipsis(segments: readonly TextSegment[]): readonly TextSegment[] {
  const last = segments.at(-1);
  if (!last || last.text.endsWith('…')) return segments;
  // Without its full stop: with the ellipsis it would read as four dots.
  const text = last.text.replace(/[.\s]+$/, '');
  return [...segments.slice(0, -1), { text, isMatch: last.isMatch }, { text: '…', isMatch: false }];
}

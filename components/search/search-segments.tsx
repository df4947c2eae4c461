import type { TextSegment } from '@/lib/text-segments';

/** Text with its matches marked. Built from text pieces, because HTML from members would be unsafe. */
export function Segments({ of }: { of: readonly TextSegment[] }) {
  return of.map(({ text, isMatch }, index) =>
    isMatch ? <mark key={index}>{text}</mark> : <span key={index}>{text}</span>,
  );
}

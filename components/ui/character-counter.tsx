import { VisuallyHidden } from './visually-hidden';

/** Shown from this share of the limit on. */
const shownFrom = 0.8;
/** For ears the count would be a sentence for each keystroke: it is said when it gets this short. */
const saidFrom = 10;

/** How many characters a text may still have, once that matters. */
export function CharacterCounter({ text, charsMax }: { text: string; charsMax: number }) {
  const left = charsMax - text.trim().length;
  if (left > charsMax * (1 - shownFrom)) return null;
  return (
    <>
      <span aria-hidden="true" className={`text-sm tabular-nums ${left < 0 ? 'text-danger' : 'text-muted'}`}>
        {left < 0 ? `${-left} too many` : `${left} left`}
      </span>
      <VisuallyHidden live>
        {left < 0 ? 'Too long.' : left <= saidFrom ? 'Ten characters or fewer are left.' : ''}
      </VisuallyHidden>
    </>
  );
}

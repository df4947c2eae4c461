import { VisuallyHidden } from './visually-hidden';

/** The share of the limit from which the counter shows. */
const shownFromShare = 0.8;
/** Screen readers hear about the limit once, when this many characters are left, and not at every keystroke. */
const announcedFromChars = 10;

/** Shows how many characters are left, once the text is near its limit. */
export function CharacterCounter({ charCount, charsMax }: { charCount: number; charsMax: number }) {
  const left = charsMax - charCount;
  if (left > charsMax * (1 - shownFromShare)) return null;
  return (
    <>
      <span aria-hidden="true" className={`text-sm ${left < 0 ? 'text-danger' : 'text-muted'}`}>
        {left < 0 ? `${-left} too many` : `${left} left`}
      </span>
      <VisuallyHidden live>
        {left < 0 ? 'Too long.' : left <= announcedFromChars ? '10 characters or fewer left.' : ''}
      </VisuallyHidden>
    </>
  );
}

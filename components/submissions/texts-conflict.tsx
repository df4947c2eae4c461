import { useEffect, useRef } from 'react';
import { ChangedPart } from '@/components/layout/changed-part';
import type { ProductTexts } from '@/lib/contract/editing';
import { listParts, PRODUCT_PARTS, type ProductPart } from '@/lib/contract/plain/product-parts';

export type LatestTexts = {
  texts: ProductTexts;
  /** What saving does. */
  effect: string;
};

export type Conflict = {
  /** The version that the form was opened with. */
  before: ProductTexts;
  latest: LatestTexts;
  /** The parts that this moderator has changed. */
  typed: readonly string[];
};

/** Lists what somebody else changed while this form was open, and what saving it replaces. */
export function TextsConflict({ before, latest: { texts, effect }, typed }: Conflict) {
  const section = useRef<HTMLElement>(null);
  // Focuses the notice and not the button: moderators read the changes of others before they save over them.
  useEffect(() => section.current?.focus(), [before]);
  const changed = PRODUCT_PARTS.filter((part) => textOf(before, part) !== textOf(texts, part));
  const replaced = changed.filter((part) => typed.includes(part));
  const taken = changed.filter((part) => !typed.includes(part));
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-labelledby="texts-conflict"
      className="rounded-card border border-line p-4 outline-none"
    >
      <h3 id="texts-conflict" className="font-semibold">
        What changed since you opened the form
      </h3>
      {changed.length === 0 && <p className="mt-1 text-muted">None of these texts.</p>}
      <dl className="mt-2 flex flex-col gap-2">
        {changed.map((part) => (
          <ChangedPart key={part} part={part} before={textOf(before, part)} after={textOf(texts, part)} />
        ))}
      </dl>
      <ul className="mt-2 list-disc pl-5 text-sm text-muted">
        <li>What you typed is still in the form.</li>
        {replaced.length > 0 && <li>{`If you save, your ${listParts(replaced)} will replace theirs.`}</li>}
        {taken.length > 0 && <li>{`The form now has the new ${listParts(taken)}.`}</li>}
        <li>{effect}</li>
      </ul>
    </section>
  );
}

const textOf = (texts: ProductTexts, part: ProductPart): string =>
  part === 'tags' ? texts.tags.join(', ') : texts[part];

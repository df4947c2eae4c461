import type { ReactElement } from 'react';
import { rich } from '@/lib/texts/rich';
import { t } from '@/lib/texts/texts';

const partLabels = (): Record<string, string> => ({
  name: t('product.name', 'Name' /* of a product */),
  tagline: t('product.tagline', 'Tagline' /* of a product */),
  url: t('product.link', 'Link' /* a noun: the address of a website */),
  tags: t('product.tags', 'Tags' /* of a product */),
  description: t('product.description', 'Description' /* of a product */),
});

type ChangedPartProps = {
  /** `name`, `tagline`, `description`, `url`, `tags`, or the label of a field of the site. */
  part: string;
  before: string;
  after: string;
};

const drawn = {
  hidden: (text: ReactElement | string) => <span className="sr-only">{text}</span>,
  words: (text: ReactElement | string) => <span>{text}</span>,
};

/** One part of what a product says, with the words that a change removes and adds. For a `<dl>`. */
export function ChangedPart({ part, before, after }: ChangedPartProps) {
  const { start, removed, added, end } = changedWords(before, after);
  return (
    <div>
      <dt className="text-sm text-muted">{partLabels()[part] ?? part}</dt>
      <dd dir="auto" className="text-page-start whitespace-pre-line wrap-anywhere">
        <span>{start}</span>
        {removed && (
          <del className="text-danger">
            {rich('changedPart.removed', '<hidden>Removed: </hidden><words>{removed}</words>', {
              ...drawn,
              removed,
            })}
          </del>
        )}
        {removed && added && <span> </span>}
        {added && (
          <ins className="font-semibold text-accent">
            {rich('changedPart.added', '<hidden>Added: </hidden><words>{added}</words>', { ...drawn, added })}
          </ins>
        )}
        <span>{end}</span>
      </dd>
    </div>
  );
}

/** Two texts without what both begin and end with: only whole words are cut. Takes time in proportion to the texts. */
export function changedWords(before: string, after: string) {
  const [old, now] = [before.split(/(\s+)/), after.split(/(\s+)/)];
  const shortest = Math.min(old.length, now.length);
  let start = 0;
  while (start < shortest && old[start] === now[start]) start += 1;
  let end = 0;
  while (end < shortest - start && old[old.length - 1 - end] === now[now.length - 1 - end]) end += 1;
  const middle = (words: string[]) => words.slice(start, words.length - end).join('');
  return {
    start: old.slice(0, start).join(''),
    removed: middle(old),
    added: middle(now),
    end: old.slice(old.length - end).join(''),
  };
}

import { changedWords } from '@/lib/format/changed-words';

const PARTS: Record<string, string> = {
  ...{ name: 'Name', tagline: 'Tagline', url: 'Link', tags: 'Tags', description: 'Description' },
};

type ChangedPartProps = {
  /** `name`, `tagline`, `description`, `url`, `tags`, or the label of a field of the site. */
  part: string;
  before: string;
  after: string;
};

/** One part of what a product says, with the words that a change removes and adds. For a `<dl>`. */
export function ChangedPart({ part, before, after }: ChangedPartProps) {
  const { start, removed, added, end } = changedWords(before, after);
  return (
    <div>
      <dt className="text-sm text-muted">{PARTS[part] ?? part}</dt>
      <dd dir="auto" className="text-left whitespace-pre-line wrap-anywhere">
        {start}
        {removed && (
          <del className="text-danger">
            <span className="sr-only">Removed: </span>
            {removed}
          </del>
        )}
        {removed && added && ' '}
        {added && (
          <ins className="font-semibold text-accent">
            <span className="sr-only">Added: </span>
            {added}
          </ins>
        )}
        {end}
      </dd>
    </div>
  );
}

import { useState } from 'react';
import { Icon } from '@/components/ui/icon';
import { VisuallyHidden } from '@/components/ui/visually-hidden';
import type { CountedTag } from '@/lib/contract/tag';
import { formatCount, countOf } from '@/lib/format/figures';
import { tagPath } from '@/lib/pages/paths';
import { matchesTagFilter, type TagGroup } from '@/lib/tag-groups';

export function TagIndex({ groups }: { groups: readonly TagGroup[] }) {
  const [typed, setTyped] = useState('');
  const shown = groups
    .map(({ letter, tags }) => ({ letter, tags: tags.filter((tag) => matchesTagFilter(tag, typed)) }))
    .filter(({ tags }) => tags.length > 0);
  const shownCount = shown.reduce((sum, { tags }) => sum + tags.length, 0);

  return (
    <>
      <div className="needs-script relative mt-6 max-w-md">
        <Icon name="search" className="pointer-events-none absolute top-3 start-3 size-5 text-muted" />
        <input
          type="search"
          aria-label="Filter tags"
          placeholder="Filter tags"
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          className="field h-11 ps-10"
        />
      </div>
      <VisuallyHidden live>{typed && countOf(shownCount, 'tag', 'tags')}</VisuallyHidden>
      {shown.length === 0 && <p className="mt-8 text-muted">{`No tags match “${typed}”.`}</p>}
      <div className="tag-index">
        {shown.map(({ letter, tags }) => (
          <section key={letter} aria-labelledby={headingId(letter)}>
            <h2 id={headingId(letter)}>{letter}</h2>
            <ul>
              {tags.map(({ children = [], ...tag }) => (
                <li key={tag.slug}>
                  <TagLink tag={tag} />
                  {typed === '' && children.length > 0 && (
                    <ul aria-label={`Below ${tag.name}`} className="border-s-2 border-line px-4">
                      {children.map((child) => (
                        <li key={child.slug}>
                          <TagLink tag={child} />
                        </li>
                      ))}
                    </ul>
                  )}
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </>
  );
}

const TagLink = ({ tag: { slug, name, productCount } }: { tag: CountedTag }) => (
  <a href={tagPath(slug)}>
    <span dir="auto">{name}</span>
    <span className="tag-count">{formatCount(productCount)}</span>
  </a>
);

/** `#` is the group of the names that begin with no letter. */
const headingId = (letter: string) => (letter === '#' ? 'tags-other' : `tags-${letter.toLowerCase()}`);

import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { Field } from '@/components/ui/field';
import { useCuratedTags } from '@/hooks/use-curated-tags';
import type { TagListState } from '@/lib/contract/tag-curation';
import { site } from '@/lib/site';
import { ModeratorList } from '@/components/moderation/moderator-list';
import { TagItem } from './tag-item';
import { TagMerges } from './tag-merges';
import { TagProposals } from './tag-proposals';

const VIEWS = [
  ['all', 'All tags'],
  ['hidden', 'Hidden'],
  ['proposals', 'Proposals'],
  ['merges', 'Merges'],
] as const;
type View = (typeof VIEWS)[number][0];

/** Finds tags, and changes them. */
export function Tags() {
  const [view, setView] = useState<View>('all');
  return (
    <>
      <p className="mt-2 max-w-prose text-muted">
        Merge, rename, hide and describe tags. Old links and old names lead to the tag that stays.
      </p>
      <div role="group" aria-label="What to show" className="mt-4 flex flex-wrap gap-2">
        {VIEWS.map(([name, label]) => (
          <Button key={name} size="small" aria-pressed={view === name} onClick={() => setView(name)}>
            {label}
          </Button>
        ))}
      </div>
      {view === 'merges' && <TagMerges />}
      {view === 'proposals' && <TagProposals />}
      {(view === 'all' || view === 'hidden') && <TagList key={view} state={view} />}
    </>
  );
}

function TagList({ state }: { state: TagListState }) {
  const [typed, setTyped] = useState('');
  const { tags, list } = useCuratedTags(typed, state);
  return (
    <>
      <div className="mt-4 max-w-md">
        <Field
          label="Find a tag"
          type="search"
          autoComplete="off"
          maxLength={80}
          value={typed}
          hint="By how it begins, or by the whole of another name."
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      </div>
      <ModeratorList
        name="tags"
        list={list}
        items={tags}
        empty={
          typed.trim() === '' ? (
            <EmptyState icon="tag" title={state === 'hidden' ? 'No hidden tags' : 'No tags yet'}>
              {state === 'hidden'
                ? 'A tag that you hide has no page and is in no list. You find it here.'
                : `Tags come with the first ${site.noun}.`}
            </EmptyState>
          ) : (
            <EmptyState icon="search" title="No tag begins with that">
              Try fewer letters.
            </EmptyState>
          )
        }
      >
        {(tag) => <TagItem key={tag.id} tag={tag} onChanged={list.refresh} />}
      </ModeratorList>
    </>
  );
}

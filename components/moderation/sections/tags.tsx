import { useState } from 'react';
import { MergeItem } from '@/components/moderation/sections/merges';
import { Intro, ModeratorList, useDecisions } from '@/components/moderation/moderator-list';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { Field } from '@/components/ui/field';
import { useCuratedTags } from '@/hooks/use-curated-tags';
import { call } from '@/lib/api/http';
import { TAG_LIMITS, type TagListState } from '@/lib/contract/tag-curation';
import { listTagMergesCall, type TagMerge, undoTagMergeCall } from '@/lib/contract/tag-merge';
import { tagPath } from '@/lib/pages/paths';
import { SynonymRules } from '@/components/moderation/tags/synonym-rules';
import { TagItem } from '@/components/moderation/tags/tag-item';
import { TagProposals } from '@/components/moderation/tags/tag-proposals';
import { t } from '@/lib/texts/texts';

const VIEWS = {
  get all() {
    return t('tagCuration.all', 'All tags' /* shows them */);
  },
  get hidden() {
    return t('tagCuration.hidden', 'Hidden' /* shows the hidden tags */);
  },
  get similar() {
    return t('tagCuration.similar', 'Similar tags' /* shows pairs of them */);
  },
  get merges() {
    return t('tagCuration.merges', 'Merges' /* shows which tags were merged */);
  },
  get synonyms() {
    return t('tagCuration.synonyms', 'Search synonyms' /* shows words that mean each other in a search */);
  },
};
const VIEW_NAMES = ['all', 'hidden', 'similar', 'merges', 'synonyms'] as const;
type View = (typeof VIEW_NAMES)[number];

export default function Tags() {
  const [view, setView] = useState<View>('all');
  return (
    <>
      <p className="mt-2 max-w-prose text-muted">
        {t(
          'tagCuration.about',
          'Merge, rename, hide and describe tags. Old links and old names lead to the tag that stays.',
        )}
      </p>
      <div
        role="group"
        aria-label={t('tagCuration.view', 'What to show')}
        className="mt-4 flex flex-wrap gap-2"
      >
        {VIEW_NAMES.map((name) => (
          <Button key={name} size="small" aria-pressed={view === name} onClick={() => setView(name)}>
            {VIEWS[name]}
          </Button>
        ))}
      </div>
      {view === 'merges' && <TagMerges />}
      {view === 'synonyms' && <SynonymRules />}
      {view === 'similar' && <TagProposals />}
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
          label={t('tagCuration.find', 'Find a tag')}
          type="search"
          autoComplete="off"
          maxLength={80}
          value={typed}
          hint={t('tagCuration.findHint', 'By how it begins, or by the whole of another name.')}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      </div>
      <ModeratorList
        failed={t('tags.notLoaded', "We couldn't load the tags")}
        showing={(count) =>
          t('tags.showing', 'Showing {count, plural, one {# tag} other {# tags}}.', { count })
        }
        list={list}
        items={tags}
        empty={
          typed.trim() === '' ? (
            <EmptyState
              icon="tag"
              title={
                state === 'hidden'
                  ? t('tagCuration.noneHidden', 'No hidden tags')
                  : t('tagIndex.empty', 'No tags yet')
              }
            >
              {state === 'hidden'
                ? t(
                    'tagCuration.noneHiddenYet',
                    'A tag that you hide has no page and is in no list. You find it here.',
                  )
                : t('tagCuration.noneYet', 'Tags come with the first {noun}.')}
            </EmptyState>
          ) : (
            <EmptyState icon="search" title={t('tagCuration.notFound', 'No tag begins with that')}>
              {t('tagCuration.findAgain', 'Try fewer letters.')}
            </EmptyState>
          )
        }
      >
        {(tag) => <TagItem key={tag.id} tag={tag} onChanged={list.refresh} />}
      </ModeratorList>
    </>
  );
}

export function TagMerges() {
  const { items, list, isDeciding, intro, decide } = useDecisions(
    'tag merges',
    (after) => call(listTagMergesCall, { query: { after } }),
    ({ merges }) => merges,
  );
  const undo = ({ id, source, target }: TagMerge) =>
    decide(
      () => call(undoTagMergeCall, { params: { id } }),
      t('tagMerges.undone', '{source} and {target} are two tags again.', {
        source: source.name,
        target: target.name,
      }),
    );
  return (
    <>
      <Intro ref={intro} className="mt-4">
        {t(
          'tagMerges.about',
          'Undo a merge within {days} days, and its {nouns} get their tag back, unless somebody has removed the other one since.',
          { days: TAG_LIMITS.undoDays },
        )}
      </Intro>
      <ModeratorList
        failed={t('merges.notLoaded', "We couldn't load the merges")}
        showing={(count) =>
          t('merges.showing', 'Showing {count, plural, one {# merge} other {# merges}}.', { count })
        }
        list={list}
        items={items}
        empty={
          <EmptyState icon="tag" title={t('merges.none', 'No merges')}>
            {t('tagMerges.howToMerge', 'To merge a tag, find it under “All tags”.')}
          </EmptyState>
        }
      >
        {(merge) => (
          <MergeItem
            key={merge.id}
            merge={merge}
            href={tagPath(merge.target.slug)}
            isUndoing={isDeciding}
            onUndo={merge.state === 'returning' ? undefined : () => void undo(merge)}
          >
            {sayProducts(merge)}
          </MergeItem>
        )}
      </ModeratorList>
    </>
  );
}

/** How many products had and have the tags. A merge in progress has more to come. */
function sayProducts({ state, sourceProductCount, targetProductCount, productCount }: TagMerge): string {
  const counts = { source: sourceProductCount, target: targetProductCount, merged: productCount };
  return state === 'merged'
    ? t(
        'tagMerges.products',
        '{source, plural, one {# {noun}} other {# {nouns}}} and {target, plural, one {# {noun}} other {# {nouns}}} before, {merged, plural, one {# {noun}} other {# {nouns}}} now',
        counts,
      )
    : t(
        'tagMerges.productsSoFar',
        '{source, plural, one {# {noun}} other {# {nouns}}} and {target, plural, one {# {noun}} other {# {nouns}}} before, {merged, plural, one {# {noun}} other {# {nouns}}} now, and more to follow',
        counts,
      );
}

import { useState } from 'react';
import { MergeItem } from '@/components/moderation/sections/merges';
import { Intro, ModeratorList, useDecisions } from '@/components/moderation/moderator-list';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { Field } from '@/components/ui/field';
import { useCuratedTags } from '@/hooks/use-curated-tags';
import { call } from '@/lib/api/http';
import {
  dismissTagProposalCall,
  listTagMergesCall,
  listTagProposalsCall,
  mergeTagCall,
  TAG_LIMITS,
  type TagListState,
  type TagMerge,
  type TagProposal,
  undoTagMergeCall,
} from '@/lib/contract/tag-curation';
import { countOf, formatCount } from '@/lib/format/figures';
import { tagPath } from '@/lib/pages/paths';
import { site } from '@/lib/site';
import { SynonymRules } from '@/components/moderation/tags/synonym-rules';
import { TagItem } from '@/components/moderation/tags/tag-item';

const VIEWS = [
  ['all', 'All tags'],
  ['hidden', 'Hidden'],
  ['similar', 'Similar tags'],
  ['merges', 'Merges'],
  ['synonyms', 'Search synonyms'],
] as const;
type View = (typeof VIEWS)[number][0];

export default function Tags() {
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

export function TagProposals() {
  const { items, list, isDeciding, intro, decide } = useDecisions(
    'similar tags',
    (after) => call(listTagProposalsCall, { query: { after } }),
    ({ proposals }) => proposals,
  );
  const merge = ({ source, target }: TagPair) =>
    decide(
      () => call(mergeTagCall, { params: { id: source.id }, body: { intoId: target.id } }),
      `${source.name} is merged into ${target.name}. You can undo that under “Merges”.`,
    );
  const dismiss = ({ id, source, target }: TagProposal) =>
    decide(
      () => call(dismissTagProposalCall, { params: { id } }),
      `${source.name} and ${target.name} stay apart.`,
    );
  return (
    <>
      <Intro ref={intro} className="mt-4">
        Tags that might be the same, most likely first. Two that you keep apart are never shown here again.
      </Intro>
      <ModeratorList
        name="similar tags"
        list={list}
        items={items}
        empty={
          <EmptyState icon="tag" title="No similar tags">
            Every ten minutes, the site compares tags that are new or have changed.
          </EmptyState>
        }
      >
        {(proposal) => (
          <TagProposalItem
            key={proposal.id}
            proposal={proposal}
            isDeciding={isDeciding}
            onMerge={(pair) => void merge(pair)}
            onDismiss={() => void dismiss(proposal)}
          />
        )}
      </ModeratorList>
    </>
  );
}

type TagPair = Pick<TagProposal, 'source' | 'target'>;

type TagProposalItemProps = {
  proposal: TagProposal;
  isDeciding: boolean;
  onMerge: (pair: TagPair) => void;
  onDismiss: () => void;
};

function TagProposalItem({ proposal, isDeciding, onMerge, onDismiss }: TagProposalItemProps) {
  const { source, target, score } = proposal;
  return (
    <li className="rounded-card border border-line p-5">
      <h2 className="font-semibold wrap-anywhere">
        <TagLink tag={source} /> and <TagLink tag={target} />
      </h2>
      <p className="mt-1 text-sm text-muted">
        {`${reasonOf(proposal)} Score ${score}. ${countsOf(proposal)}`}
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        {[
          { source, target },
          { source: target, target: source },
        ].map((pair, index) => (
          <Button
            key={pair.source.id}
            size="small"
            look={index === 0 ? 'danger' : 'secondary'}
            aria-disabled={isDeciding}
            className="max-w-full"
            onClick={() => onMerge(pair)}
          >
            <span className="truncate">{`Merge ${pair.source.name} into ${pair.target.name}`}</span>
          </Button>
        ))}
        <Button size="small" aria-disabled={isDeciding} onClick={onDismiss}>
          Keep apart
          <span className="sr-only">{` ${source.name} and ${target.name}`}</span>
        </Button>
      </div>
    </li>
  );
}

const TagLink = ({ tag: { slug, name } }: { tag: TagProposal['source'] }) => (
  <a href={tagPath(slug)} className="hover:text-accent">
    <bdi>{name}</bdi>
  </a>
);

function reasonOf({ reason, sharedCount, sampledCount }: TagProposal): string {
  if (reason === 'spelling') return 'They differ in hyphens, spaces or case alone.';
  if (reason === 'plural') return 'One is the plural of the other.';
  if (reason === 'typo') return 'They differ in one letter.';
  return `${formatCount(sharedCount ?? 0)} of ${countOf(sampledCount ?? 0, site.noun, site.nounPlural)} with one have both.`;
}

const countsOf = ({ source, target }: TagProposal) =>
  `${source.name} has ${countOf(source.productCount, site.noun, site.nounPlural)}, ${target.name} ${formatCount(target.productCount)}.`;

export function TagMerges() {
  const { items, list, isDeciding, intro, decide } = useDecisions(
    'tag merges',
    (after) => call(listTagMergesCall, { query: { after } }),
    ({ merges }) => merges,
  );
  const undo = ({ id, source, target }: TagMerge) =>
    decide(
      () => call(undoTagMergeCall, { params: { id } }),
      `${source.name} and ${target.name} are two tags again.`,
    );
  const products = (count: number) => countOf(count, site.noun, site.nounPlural);
  return (
    <>
      <Intro ref={intro} className="mt-4">
        Undo a merge within {TAG_LIMITS.undoDays} days, and its {site.nounPlural} get their tag back, unless
        somebody has removed the other one since.
      </Intro>
      <ModeratorList
        name="merges"
        list={list}
        items={items}
        empty={
          <EmptyState icon="tag" title="No merges">
            To merge a tag, find it under “All tags”.
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
            <span>{`${products(merge.sourceProductCount)} and ${products(merge.targetProductCount)} before, ${products(merge.productCount)} now`}</span>
            {merge.state !== 'merged' && <span>, and more to follow</span>}
          </MergeItem>
        )}
      </ModeratorList>
    </>
  );
}

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
import { formatCount } from '@/lib/format/figures';
import { tagPath } from '@/lib/pages/paths';
import { SynonymRules } from '@/components/moderation/tags/synonym-rules';
import { TagItem } from '@/components/moderation/tags/tag-item';
import { rich } from '@/lib/texts/rich';
import { t } from '@/lib/texts/texts';

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
        {t(
          'sectionsTags.mergeRenameHide',
          'Merge, rename, hide and describe tags. Old links and old names lead to the tag that stays.',
        )}
      </p>
      <div
        role="group"
        aria-label={t('sectionsTags.whatToShow', 'What to show')}
        className="mt-4 flex flex-wrap gap-2"
      >
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
          label={t('sectionsTags.findATag', 'Find a tag')}
          type="search"
          autoComplete="off"
          maxLength={80}
          value={typed}
          hint={t('sectionsTags.byHowItBegins', 'By how it begins, or by the whole of another name.')}
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
                  ? t('sectionsTags.noHiddenTags', 'No hidden tags')
                  : t('sectionsTags.noTagsYet', 'No tags yet')
              }
            >
              {state === 'hidden'
                ? t(
                    'sectionsTags.aTag',
                    'A tag that you hide has no page and is in no list. You find it here.',
                  )
                : t('sectionsTags.tagsCome', 'Tags come with the first {noun}.')}
            </EmptyState>
          ) : (
            <EmptyState icon="search" title={t('sectionsTags.noTagBegins', 'No tag begins with that')}>
              {t('sectionsTags.tryFewerLetters', 'Try fewer letters.')}
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
      t('sectionsTags.nameIsMergedInto', '{name} is merged into {name2}. You can undo that under “Merges”.', {
        name: source.name,
        name2: target.name,
      }),
    );
  const dismiss = ({ id, source, target }: TagProposal) =>
    decide(
      () => call(dismissTagProposalCall, { params: { id } }),
      t('sectionsTags.nameAndName2Stay', '{name} and {name2} stay apart.', {
        name: source.name,
        name2: target.name,
      }),
    );
  return (
    <>
      <Intro ref={intro} className="mt-4">
        {t(
          'sectionsTags.tagsThatMight',
          'Tags that might be the same, most likely first. Two that you keep apart are never shown here again.',
        )}
      </Intro>
      <ModeratorList
        failed={t('similarTags.notLoaded', "We couldn't load the similar tags")}
        showing={(count) =>
          t('similarTags.showing', 'Showing {count, plural, one {# similar tag} other {# similar tags}}.', {
            count,
          })
        }
        list={list}
        items={items}
        empty={
          <EmptyState icon="tag" title={t('sectionsTags.noSimilarTags', 'No similar tags')}>
            {t(
              'sectionsTags.everyTenMinutes',
              'Every ten minutes, the site compares tags that are new or have changed.',
            )}
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
        {rich('sectionsTags.and', '<tagLink></tagLink> and <tagLink2></tagLink2>', {
          tagLink: () => <TagLink tag={source} />,
          tagLink2: () => <TagLink tag={target} />,
        })}
      </h2>
      <p className="mt-1 text-sm text-muted">
        {t('sectionsTags.reasonOfScoreScoreProposal', '{reasonOf} Score {score}. {proposal}', {
          reasonOf: reasonOf(proposal),
          score,
          proposal: countsOf(proposal),
        })}
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
            <span className="truncate">
              {t('sectionsTags.mergeNameIntoName2', 'Merge {name} into {name2}', {
                name: pair.source.name,
                name2: pair.target.name,
              })}
            </span>
          </Button>
        ))}
        <Button size="small" aria-disabled={isDeciding} onClick={onDismiss}>
          {rich('sectionsTags.keepApartName', 'Keep apart<span> {name} and {name2}</span>', {
            span: (text) => <span className="sr-only">{text}</span>,
            name: source.name,
            name2: target.name,
          })}
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
  if (reason === 'spelling')
    return t('sectionsTags.theyDifferInHyphens', 'They differ in hyphens, spaces or case alone.');
  if (reason === 'plural') return t('sectionsTags.oneIsThePlural', 'One is the plural of the other.');
  if (reason === 'typo') return t('sectionsTags.theyDifferInOne', 'They differ in one letter.');
  return t(
    'sectionsTags.countOfSampledCount',
    '{count} of {sampledCount, plural, one {# {noun}} other {# {nouns}}} with one have both.',
    { count: formatCount(sharedCount ?? 0), sampledCount: sampledCount ?? 0 },
  );
}

const countsOf = ({ source, target }: TagProposal) =>
  t(
    'sectionsTags.nameHasProductCount',
    '{name} has {productCount, plural, one {# {noun}} other {# {nouns}}}, {name2} {productCount2}.',
    {
      name: source.name,
      productCount: source.productCount,
      name2: target.name,
      productCount2: formatCount(target.productCount),
    },
  );

export function TagMerges() {
  const { items, list, isDeciding, intro, decide } = useDecisions(
    'tag merges',
    (after) => call(listTagMergesCall, { query: { after } }),
    ({ merges }) => merges,
  );
  const undo = ({ id, source, target }: TagMerge) =>
    decide(
      () => call(undoTagMergeCall, { params: { id } }),
      t('sectionsTags.nameAndName2', '{name} and {name2} are two tags again.', {
        name: source.name,
        name2: target.name,
      }),
    );
  const products = (count: number) =>
    t('moderationQueue.count', '{count, plural, one {# {noun}} other {# {nouns}}}', { count });
  return (
    <>
      <Intro ref={intro} className="mt-4">
        {t(
          'sectionsTags.undoAMergeWithin',
          'Undo a merge within {undoDays} days, and its {nouns} get their tag back, unless somebody has removed the other one since.',
          { undoDays: TAG_LIMITS.undoDays },
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
          <EmptyState icon="tag" title={t('sectionsTags.noMerges', 'No merges')}>
            {t('sectionsTags.toMergeATag', 'To merge a tag, find it under “All tags”.')}
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
            <span>
              {t(
                'sectionsTags.productsAndProducts2Before',
                '{products} and {products2} before, {products3} now',
                {
                  products: products(merge.sourceProductCount),
                  products2: products(merge.targetProductCount),
                  products3: products(merge.productCount),
                },
              )}
            </span>
            {merge.state !== 'merged' && <span>, and more to follow</span>}
          </MergeItem>
        )}
      </ModeratorList>
    </>
  );
}

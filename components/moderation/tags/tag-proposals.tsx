import { Intro, ModeratorList, useDecisions } from '@/components/moderation/moderator-list';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { hidden } from '@/components/ui/visually-hidden';
import { call } from '@/lib/api/http';
import {
  dismissTagProposalCall,
  listTagProposalsCall,
  mergeTagCall,
  type TagProposal,
} from '@/lib/contract/tag-merge';
import { tagPath } from '@/lib/pages/paths';
import { rich } from '@/lib/texts/rich';
import { t } from '@/lib/texts/texts';

/** Pairs of tags that might be the same. */
export function TagProposals() {
  const { items, list, isDeciding, intro, decide } = useDecisions(
    'similar tags',
    (after) => call(listTagProposalsCall, { query: { after } }),
    ({ proposals }) => proposals,
  );
  const merge = ({ source, target }: TagPair) =>
    decide(
      () => call(mergeTagCall, { params: { id: source.id }, body: { intoId: target.id } }),
      t('merge.done', '{name} is merged into {target}. You can undo that under “Merges”.', {
        name: source.name,
        target: target.name,
      }),
    );
  const dismiss = ({ id, source, target }: TagProposal) =>
    decide(
      () => call(dismissTagProposalCall, { params: { id } }),
      t('similarTags.keptApart', '{source} and {target} stay apart.', {
        source: source.name,
        target: target.name,
      }),
    );
  return (
    <>
      <Intro ref={intro} className="mt-4">
        {t(
          'similarTags.about',
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
          <EmptyState icon="tag" title={t('similarTags.none', 'No similar tags')}>
            {t(
              'similarTags.noneYet',
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
        {rich('similarTags.pair', '<source></source> and <target></target>' /* two tags */, {
          source: () => <TagLink tag={source} />,
          target: () => <TagLink tag={target} />,
        })}
      </h2>
      <p className="mt-1 text-sm text-muted">
        {t('similarTags.facts', '{reason} Score {score}. {counts}' /* three sentences */, {
          reason: reasonOf(proposal),
          score,
          counts: countsOf(proposal),
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
              {t('merge.send', 'Merge {name} into {target}', {
                name: pair.source.name,
                target: pair.target.name,
              })}
            </span>
          </Button>
        ))}
        <Button size="small" aria-disabled={isDeciding} onClick={onDismiss}>
          {rich('similarTags.keepApart', 'Keep apart<hidden> {source} and {target}</hidden>', {
            hidden,
            source: source.name,
            target: target.name,
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
    return t('similarTags.spelling', 'They differ in hyphens, spaces or case alone.');
  if (reason === 'plural') return t('similarTags.plural', 'One is the plural of the other.');
  if (reason === 'typo') return t('similarTags.typo', 'They differ in one letter.');
  return t(
    'similarTags.shared',
    '{sharedCount, plural, other {#}} of {sampledCount, plural, one {# {noun}} other {# {nouns}}} with one have both.' /* of two tags */,
    { sharedCount: sharedCount ?? 0, sampledCount: sampledCount ?? 0 },
  );
}

const countsOf = ({ source, target }: TagProposal) =>
  t(
    'similarTags.counts',
    '{source} has {sourceCount, plural, one {# {noun}} other {# {nouns}}}, {target} {targetCount, plural, other {#}}.',
    {
      source: source.name,
      sourceCount: source.productCount,
      target: target.name,
      targetCount: target.productCount,
    },
  );

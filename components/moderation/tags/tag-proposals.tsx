import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { useTagProposals } from '@/hooks/use-curated-tags';
import type { TagProposal } from '@/lib/contract/tag-curation';
import { countOf, formatCount } from '@/lib/format/figures';
import { tagPath } from '@/lib/pages/paths';
import { site } from '@/lib/site';
import { ModeratorList } from '@/components/moderation/moderator-list';

/** Lists tags that might be the same, and merges them or keeps them apart. */
export function TagProposals() {
  const { proposals, list, isDeciding, ...decisions } = useTagProposals();
  return (
    <>
      <p className="mt-4 max-w-prose text-muted">
        Tags that might be the same, most likely first. Two that you keep apart are never proposed again.
      </p>
      <ModeratorList
        name="proposals"
        list={list}
        items={proposals}
        empty={
          <EmptyState icon="tag" title="No proposals">
            Every ten minutes, the site compares tags that are new or have changed.
          </EmptyState>
        }
      >
        {(proposal) => (
          <TagProposalItem
            key={proposal.id}
            proposal={proposal}
            isDeciding={isDeciding}
            onMerge={(pair) => void decisions.merge(pair)}
            onDismiss={() => void decisions.dismiss(proposal)}
          />
        )}
      </ModeratorList>
    </>
  );
}

type TagProposalItemProps = {
  proposal: TagProposal;
  isDeciding: boolean;
  onMerge: (pair: Pick<TagProposal, 'source' | 'target'>) => void;
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
            disabled={isDeciding}
            className="max-w-full"
            onClick={() => onMerge(pair)}
          >
            <span className="truncate">{`Merge ${pair.source.name} into ${pair.target.name}`}</span>
          </Button>
        ))}
        <Button size="small" disabled={isDeciding} onClick={onDismiss}>
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

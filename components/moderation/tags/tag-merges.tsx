import { EmptyState } from '@/components/ui/empty-state';
import { useTagMerges } from '@/hooks/use-curated-tags';
import { TAG_LIMITS } from '@/lib/contract/tag-curation';
import { countOf } from '@/lib/format/figures';
import { tagPath } from '@/lib/pages/paths';
import { site } from '@/lib/site';
import { MergeItem } from '@/components/moderation/merge-item';
import { ModeratorList } from '@/components/moderation/moderator-list';

const products = (count: number) => countOf(count, site.noun, site.nounPlural);

/** Lists merges of tags, and undoes them. */
export function TagMerges() {
  const { merges, list, ...undoing } = useTagMerges();
  return (
    <>
      <p className="mt-4 max-w-prose text-muted">
        Undo a merge within {TAG_LIMITS.undoDays} days, and its {site.nounPlural} get their tag back, unless
        somebody has removed the other one since.
      </p>
      <ModeratorList
        name="merges"
        list={list}
        items={merges}
        empty={
          <EmptyState icon="tag" title="No merges">
            To merge a tag, find it under “All tags”.
          </EmptyState>
        }
      >
        {(merge) => (
          <MergeItem
            key={merge.id}
            source={merge.source.name}
            target={{ name: merge.target.name, href: tagPath(merge.target.slug) }}
            merge={merge}
            isUndoing={undoing.isUndoing}
            onUndo={merge.state === 'returning' ? undefined : () => void undoing.undo(merge)}
          >
            <span>{`${products(merge.sourceProductCount)} and ${products(merge.targetProductCount)} before, ${products(merge.productCount)} now`}</span>
            {merge.state !== 'merged' && <span>, and more to follow</span>}
          </MergeItem>
        )}
      </ModeratorList>
    </>
  );
}

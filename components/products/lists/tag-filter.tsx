import { Icon } from '@/components/ui/icon';
import { relTo } from '@/lib/contract/plain/crawling';
import type { CountedTag } from '@/lib/contract/tag';
import { type ProductListSpec, productListPath } from '@/lib/pages/paths';

type TagFilterProps = {
  list: ProductListSpec;
  /** Including the selected one. */
  tags: readonly CountedTag[];
};

/** Filters a list by one tag. The link of the selected tag removes the filter. */
export function TagFilter({ list, tags }: TagFilterProps) {
  const { sort, period, filters } = list;
  if (tags.length === 0) return null;
  return (
    <nav aria-label="Filter by tag" className="chips">
      {tags.map(({ slug, name }) => {
        const isSelected = slug === list.tag;
        const href = productListPath({ sort, period, filters, tag: isSelected ? undefined : slug });
        return (
          <a key={slug} href={href} rel={relTo(href)} aria-current={isSelected || undefined} dir="auto">
            <span>{name}</span>
            {isSelected && (
              <>
                <Icon name="close" className="size-4" />
                <span className="sr-only">, remove filter</span>
              </>
            )}
          </a>
        );
      })}
      <a href="/tags" className="chips-all">
        All tags
        <Icon name="arrow-right" className="size-4" />
      </a>
    </nav>
  );
}

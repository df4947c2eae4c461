import { Icon } from '@/components/ui/icon';
import { useClientLinks } from '@/hooks/use-client-links';
import type { CountedTag } from '@/lib/contract/tag';
import { type ProductListAddress, productListPath } from '@/lib/pages/paths';

type TagFilterProps = {
  address: ProductListAddress;
  /** The most used ones, with the chosen one among them. */
  tags: readonly CountedTag[];
};

/** Narrows a list to one tag; pressing the chosen tag again takes the filter off. */
export function TagFilter({ address, tags }: TagFilterProps) {
  const links = useClientLinks();
  const { sort, period } = address;
  if (tags.length === 0) return null;
  return (
    <nav aria-label="Filter by tag" className="chips" {...links}>
      {tags.map(({ slug, name }) => {
        const isChosen = slug === address.tag;
        return (
          <a
            key={slug}
            href={productListPath({ sort, period, tag: isChosen ? undefined : slug })}
            aria-current={isChosen ? 'true' : undefined}
            dir="auto"
          >
            {name}
            {isChosen && (
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

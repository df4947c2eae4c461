import { Icon } from '@/components/ui/icon';
import { formatCount } from '@/lib/format/figures';
import { searchPath } from '@/lib/pages/paths';

/** The tags with the most results. */
const FACETS_MAX = 8;

type TagFacetsProps = { query: string; chosen?: string; tags: readonly { name: string; count: number }[] };

/** Links that filter the results by one of their tags. The link of the chosen tag removes the filter. */
export function TagFacets({ query, chosen, tags }: TagFacetsProps) {
  const others = tags.filter(({ name }) => name !== chosen).slice(0, FACETS_MAX);
  if (!chosen && others.length < 2) return null;
  return (
    <nav aria-label="Filter by tag" className="chips">
      {chosen && (
        <a href={searchPath(query)} aria-current="true" dir="auto">
          {chosen}
          <Icon name="close" className="size-4" />
          <span className="sr-only">, remove filter</span>
        </a>
      )}
      {others.map(({ name, count }) => (
        <a key={name} href={searchPath(query, { tag: name })} dir="auto">
          {name}
          <span className="tag-count">{formatCount(count)}</span>
        </a>
      ))}
    </nav>
  );
}

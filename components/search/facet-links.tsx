import { Icon } from '@/components/ui/icon';
import { formatCount } from '@/lib/format/figures';

/** The values with the most results. */
const FACETS_MAX = 12;

type FacetLink = { label: string; href: string };

type FacetLinksProps = {
  /** What the links filter by, as their heading. */
  title: string;
  /** In a sentence: "Filter by tag". */
  name: string;
  /** The values that the results have. Their links remove them. */
  chosen: readonly FacetLink[];
  others: readonly (FacetLink & { count: number })[];
};

/** Links that filter the results by the values of one attribute, and those that remove a filter. */
export function FacetLinks({ title, name, chosen, others }: FacetLinksProps) {
  if (chosen.length === 0 && others.length < 2) return null;
  return (
    <nav aria-label={`Filter by ${name}`} className="facets">
      <p aria-hidden="true" className="search-group">
        {title}
      </p>
      {chosen.map(({ label, href }) => (
        <a key={href} href={href} rel="nofollow" aria-current="true" dir="auto">
          <span>{label}</span>
          <Icon name="close" className="size-4" />
          <span className="sr-only">, remove filter</span>
        </a>
      ))}
      {others.slice(0, FACETS_MAX).map(({ label, href, count }) => (
        <a key={href} href={href} rel="nofollow" dir="auto">
          <span>{label}</span>
          <span className="tag-count">{formatCount(count)}</span>
        </a>
      ))}
    </nav>
  );
}

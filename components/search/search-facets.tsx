import { RangeForm } from '@/components/layout/range-form';
import { Icon } from '@/components/ui/icon';
import type { FormField } from '@/lib/contract/field';
import { toggleFilterValue } from '@/lib/contract/plain/filters';
import { formatCount } from '@/lib/format/figures';
import { makeRange } from '@/lib/pages/filter-panel';
import { searchPath, type SearchSpec } from '@/lib/pages/paths';
import { type FacetValue, filterFieldsOf, labelOf } from '@/lib/search-facets';
import { rich } from '@/lib/texts/rich';
import { t } from '@/lib/texts/texts';

type SearchFacetsProps = {
  spec: SearchSpec;
  tagName: string | null;
  /** Those that lists can be filtered by. */
  fields: readonly FormField[];
  tags: readonly { name: string; count: number }[];
  facets: Readonly<Record<string, readonly FacetValue[]>>;
};

/** Filters the results by a tag and by declared fields. Each filter can be removed alone. Narrow screens show the filters on request. */
export function SearchFacets({ spec, tagName, fields, tags, facets }: SearchFacetsProps) {
  const { query, tag, filters = [], order } = spec;
  const to = (change: Partial<SearchSpec>) => searchPath(query, { tag, filters, order, ...change });
  const filterFields = filterFieldsOf(fields);
  const activeCount = filters.reduce(
    (count, filter) => count + ('values' in filter ? filter.values.length : 1),
    tag === undefined ? 0 : 1,
  );
  const groups = (
    <div className="flex flex-col gap-4">
      <FacetLinks
        title={t('list.tags', 'Tags')}
        label={t('list.filterByTag', 'Filter by tag')}
        chosen={tagName === null ? [] : [{ label: tagName, href: to({ tag: undefined }) }]}
        others={tags
          .filter(({ name }) => name !== tagName)
          .map(({ name, count }) => ({ label: name, count, href: to({ tag: name }) }))}
      />
      {fields.map((field) => {
        const given = filters.find(({ key }) => key === field.key);
        const chosen = given && 'values' in given ? given.values : [];
        const without = filters.filter((filter) => filter !== given);
        const toggle = (value: string) =>
          to({ filters: toggleFilterValue(filterFields, filters, { key: field.key, value }) });
        const range = given && !('values' in given) ? given : undefined;
        const links = (
          <FacetLinks
            key={field.key}
            title={field.label}
            label={t('searchFacets.byField', 'Filter by {field}', { field: field.label })}
            chosen={
              range
                ? [{ label: rangeLabel(field, range), href: to({ filters: without }) }]
                : chosen.map((value) => ({ label: labelOf(field, value), href: toggle(value) }))
            }
            others={(facets[field.key] ?? [])
              .filter(({ value }) => !chosen.includes(value))
              .map(({ label, value, count }) => ({ label, count, href: toggle(value) }))}
          />
        );
        if (field.filter?.kind !== 'range') return links;
        const [action, others] = to({ filters: without }).split('?');
        return (
          <div key={field.key}>
            {range ? links : <p className="mb-1 text-sm text-muted">{field.label}</p>}
            <RangeForm field={field} action={action} range={makeRange(field.filter, range, others)} />
          </div>
        );
      })}
    </div>
  );
  return (
    <div>
      {/* The groups follow the disclosure, because wide screens show them while it is closed. */}
      <details className="lg:hidden">
        <summary className="chip mb-2 inline-flex">
          <span>{t('list.filters', 'Filters')}</span>
          {activeCount > 0 && <span>{` (${activeCount})`}</span>}
        </summary>
      </details>
      <div>{groups}</div>
    </div>
  );
}

function rangeLabel({ label, filter }: FormField, { from, to }: { from?: string; to?: string }): string {
  const unit = filter?.kind === 'range' && filter.unit !== undefined ? ` ${filter.unit}` : '';
  if (from === undefined)
    return t('searchFacets.upTo', '{label}: up to {to}' /* Price: up to 20 EUR */, {
      label,
      to: `${to ?? ''}${unit}`,
    });
  if (to === undefined)
    return t('searchFacets.from', '{label}: from {from}' /* Price: from 10 EUR */, {
      label,
      from: from + unit,
    });
  return t('searchFacets.between', '{label}: {from}–{to}' /* Price: 10–20 EUR */, {
    label,
    from,
    to: to + unit,
  });
}

const FACETS_MAX = 12;

type FacetLink = { label: string; href: string };

type FacetLinksProps = {
  title: string;
  /** For screen readers: "Filter by tag". */
  label: string;
  /** The values that the results have. Their links remove them. */
  chosen: readonly FacetLink[];
  others: readonly (FacetLink & { count: number })[];
};

/** Links that filter the results by the values of one attribute, and those that remove a filter. */
function FacetLinks({ title, label: name, chosen, others }: FacetLinksProps) {
  if (chosen.length === 0 && others.length < 2) return null;
  return (
    <nav aria-label={name} className="facets">
      <p aria-hidden="true" className="search-group">
        {title}
      </p>
      {chosen.map(({ label, href }) => (
        <a key={href} href={href} rel="nofollow" aria-current="true">
          {rich('searchFacets.chosen', '<value>{label}</value><hidden>, remove filter</hidden>', {
            value: (text) => (
              <>
                <bdi>{text}</bdi>
                <Icon name="close" className="size-4" />
              </>
            ),
            hidden: (text) => <span className="sr-only">{text}</span>,
            label,
          })}
        </a>
      ))}
      {others.slice(0, FACETS_MAX).map(({ label, href, count }) => (
        <a key={href} href={href} rel="nofollow">
          <bdi>{label}</bdi>
          <span className="tag-count">{formatCount(count)}</span>
        </a>
      ))}
    </nav>
  );
}

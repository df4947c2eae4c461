import type { ReactNode } from 'react';
import { RangeForm } from '@/components/layout/range-form';
import { Icon } from '@/components/ui/icon';
import { relTo } from '@/lib/contract/plain/crawling';
import { formatCount } from '@/lib/format/figures';
import type { FilterPanel } from '@/lib/pages/filter-panel';
import { t } from '@/lib/texts/texts';

/** After the name of an active filter. */
export const sayRemove = () =>
  t('list.removeFilter', ', remove filter' /* after the name of an active filter, for screen readers */);

/** After the number. */
export const sayNouns = (count: number) =>
  t('list.nounsAfterCount', '{count, plural, other {{nouns}}}' /* after the number, for screen readers */, {
    count,
  });

export function ActiveFilters({ panel: { active, clearHref } }: { panel: FilterPanel }) {
  if (active.length === 0) return null;
  return (
    <nav
      aria-label={t(
        'list.activeFilters',
        'Active filters' /* name of the links that remove filters of a list */,
      )}
      className="chips"
    >
      {active.map(({ label, href, rel }) => (
        <a key={href} href={href} rel={rel} aria-current="true">
          <span dir="auto">{label}</span>
          <Icon name="close" className="size-4" />
          <span className="sr-only">{sayRemove()}</span>
        </a>
      ))}
      <a href={clearHref} rel={relTo(clearHref)} className="chips-all">
        {t('list.clearAll', 'Clear all' /* removes all filters of a list */)}
      </a>
    </nav>
  );
}

/** By what the list can be filtered: links with counts, and a form for each range. */
export function FilterSections({ panel }: { panel: FilterPanel }) {
  return panel.sections.map(({ key, label, options, range }, index) => (
    <RailSection
      key={key}
      id={index === 0 ? 'filters' : `filter-${key}`}
      title={<span dir="auto">{label}</span>}
    >
      {options.map((option) => (
        <li key={option.href}>
          <a
            href={option.href}
            rel={option.rel}
            aria-current={option.isSelected}
            className="aria-[current=true]:font-semibold aria-[current=true]:text-accent"
          >
            <span dir="auto">{option.label}</span>
            {option.isSelected && <span className="sr-only">{sayRemove()}</span>}
            <RailCount count={option.count} of={sayNouns(option.count)} isLeast={!panel.isComplete} />
          </a>
        </li>
      ))}
      {range && (
        <li>
          <RangeForm field={{ key, label }} action={panel.clearHref.split('?')[0]} range={range} />
        </li>
      )}
    </RailSection>
  ));
}

type RailSectionProps = { id: string; title: ReactNode; children: ReactNode };

export function RailSection({ id, title, children }: RailSectionProps) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <ul>{children}</ul>
    </section>
  );
}

type RailCountProps = {
  count: number;
  /** What is counted. */
  of: string;
  isLeast?: boolean;
};

export function RailCount({ count, of, isLeast = false }: RailCountProps) {
  return (
    <small>
      <span>{formatCount(count)}</span>
      {isLeast && <span>+</span>}
      <span className="sr-only">{` ${of}`}</span>
    </small>
  );
}

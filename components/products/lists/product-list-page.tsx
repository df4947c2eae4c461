import type { ReactNode } from 'react';
import { FailurePage } from '@/components/layout/message-page';
import { Breadcrumb, Page } from '@/components/layout/page';
import { buttonClasses } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { relTo } from '@/lib/contract/plain/crawling';
import type { DescribedTag, Tag } from '@/lib/contract/tag';
import { formatCount } from '@/lib/format/figures';
import type { LoadedPage } from '@/lib/pages/load-page';
import type { ProductListContent } from '@/lib/pages/load-product-list';
import { productListPath, type ProductListSpec, tagPath } from '@/lib/pages/paths';
import { ActiveFilters } from './list-filters';
import { ListHead, ListToolbar } from './list-head';
import { ListRail } from './list-rail';
import { ProductList } from './product-list';
import { t } from '@/lib/texts/texts';

export type ProductListPageProps = LoadedPage<ProductListContent>;

type ListWords = {
  /** Left out on the home page, which has the site's own title. */
  title?: string;
  /** For search engines. Absent: that of the site. */
  description?: string;
  headline: ReactNode;
  facts?: ReactNode;
};

type ProductListPageBodyProps = {
  loaded: ProductListPageProps;
  describe: (content: ProductListContent) => ListWords;
};

/** A list with its headline, orders and tag filter: the home, new, top and tag pages. */
export function ProductListPage({ loaded, describe }: ProductListPageBodyProps) {
  if ('failure' in loaded) return <FailurePage failure={loaded.failure} />;

  const { list, products, nextCursor, filterTags, filtersLink, siblingTags, overview, panel, tag } =
    loaded.content;
  const { title, description, ...head } = describeFiltered(loaded.content, describe(loaded.content));
  const feedOf = feedListOf(list);
  return (
    <Page
      title={title}
      description={description}
      canonicalPath={loaded.content.canonicalPath ?? undefined}
      feedOf={feedOf}
      markdownOf={productListPath(list)}
      startsAtTop
    >
      {list.isTagPage && (
        <div className="pt-3">
          <Breadcrumb
            above={[{ label: t('list.tags', 'Tags'), href: '/tags' }, ...(tag?.ancestors ?? []).map(linkOf)]}
            current={tag?.name ?? ''}
          />
        </div>
      )}
      <ListHead {...head} />
      {list.isTagPage && tag && <TagIntroduction tag={tag} />}
      <div className="list-columns">
        <div className="min-w-0">
          <ListToolbar list={list} filterTags={filterTags} filtersLink={filtersLink} />
          {panel && <ActiveFilters panel={panel} />}
          {products.length > 0 ? (
            // The key resets the state: pages loaded into one list must not appear in another one.
            <ProductList
              key={productListPath(list)}
              list={list}
              products={products}
              nextCursor={nextCursor}
            />
          ) : (
            <EmptyList content={loaded.content} />
          )}
        </div>
        <ListRail
          overview={overview}
          panel={panel}
          tags={overview ? filterTags : siblingTags}
          feedOf={feedOf}
        />
      </div>
    </Page>
  );
}

const linkOf = ({ slug, name }: Tag) => ({ label: name, href: tagPath(slug) });

function TagIntroduction({ tag: { name, description, children } }: { tag: DescribedTag }) {
  return (
    <>
      {description && (
        <p dir="auto" className="mb-3 text-page-start max-w-prose text-muted">
          {description}
        </p>
      )}
      {children.length > 0 && (
        <nav
          aria-label={t('list.tagsBelow', 'Tags below {name}', { name })}
          className="mb-3 flex flex-wrap gap-2"
        >
          {children.map((child) => (
            <a key={child.slug} href={tagPath(child.slug)} className="chip">
              <span dir="auto">{child.name}</span>
              <span className="tag-count">{formatCount(child.productCount)}</span>
            </a>
          ))}
        </nav>
      )}
    </>
  );
}

/** The list whose newest products a feed shows: of the tag and the filters, of the period, or of the whole site. */
const feedListOf = ({ sort, period, tag, filters }: ProductListSpec): string =>
  sort === 'top' && tag === undefined && filters === undefined
    ? productListPath({ sort, period })
    : productListPath({ sort: 'hot', tag, filters, isTagPage: tag !== undefined });

/** Says by what the list is filtered, in the words of the site file. */
function describeFiltered({ panel }: ProductListContent, words: ListWords): ListWords {
  if (!panel || panel.active.length === 0) return words;
  const { active, productCount, isComplete } = panel;
  const title = t('list.filtered', '{list}: {filters}', {
    list: words.title ?? t('list.nouns', '{Nouns}' /* title of the list of all */),
    filters: active.map(({ label }) => label).join(t('list.comma', ', ')),
  });
  return {
    title,
    headline: <span dir="auto">{title}</span>,
    facts: isComplete
      ? t('list.productCount', '{count, plural, one {# {noun}} other {# {nouns}}}', { count: productCount })
      : t('list.atLeast', '{count, plural, other {#+ {nouns}}}', { count: productCount }),
  };
}

function EmptyList({ content: { list, tag, panel, nextCursor } }: { content: ProductListContent }) {
  if (panel && panel.active.length > 0) {
    const next = nextCursor && productListPath({ ...list, after: nextCursor });
    return (
      <EmptyState
        icon="search"
        title={
          next
            ? t('list.noneInPart', 'No {nouns} here')
            : t('list.noMatch', 'No {nouns} match all of these filters')
        }
        action={
          <a href={next ?? panel.clearHref} rel="nofollow" className={buttonClasses()}>
            {next
              ? t('list.keepLooking', 'Keep looking' /* in the rest of a list */)
              : t('list.clearAllFilters', 'Clear all filters')}
          </a>
        }
      >
        {next
          ? t('list.partSearched', 'Only a part of the list was searched.')
          : t('list.removeSomeFilter', 'Remove one of them, or start again.')}
      </EmptyState>
    );
  }
  const wider =
    list.sort === 'top' && list.period !== 'all' ? { ...list, period: 'all' as const } : undefined;
  return (
    <EmptyState
      title={t('list.none', 'No {nouns} here yet')}
      action={
        <a
          href={wider ? productListPath({ ...wider, after: undefined }) : '/new'}
          rel={wider && relTo(productListPath({ ...wider, after: undefined }))}
          className={buttonClasses()}
        >
          {wider ? t('list.seeAllTime', 'See all-time top') : t('list.seeNewest', 'See the newest')}
        </a>
      }
    >
      {tag
        ? t('list.willBeTagged', 'The best {nouns} tagged {name} will be listed here.', {
            name: tag.name,
          })
        : t('list.willBeListed', 'The best {nouns} will be listed here as soon as there are some.')}
    </EmptyState>
  );
}

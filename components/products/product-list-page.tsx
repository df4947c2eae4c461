import type { ReactNode } from 'react';
import { FailurePage } from '@/components/layout/failure-page';
import { Page } from '@/components/layout/page';
import { buttonClasses } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import type { LoadedPage } from '@/lib/pages/load-page';
import type { ProductListContent } from '@/lib/pages/load-product-list';
import { productListPath } from '@/lib/pages/paths';
import { site } from '@/lib/site';
import { ProductList } from './product-list';
import { SortTabs } from './sort-tabs';
import { TagFilter } from './tag-filter';

export type ProductListPageProps = LoadedPage<ProductListContent>;

type ListWords = {
  /** Left out on the home page, which has the site's own title. */
  title?: string;
  headline: ReactNode;
  lead?: ReactNode;
};

type ProductListPageBodyProps = {
  loaded: ProductListPageProps;
  describe: (content: ProductListContent) => ListWords;
};

/** A list with its headline, orders and tag filter: the home, new, top and tag pages. */
export function ProductListPage({ loaded, describe }: ProductListPageBodyProps) {
  if ('failure' in loaded) return <FailurePage failure={loaded.failure} />;

  const { list, products, nextCursor, filterTags } = loaded.content;
  const { title, headline, lead } = describe(loaded.content);
  // A list filtered by a tag has the same content as the tag's own page.
  const canonical = { ...list, isTagPage: list.tag !== undefined };
  return (
    <Page title={title} canonicalPath={productListPath(canonical)}>
      <h1 className="text-2xl font-extrabold md:text-3xl">{headline}</h1>
      {lead && <p className="mt-2 max-w-prose text-lg text-muted">{lead}</p>}
      <SortTabs list={list} />
      {!list.isTagPage && <TagFilter list={list} tags={filterTags} />}
      {products.length > 0 ? (
        // The key resets the state: pages loaded into one list must not appear in another one.
        <ProductList key={productListPath(list)} list={list} products={products} nextCursor={nextCursor} />
      ) : (
        <EmptyList content={loaded.content} />
      )}
    </Page>
  );
}

function EmptyList({ content: { list, tag } }: { content: ProductListContent }) {
  const wider =
    list.sort === 'top' && list.period !== 'all' ? { ...list, period: 'all' as const } : undefined;
  return (
    <EmptyState
      title={`No ${site.nounPlural} here yet`}
      action={
        <a
          href={wider ? productListPath({ ...wider, after: undefined }) : '/new'}
          className={buttonClasses()}
        >
          {wider ? 'See all-time top' : 'See the newest'}
        </a>
      }
    >
      {tag
        ? `The best ${site.nounPlural} tagged ${tag.name} will be listed here.`
        : `The best ${site.nounPlural} will be listed here as soon as there are some.`}
    </EmptyState>
  );
}

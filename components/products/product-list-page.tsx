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
  /** Left out on the home page, whose title is the site's own. */
  title?: string;
  headline: ReactNode;
  lead?: ReactNode;
};

type ProductListPageBodyProps = {
  loaded: ProductListPageProps;
  describe: (content: ProductListContent) => ListWords;
};

/** A list with its headline, orders and filter: home, new, top and tag pages are all this. */
export function ProductListPage({ loaded, describe }: ProductListPageBodyProps) {
  if ('failure' in loaded) return <FailurePage failure={loaded.failure} />;

  const { address, products, nextCursor, filterTags } = loaded.content;
  const { title, headline, lead } = describe(loaded.content);
  // A filter on the site's lists shows what the tag's own page shows.
  const canonical = { ...address, isTagPage: address.tag !== undefined, from: undefined };
  return (
    <Page title={title} canonicalPath={productListPath(canonical)}>
      <h1 className="text-2xl font-extrabold md:text-3xl">{headline}</h1>
      {lead && <p className="mt-2 max-w-prose text-lg text-muted">{lead}</p>}
      <SortTabs address={address} />
      {!address.isTagPage && <TagFilter address={address} tags={filterTags} />}
      {products.length > 0 ? (
        // Another list is another state: nothing loaded into one may show up in the next.
        <ProductList
          key={productListPath(address)}
          address={address}
          products={products}
          nextCursor={nextCursor}
        />
      ) : (
        <EmptyList content={loaded.content} />
      )}
    </Page>
  );
}

function EmptyList({ content: { address, tag } }: { content: ProductListContent }) {
  const wider =
    address.sort === 'top' && address.period !== 'all' ? { ...address, period: 'all' as const } : undefined;
  return (
    <EmptyState
      title={`No ${site.nounPlural} here yet`}
      action={
        <a
          href={wider ? productListPath({ ...wider, after: undefined }) : '/new'}
          className={buttonClasses()}
        >
          {wider ? 'Look at all time' : 'See the newest'}
        </a>
      }
    >
      {tag
        ? `The best ${site.nounPlural} tagged ${tag.name} will be listed here.`
        : `The best ${site.nounPlural} will be listed here, as soon as there are some.`}
    </EmptyState>
  );
}

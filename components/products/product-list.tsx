import { useProducts } from '@/hooks/use-products';
import { type ProductListSpec, productListPath } from '@/lib/pages/paths';
import type { ProductSummary } from '@/lib/pages/product-summary';
import { PagedList } from './paged-list';

type ProductListProps = {
  list: ProductListSpec;
  products: ProductSummary[];
  nextCursor: string | null;
};

/** One of the site's lists: the page that came with the HTML, and those loaded after it. */
export function ProductList({ list, products: firstPage, nextCursor }: ProductListProps) {
  const pager = useProducts({ list, products: firstPage, nextCursor });

  const firstRank = list.sort === 'new' ? undefined : (list.from ?? (list.after ? undefined : 1));
  const nextPagePath =
    nextCursor &&
    productListPath({ ...list, after: nextCursor, from: firstRank && firstRank + firstPage.length });

  return (
    <PagedList
      products={pager.products ?? firstPage}
      firstRank={firstRank}
      pager={pager}
      nextPagePath={nextPagePath}
    />
  );
}

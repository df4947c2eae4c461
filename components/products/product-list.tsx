import { useProducts } from '@/hooks/use-products';
import { rankAfter } from '@/lib/contract/plain/ranking';
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

  const firstRank = list.after === undefined ? 1 : rankAfter(list.after);

  return (
    <PagedList
      products={pager.products ?? firstPage}
      firstRank={list.sort === 'new' ? undefined : firstRank}
      pager={pager}
      nextPagePath={nextCursor && productListPath({ ...list, after: nextCursor })}
    />
  );
}

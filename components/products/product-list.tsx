import { useProducts } from '@/hooks/use-products';
import { type ProductListAddress, productListPath } from '@/lib/pages/paths';
import type { ProductSummary } from '@/lib/pages/product-summary';
import { PagedList } from './paged-list';

type ProductListProps = {
  address: ProductListAddress;
  products: ProductSummary[];
  nextCursor: string | null;
};

/** One of the site's lists: the page that came with the HTML, and those loaded after it. */
export function ProductList({ address, products: firstPage, nextCursor }: ProductListProps) {
  const pager = useProducts({ address, products: firstPage, nextCursor });

  const firstRank = address.sort === 'new' ? undefined : (address.from ?? (address.after ? undefined : 1));
  const nextPagePath =
    nextCursor &&
    productListPath({ ...address, after: nextCursor, from: firstRank && firstRank + firstPage.length });

  return (
    <PagedList
      products={pager.products ?? firstPage}
      firstRank={firstRank}
      pager={pager}
      nextPagePath={nextPagePath}
    />
  );
}

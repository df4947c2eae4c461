import { useNewProducts, useProducts } from '@/hooks/use-products';
import { buttonClasses } from '@/components/ui/button';
import { rankAfter } from '@/lib/contract/plain/ranking';
import { type ProductListSpec, productListPath } from '@/lib/pages/paths';
import type { ProductSummary } from '@/lib/pages/product-summary';
import { PagedList } from './products';
import { t } from '@/lib/texts/texts';

type ProductListProps = {
  list: ProductListSpec;
  products: ProductSummary[];
  nextCursor: string | null;
};

/** One of the site's lists: the page that came with the HTML, and those loaded after it. */
export function ProductList({ list, products: firstPage, nextCursor }: ProductListProps) {
  const pager = useProducts({ list, products: firstPage, nextCursor });
  const products = pager.products ?? firstPage;
  const { newCount, showNew } = useNewProducts(list, firstPage, products);
  const firstRank = list.after === undefined ? 1 : rankAfter(list.after);

  return (
    <>
      {/* Above the list, with a height of 0, so that the list never moves. */}
      <div role="status" className="list-news">
        {newCount > 0 && (
          <button
            type="button"
            className={buttonClasses({
              look: 'primary',
              size: 'small',
              className: '[box-shadow:var(--float)]',
            })}
            onClick={showNew}
          >
            {t('list.newCount', '{count} new' /* in a list that is open */, { count: newCount })}
          </button>
        )}
      </div>
      <PagedList
        products={products}
        firstRank={list.sort === 'new' ? undefined : firstRank}
        isGroupedByDay={list.sort === 'new'}
        pager={pager}
        nextPagePath={nextCursor && productListPath({ ...list, after: nextCursor })}
      />
    </>
  );
}

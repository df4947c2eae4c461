import type { ComponentProps } from 'react';
import { LoadMore } from '@/components/layout/load-more';
import { ProductCards } from './product-cards';

type PagedListProps = Pick<ComponentProps<typeof ProductCards>, 'products' | 'firstRank' | 'areBookmarked'> &
  Pick<ComponentProps<typeof LoadMore>, 'pager' | 'nextPagePath'>;

/** The cards of a list, and the way to the next page. */
export function PagedList({ pager, nextPagePath, ...cards }: PagedListProps) {
  return (
    <>
      <ProductCards {...cards} />
      <LoadMore
        pager={pager}
        shownCount={cards.products.length}
        nextPagePath={nextPagePath}
        endText="That's all of them."
      />
    </>
  );
}

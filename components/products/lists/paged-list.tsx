import type { ComponentProps } from 'react';
import { LoadMore } from '@/components/layout/load-more';
import { Products } from './products';

type PagedListProps = Pick<
  ComponentProps<typeof Products>,
  'products' | 'firstRank' | 'isGroupedByDay' | 'areBookmarked' | 'alternativeTo' | 'note'
> &
  Pick<ComponentProps<typeof LoadMore>, 'pager' | 'nextPagePath'>;

/** The products of a list, and the way to the next page. */
export function PagedList({ pager, nextPagePath, ...list }: PagedListProps) {
  return (
    <>
      <Products {...list} />
      <LoadMore
        pager={pager}
        shownCount={list.products.length}
        nextPagePath={nextPagePath}
        endText="That's all of them."
      />
    </>
  );
}

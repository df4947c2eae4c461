import type { GetServerSideProps } from 'next';
import { ProductListPage, type ProductListPageProps } from '@/components/products/product-list-page';
import { PRODUCT_SORTS, TOP_PERIODS } from '@/lib/contract/product';
import { countOf, formatPeriod } from '@/lib/format/figures';
import { loadPage, queryValue } from '@/lib/pages/load-page';
import { loadProductList } from '@/lib/pages/load-product-list';
import { site } from '@/lib/site';

export const getServerSideProps: GetServerSideProps<ProductListPageProps> = async ({ query, res }) => {
  const sort = PRODUCT_SORTS.find((known) => known === (queryValue(query.sort) ?? 'hot'));
  const period = TOP_PERIODS.find((known) => known === (queryValue(query.period) ?? 'all'));
  if (!sort || !period) return { notFound: true };
  return loadPage(res, () => loadProductList({ sort, period, isTagPage: true }, query));
};

export default function TagPage(props: ProductListPageProps) {
  return (
    <ProductListPage
      loaded={props}
      describe={({ list, tag, period }) => {
        const name = tag?.name ?? '';
        const order = { hot: '', new: 'New in ', top: 'Top of ' }[list.sort];
        return {
          title: order + name,
          headline: <span dir="auto">{name}</span>,
          facts: tag && (
            <>
              {countOf(tag.productCount, site.noun, site.nounPlural)} with this tag
              {period && ` · ${formatPeriod(period)}`}
            </>
          ),
        };
      }}
    />
  );
}

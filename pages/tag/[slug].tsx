import type { GetServerSideProps } from 'next';
import { ProductListPage, type ProductListPageProps } from '@/components/products/lists/product-list-page';
import { PRODUCT_SORTS, TOP_PERIODS } from '@/lib/contract/product';
import { formatPeriod } from '@/lib/format/figures';
import { queryValue } from '@/lib/pages/load-page';
import { loadProductListPage } from '@/lib/pages/load-product-list';
import { t } from '@/lib/texts/texts';

export const getServerSideProps: GetServerSideProps<ProductListPageProps> = async ({ query, res }) => {
  const sort = PRODUCT_SORTS.find((known) => known === (queryValue(query.sort) ?? 'hot'));
  const period = TOP_PERIODS.find((known) => known === (queryValue(query.period) ?? 'all'));
  if (!sort || !period) return { notFound: true };
  return loadProductListPage(res, { sort, period, isTagPage: true }, query);
};

export default function TagPage(props: ProductListPageProps) {
  return (
    <ProductListPage
      loaded={props}
      describe={({ list, tag, period }) => {
        const name = tag?.name ?? '';
        const titles = {
          hot: () => name,
          new: () => t('tagPage.newIn', 'New in {name}', { name }),
          top: () => t('tagPage.topOf', 'Top of {name}', { name }),
        };
        return {
          title: titles[list.sort](),
          description: tag?.description || undefined,
          headline: <span dir="auto">{name}</span>,
          facts: tag && (
            <>
              <span>
                {t(
                  'tagPage.productCount',
                  '{productCount, plural, one {# {noun}} other {# {nouns}}} with this tag',
                  { productCount: tag.productCount },
                )}
              </span>
              {period && <span>{` · ${formatPeriod(period)}`}</span>}
            </>
          ),
        };
      }}
    />
  );
}

import type { GetServerSideProps } from 'next';
import { ProductListPage, type ProductListPageProps } from '@/components/products/lists/product-list-page';
import { TOP_PERIODS } from '@/lib/contract/product';
import { formatPeriod } from '@/lib/format/figures';
import { loadProductListPage } from '@/lib/pages/load-product-list';
import { t } from '@/lib/texts/texts';

export const getServerSideProps: GetServerSideProps<ProductListPageProps> = async ({ query, res }) => {
  const period = TOP_PERIODS.find((known) => known === query.period);
  if (!period) return { notFound: true };
  return loadProductListPage(res, { sort: 'top', period }, query);
};

export default function TopPage(props: ProductListPageProps) {
  return (
    <ProductListPage
      loaded={props}
      describe={({ list, tag, period }) => {
        const of = list.period ?? 'all';
        const title = tag
          ? t(
              'top.titleTagged',
              '{of, select, day {Top {nouns} tagged {name} today} week {Top {nouns} tagged {name} this week} month {Top {nouns} tagged {name} this month} other {Top {nouns} tagged {name} of all time}}',
              { of, name: tag.name },
            )
          : t(
              'top.title',
              '{of, select, day {Top {nouns} today} week {Top {nouns} this week} month {Top {nouns} this month} other {Top {nouns} of all time}}',
              { of },
            );
        return { title, headline: title, facts: period && formatPeriod(period) };
      }}
    />
  );
}

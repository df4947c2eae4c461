import type { GetServerSideProps } from 'next';
import { ProductListPage, type ProductListPageProps } from '@/components/products/lists/product-list-page';
import { TOP_PERIODS } from '@/lib/contract/product';
import { formatPeriod } from '@/lib/format/figures';
import { loadProductListPage } from '@/lib/pages/load-product-list';
import { site } from '@/lib/site';

const PERIOD_WORDS = { day: 'today', week: 'this week', month: 'this month', all: 'of all time' } as const;

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
        const subject = tag ? `${site.nounPlural} tagged ${tag.name}` : site.nounPlural;
        const title = `Top ${subject} ${PERIOD_WORDS[list.period ?? 'all']}`;
        return { title, headline: title, facts: period && formatPeriod(period) };
      }}
    />
  );
}

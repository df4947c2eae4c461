import type { GetServerSideProps } from 'next';
import { ProductListPage, type ProductListPageProps } from '@/components/products/lists/product-list-page';
import { TOP_PERIODS } from '@/lib/contract/product';
import { formatPeriod } from '@/lib/format/figures';
import { loadProductListPage } from '@/lib/pages/load-product-list';
import { site } from '@/lib/site';
import { t } from '@/lib/texts/texts';

const PERIOD_WORDS = {
  day: 'today',
  get week() {
    return t('topPeriod.thisWeek', 'this week');
  },
  get month() {
    return t('topPeriod.thisMonth', 'this month');
  },
  get all() {
    return t('topPeriod.ofAllTime', 'of all time');
  },
} as const;

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
        const subject = tag
          ? t('topPeriod.nounsTaggedName', '{nouns} tagged {name}', { name: tag.name })
          : site.nounPlural;
        const title = t('topPeriod.topSubjectValue', 'Top {subject} {value}', {
          subject,
          value: PERIOD_WORDS[list.period ?? 'all'],
        });
        return { title, headline: title, facts: period && formatPeriod(period) };
      }}
    />
  );
}

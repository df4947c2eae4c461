import type { GetServerSideProps } from 'next';
import { ProductListPage, type ProductListPageProps } from '@/components/products/lists/product-list-page';
import { siteDescription } from '@/lib/contract/plain/site-words';
import { loadProductListPage, type OverviewContent } from '@/lib/pages/load-product-list';
import { site } from '@/lib/site';
import { t } from '@/lib/texts/texts';

export const getServerSideProps: GetServerSideProps<ProductListPageProps> = ({ query, res }) =>
  loadProductListPage(res, { sort: 'hot' }, query);

export default function HomePage(props: ProductListPageProps) {
  return (
    <ProductListPage
      loaded={props}
      describe={({ tag, overview }) =>
        tag
          ? {
              title: t('home.tagged', 'Hot {nouns} tagged {name}', { name: tag.name }),
              headline: t('home.tagged', 'Hot {nouns} tagged {name}', { name: tag.name }),
            }
          : {
              headline: siteDescription(site.description),
              facts: overview && <HomeFacts counts={overview.counts} />,
            }
      }
    />
  );
}

/** The size of the directory, and who ranks it. */
function HomeFacts({ counts: { products, productsOfWeek, rankers } }: Pick<OverviewContent, 'counts'>) {
  return (
    <>
      <bdi>{t('home.products', '{products, plural, one {# {noun}} other {# {nouns}}}', { products })}</bdi>
      {productsOfWeek > 0 && (
        <>
          {' · '}
          <bdi>
            {t('home.newThisWeek', '{productsOfWeek, plural, other {# new this week}}', { productsOfWeek })}
          </bdi>
        </>
      )}
      {rankers > 0 && (
        <span className="max-md:hidden">
          {' · '}
          <bdi>
            {t('home.rankedBy', '{rankers, plural, one {ranked by # member} other {ranked by # members}}', {
              rankers,
            })}
          </bdi>
        </span>
      )}
      {' · '}
      <a href="/ranking">{t('ranking.title', 'How ranking works')}</a>
    </>
  );
}

import type { GetServerSideProps } from 'next';
import { ProductListPage, type ProductListPageProps } from '@/components/products/lists/product-list-page';
import { countOf, formatCount } from '@/lib/format/figures';
import { loadProductListPage, type OverviewContent } from '@/lib/pages/load-product-list';
import { site } from '@/lib/site';

export const getServerSideProps: GetServerSideProps<ProductListPageProps> = ({ query, res }) =>
  loadProductListPage(res, { sort: 'hot' }, query);

export default function HomePage(props: ProductListPageProps) {
  return (
    <ProductListPage
      loaded={props}
      describe={({ tag, overview }) =>
        tag
          ? {
              title: `Hot ${site.nounPlural} tagged ${tag.name}`,
              headline: `Hot ${site.nounPlural} tagged ${tag.name}`,
            }
          : {
              headline: site.description,
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
      {countOf(products, site.noun, site.nounPlural)}
      {productsOfWeek > 0 && ` · ${formatCount(productsOfWeek)} new this week`}
      {rankers > 0 && (
        <span className="max-md:hidden">{` · ranked by ${countOf(rankers, 'member', 'members')}`}</span>
      )}
      {' · '}
      <a href="/ranking">How ranking works</a>
    </>
  );
}

import type { GetServerSideProps } from 'next';
import { ProductListPage, type ProductListPageProps } from '@/components/products/product-list-page';
import { loadPage } from '@/lib/pages/load-page';
import { loadProductList } from '@/lib/pages/load-product-list';
import { site } from '@/lib/site';

export const getServerSideProps: GetServerSideProps<ProductListPageProps> = ({ query, res }) =>
  loadPage(res, () => loadProductList({ sort: 'hot' }, query));

export default function HomePage(props: ProductListPageProps) {
  return (
    <ProductListPage
      loaded={props}
      describe={({ tag }) =>
        tag
          ? {
              title: `Hot ${site.nounPlural} tagged ${tag.name}`,
              headline: `Hot ${site.nounPlural} tagged ${tag.name}`,
            }
          : { headline: site.description }
      }
    />
  );
}

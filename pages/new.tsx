import type { GetServerSideProps } from 'next';
import { ProductListPage, type ProductListPageProps } from '@/components/products/lists/product-list-page';
import { loadProductListPage } from '@/lib/pages/load-product-list';
import { site } from '@/lib/site';

export const getServerSideProps: GetServerSideProps<ProductListPageProps> = ({ query, res }) =>
  loadProductListPage(res, { sort: 'new' }, query);

export default function NewPage(props: ProductListPageProps) {
  return (
    <ProductListPage
      loaded={props}
      describe={({ tag }) => {
        const title = tag ? `New ${site.nounPlural} tagged ${tag.name}` : `New ${site.nounPlural}`;
        return { title, headline: title };
      }}
    />
  );
}
